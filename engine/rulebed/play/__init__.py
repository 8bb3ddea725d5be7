"""A game in play: `Game`, `State` and `Seat`, as front ends, bots and modders use them.

`game`, `state` and `seat` have them, `presets` the setups that a pack has made ready. What they do stands in rooms of
their own: `rules` is what all states of a game share, `telling` what has happened, `imagining` what else may be true,
`saving` states as text, `showing` how they look. A state is a flat list with what led to it; nothing here compiles or
proves anything.
"""
