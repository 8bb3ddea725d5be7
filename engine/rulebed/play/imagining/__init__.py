"""Worlds that a viewer can't tell from the true one: what was lived through, and other ways to come there.

`history` follows a game as one viewer lives through it: rests, what they saw there, what they were told on the way.
The worlds are all states that a game can have come to with the same of that; their odds are those of luck, and others
take anything they could. It is conditioning on observations, and there are four ways to draw from it:

    few worlds        all are followed, with their odds         `belief`: exact
    a short game      one is found, and changed at random       `worlds`, `ways`, `shuffling`: Metropolis-Hastings
    nothing matters   it is gone on from the last parting       `parting`: the same whatever lay hidden there
    a long game       what isn't known is dealt until it fits   `dealing`, `tracks`: rejection, and doubts that are told

`resampling` chooses between them. Nothing comes of the true state but what its viewer has lived through: equal
histories and equal seeds give equal worlds. `opaque` values stand for what isn't known, and refuse every look.

What goes in: `moments` are rests as a viewer comes to them, `lived` follows them as the game goes on, `asides` has what
was taken back meanwhile. What makes worlds quickly: `stepping` plays from rest to rest with luck from outside
(`injected`), `resting` knows where nothing is in hand, `backs` and `nameless` with `renaming` let pieces be called
otherwise where the viewer sees none, `nearest` helps out where an effect has in hand what nobody knows. What may be
taken back, and why not, is said by `undoing` and `retractable`, since it depends on who has learnt something.
"""
