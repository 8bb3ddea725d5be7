"""Incremental compilation: what was worked out before and would come out the same is not worked out again.

A pack is looked at for each number of players and each option, and again after each edit; most of its programs are as
they were. A result is kept by the number of what it was worked out of, with what was asked of others on the way
(verifying traces with early cutoff, as in the build systems of Mokhov, Mitchell and Peyton Jones): it holds if the
same questions get the same answers, whatever has changed behind these. `known` keeps, `queries` takes note of what is
asked, `lookups` of the rows of tables that are looked at, `same` remembers by the very object, for setups made of one
tree.
"""
