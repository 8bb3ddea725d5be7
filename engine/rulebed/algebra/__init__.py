"""Core expressions as algebra: constant folding, bounds, substitution.

Whoever makes an expression makes it simple, as far as its parts tell (`lang.making`). What takes more stands here:

    sum(c in [0, 1]: price[c])        ->  5                           `fold`: tables are looked up, short sets unrolled
    any(c in [0, 1]: price[c] > 1)    ->  1
    max(x, 0)                         ->  x                           what lies between known bounds is told by these

`bounds` says between which numbers a value lies, `distinct` which sets hold nothing twice, `counts` what a count says
of its set, `cells` which part of a fact of pairs an index means, `indices` how a set over many things is gone through
by what is asked of them. `needs` are conditions with a reason and a place, carried back through writes by substitution.
All of it is exact: a value is the same before and after, in every state; what can't be told stays as it is.
"""
