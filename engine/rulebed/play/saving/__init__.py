"""States and games as text, and back, with a look at what comes from elsewhere."""
