"""A rulebook of any pack, for people to read: made from its content, in the words of the code that runs."""
