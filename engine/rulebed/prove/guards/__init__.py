"""Guards: what is offered can be got through. Each choice offers only what the rest of its procedure gets through with.

    buy:
      choose c in cards
      may choose d in cards
      pay c.price shells

What is needed to get through is carried back from the end, statement by statement: the weakest precondition
(Dijkstra), kept as *needs*, each with its reason and its place.

    behind the payment        nothing
    before it                 my shells are at least the price of c       "enough shells"
    before d is chosen        the same, for each d, and for declining
    before c is chosen        there is a c of which that is so

At a choice the needs of an item become a filter over what it is taken from, which is what `--stage proved` shows:

    choose c from filter(c^2 in [0, 1, 2]: (party.stock[me] >= #card.price[c^2])) by me

What is left where the procedure begins is needed by whoever calls it, and is what `can do buy` asks.

`weakest` goes through blocks, and hands what is hard to others: `loops` to all turns at once or one after the other,
`asking` to calls (a question that stands for all that a procedure needs, so that one that calls itself is no trap),
`supposing` to what can't be carried back: that runs on a copy. A write is carried through by substitution
(`algebra/needs.py`). What comes after luck or after somebody else's choice nobody can see to: it must not fail
whatever they bring, and `promises` proves that or says what can't be promised (G1xx). `never` finds what nobody is
ever offered.

Nothing here may look at what the chooser doesn't know: such a condition is no guard but a finding.

The others: `guards` goes through all programs, each a unit that can be kept for another model (`units`, with
`dependence` for what it is a function of); `ahead` is what the parts know of the whole look ahead; `findings` holds
back what can't be promised until it matters, `live` drops questions that nothing asks. Of a condition, `seats` and
`strangers` say whether the one who is asked can see to it, `whereabouts` that a piece lies where it was taken from.
`specialise` copies a procedure for one call, so that what is offered in it sees to what comes after.
"""
