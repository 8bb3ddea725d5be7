"""What `mutate --every` found in the large packs that no scenario notices, listed by file, one page a pack."""
