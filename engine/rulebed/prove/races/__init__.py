"""Races: what seats do at the same time touches only what is their own, so that no order can matter.

    meanwhile each p in players: choose c in p.hand; put c in p.row      fine: hand and row are each seat's own
    meanwhile each p in players: choose c in market; put c in p.row      refused: two may take the same card

A parallel block is free of races (data-race freedom by ownership, as in Rust or in ownership types): `ownership`
finds what surely belongs to the seat whose branch is read, by whose fact it is, whom a fact names, where a piece
lies, and by what conditions have told; `reach` follows what a branch leads to, through calls and events; `branches`
says what is not its own (V105, V106). `strands` gives each branch luck of its own, so that who answers first changes no
roll. `once` tells play of which blocks all seats can be asked together, as one joint move.
"""
