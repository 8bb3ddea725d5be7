"""Many games, in several processes, with a result that is the same for any number of them."""
