"""What all states of one game share: what can be decided, who sees what, how it is said.

`rules` is one compiled program with all that play works out about it once. `position` is where a game stands and how it
goes on; `decision` what is asked, with its options, `answering` what an answer means, `looking` how both look to
whoever is asked. `knowledge` says of each slot whether a seat knows it now, as the check has promised that it may
(`prove`, V1xx); `secrets` how things stood before the answers that others still keep to themselves.

`log` is what rules put out as they run, `hearing` who hears it, `journal` what was decided. `setup` starts a game,
`giving` puts fields as somebody wants them, `ending` is how it comes out. `words` and `said` are names and texts;
`arguments` and `errors` refuse what can't be, by the name of the parameter.

`match` is what a started game keeps from beginning to end, `actions` numbers all options for programs that learn,
`ranges` the numbers that a fact can hold; `teller` says what stands at an address when somebody asks.
"""
