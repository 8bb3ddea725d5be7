"""Emission: lowered programs, expressions and boards as Python over the flat list, made of `ast` nodes.

    from procedures.buy.d (buy)
        write party.stock[((3:me * 1) + 0)] = (party.stock[((3:me * 1) + 0)] - 3:price)

becomes, with its slots (`rulebed build PACK --stage code`):

    def procedures_buy_d_0(s, a):
        s[3 + v_3_me_0] -= v_3_price_0

`compile` has the stages in their order. `preparation` makes each expression ready for its place: small values are put
in (inlining), small sets unrolled, what doesn't hang on the item asked outside (`algebra`, `miniscope`);
`expressions` writes it, as a value or as a test; `hoist` reads once what is read again and again (common
subexpressions); `statements` writes what doesn't wait, `emit` the functions, `sites` what a decision asks beside:
what is offered, of whom, with which odds. `charges` and `tolls` let functions pay for what isn't short by its form;
`shop` collects all of it by the files of the pack, whose lines each node carries, so that a traceback shows the
modder's own line. `board` and `made_up` write boards in the same way, over a list in which what the viewer doesn't
know can't be looked at.

`shapes` are short ways of writing `ast` nodes, `sizes` how many items locals can hold, which decides what is charged.
What is tried (`try`) is a program of its own that runs on a copy: `trials`.
"""
