"""Mutants: packs with one small thing wrong, which scenarios ought to notice."""
