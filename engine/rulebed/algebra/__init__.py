"""Core expressions as algebra: a normal form for conditions, constant folding, bounds, substitution.

    (a or b > 3) and b > 3            ->  b > 3                       `logic`: what one part says, others needn't
    (x + 2) + 3                       ->  x + 5                       `simplify`: one step, of parts that are simple
    len(filter(c in cards: c > 2))    ->  count(c in cards: c > 2)
    any(c in [0, 1]: price[c] > 1)    ->  1                           `fold`: tables are looked up, short sets unrolled

`bounds` says between which numbers a value lies, `distinct` which sets hold nothing twice, `cells` which part of a
fact of pairs an index means, `indices` how a set over many things is gone through by what is asked of them. `needs`
are conditions with a reason and a place, carried back through writes by substitution. All of it is exact: a value is
the same before and after, in every state; what can't be told stays as it is.
"""
