"""Assembly: a pack's tree, for one number of players and one set of options, becomes a model.

    buy:
      choose c in cards
      may choose d in cards
      pay c.price shells
      gain 1 shells

becomes core statements over numbered things: names and types are settled here, once for all that follows, and each verb
is what it means (`rulebed.verbs`). This is what `--stage core` shows:

    choose c from [0, 1, 2] by me
    choose d from [0, 1, 2] by me, or procedures.buy.d.none
    let price = max(#card.price[c], 0)
    require (party.stock[((me * 1) + 0)] >= price) -- enough shells
    write party.stock[((me * 1) + 0)] = (party.stock[((me * 1) + 0)] - price)

All is declared before anything is read, since programs may speak of what stands further down: a `Bench` (`bench`) has
the tree on its one side and what has been made of it on the other, `assemble` is the order.

- What there is: `kinds` with `callings`, `maps` and `terrain`, `facts` with `declared`, `data`, `foresight` and
  `lasting`, `resources`, `options`, `moves` and `backs` for what is held somewhere, `names` for what may be called how.
- What is done: `programs` with `syntax`, `references` and `circles`; `events` for what acts by itself, `during` for
  what changes for the time being, `values` and `own_values` with what modifies them, `answers` for who has no seat.
- How it goes on and ends: `flow` is the phases and the ways between them (F1xx), `result` who has won, `following` what
  laws tell. `board`, `texts` and `tongues` are how it looks and is said.
- What is said in vain: `unused`, `unread`, `amounts`, `comparisons` (P3xx, T4xx).
- What setups and packs have in common is made once: `families`, `face`, `sharing`. Of a pack of which one program alone
  is run, `pruned` leaves what that comes to.
"""
