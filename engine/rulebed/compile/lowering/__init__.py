"""Lowering: a program is cut where play can wait, and what lives across a cut gets a slot of the flat list.

    buy: choose c in cards; may choose d in cards; pay c.price shells

becomes one piece for each place to go on from (`rulebed build PACK --stage lowered`):

    from procedures.buy.c (buy)
        let 3:c = $answer
        wait at 1

    from procedures.buy.d (buy)
        let 3:d = $answer
        let 3:price = max(#card.price[3:c], 0)

These are continuations that were turned into data (defunctionalization): a state is the number of the place, and the
values of the locals that the rest still reads. `lower` splits; a procedure that waits is put in place at its call,
or, where it is long or calls itself, stays one of its own that goes back by number, with its frame put aside. Each
local has the number of its copy in front (`3:c`). `graph` tells which pieces are put together again as one function,
and what lives across functions (liveness, backward over the graph); `alias` finds locals that only name a field that
stays as it is (copy propagation), which need no slot; `slots` lets locals share a slot whose calls never meet.
`upcoming` says of what waits in hand what not everybody knows, for those who imagine worlds.

`code` has what lowered programs are made of, `listing` prints them. `placing` gives out the slots of fields, luck and
frames; `driving` finds which functions need a driver, and `offering` which choices all can see the options of.
`hollow` renames what stands in a statement without its blocks.
"""
