"""How a state looks to somebody: boards, faces, questions, frames, and what has changed since the last.

`sight` is the one way in: what a viewer may know, over which nothing hidden can be looked at. `boards` fills the boxes
of a pack with it, `faces` is what stands on things, `things` what can be asked about one, `views` the same as plain
JSON. `asking` is a decision as a front end gets it, with the `trail` of answers that led to it; `explaining` says why
something isn't offered. `frames` is all of this in one piece, `patches` what has changed since the last.
"""
