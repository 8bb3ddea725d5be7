"""The model: a pack for one number of players and one set of options, checked, linked and frozen.

It is what assembly hands on and what proofs, compiler and interpreter have in common. `game` has its parts: kinds,
fields (what changes, by instance), tables (what doesn't), values, procedures and phases as core statements, laws.
Things are numbers within their kind. What the engine keeps or makes beside what the pack declares has a `Role`.

`evaluate` is what an expression is worth, one arm for each, over whatever can be looked at: constants here, a game in
the interpreter, what a seat knows in scenarios. `budget` are all bounds on steps and numbers, each with what it means
for a modder. `graph` is what can be reached and what goes round in circles, `calls` which procedures lead to which;
`board` is the tree of boxes that a pack is shown by.
"""
