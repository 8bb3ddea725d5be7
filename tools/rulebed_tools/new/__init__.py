"""Beginnings of packs and layers, copied from files with their names put in."""
