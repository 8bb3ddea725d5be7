"""The yardsticks: hand-written twins, peers from other houses, and the clock that compares them."""
