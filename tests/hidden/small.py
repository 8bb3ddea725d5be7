"""Small packs, each with secrets of one sort: so few games that all of them can be listed."""

from .tables import Table

BID = """
title: Sealed bid
players: {min: 2, max: 3, state: {bid: {type: number, seen_by: owner}}}
game: {state: {seen: number}}
flow:
  bid: {do: "secretly each p in players: choose n in 0..2; set p.bid to n", next: guess}
  guess: {do: "choose m in 0..1; set seen to m", next: end}
result: {score: 0}
"""
DRAWN = """
title: Drawn
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 4}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 1 from stock into p.hand", next: turn}
  turn:
    do: |
      may look at next(me).hand
      may put first(my.hand) in table
      set active to next(me)
    next: [{if: active is first(players), to: end}, {otherwise: turn}]
result: {score: count(table)}
"""
WAITING = """
title: Waiting
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 4}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: turn}
  turn: {do: "as next(me): choose c in my.hand; as first(players): choose k in 0..1; put c in table", next: end}
result: {score: 0}
"""
LONGER = """
title: Longer in secret
players: {min: 2, max: 3, state: {wish: {type: number, seen_by: owner}, more: {type: number, seen_by: owner}}}
flow:
  write:
    do: |
      secretly each p in players:
        choose n in 0..1
        set p.wish to n
        if n > 0:
          choose m in 0..1
          set p.more to m
    next: then
  then: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
ROLLED = """
title: Rolled in secret
players: {min: 2, max: 2, state: {told: number}}
flow:
  throw:
    do: |
      secretly each p in players:
        choose n in 0..1
        roll 1..2 as f
        choose m in 0..1
        set p.told to n + m
    next: then
  then: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
PASSING = """
title: Pass on
players: {min: 2, max: 2, state: {hand: hand of card, aside: hand of card}}
kinds: {card: {count: 5}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: lay}
  lay: {do: "secretly each p in players: choose c in p.hand; put c in p.aside", next: hand_on}
  hand_on: {do: "each p in players: put p.aside in next(p).hand", next: turn}
  turn: {do: "choose c in my.hand", next: end}
result: {score: 0}
"""
OPENED = """
title: Opened
players: {min: 2, max: 2, state: {mark: {type: number, seen_by: viewer is it or is_open}}}
game: {state: {is_open: flag}}
flow:
  write: {do: "secretly each p in players: choose n in 0..2; set p.mark to n", next: turn}
  turn:
    do: |
      choose n in 0..1
      if n > 0: set is_open to true
      as next(me): choose k in 0..1
      set is_open to false
      as next(me): choose j in 0..1
    next: end
result: {score: 0}
"""
MARKED = """
title: Marked in secret
players: {min: 2, max: 2, state: {mark: {type: number, start: 1}}}
flow:
  write:
    do: |
      secretly each p in players:
        choose n in 1..2
        set p.mark to n
        choose m in 1..p.mark
        roll 1..2 as f
        choose k in 1..f
        set p.mark to m + k
    next: then
  then: {do: "each p in players: as p: choose k in 1..p.mark - p.mark + 1", next: end}
result: {score: 0}
"""
SAID = """
title: Said
players: {min: 2, max: 2, state: {sort: {type: colour?, seen_by: viewer is not it}}}
kinds: {colour: {instances: [red, blue, white]}}
flow:
  give: {do: "each p in players: as next(p): choose c in colours; set p.sort to c", next: ask}
  ask:
    do: |
      each p in players: as p:
        choose c in colours
        say whether my.sort is c
    next: turn
  turn: {do: "choose n in 0..1", next: end}
result: {score: 0}
"""
BAGS = """
title: Bags
players: {min: 2, max: 2, state: {bag: {type: bag of token, start: all}, top: hand of token}}
kinds: {token: {alike: true, instances: [black, white]}}
game: {state: {table: row of token}}
flow:
  draw: {do: "each p in players: draw from p.bag into p.top", next: turn}
  turn:
    do: |
      may put first(my.top) in table
      set active to next(me)
    next: [{if: active is first(players), to: end}, {otherwise: turn}]
result: {score: 0}
"""
LAWFUL = """
title: Lawful
players: {min: 2, max: 2, state: {mark: {type: number, seen_by: owner}}}
flow:
  write: {do: "secretly each p in players: choose n in 0..3; set p.mark to n", next: turn}
  turn: {do: "choose n in 0..1", next: end}
laws: {small: "sum([p.mark for p in players]) < 4"}
result: {score: 0}
"""
SHOWN = """
title: Shown after all have answered
players: {min: 3, max: 3, state: {wish: number}}
flow:
  write: {do: "secretly each p in players: choose n in 0..2; set p.wish to n", next: turn}
  turn: {do: "choose n in 0..1", next: end}
result: {score: 0}
"""
CUP = """
title: Under a cup
players: {min: 2, max: 2, state: {face: {type: number 1..3, seen_by: viewer is it or is_up}, again: flag}}
game: {state: {is_up: flag}}
flow:
  throw: {do: "each p in players: roll 1..3 into p.face", next: turn}
  turn:
    do: |
      each p in players: as p:
        choose n in 0..1
        if n > 0:
          roll 1..3 into my.face
          set my.again to true
      set is_up to true
      choose k in 0..1
    next: end
result: {score: 0}
"""
APART = """
title: Thrown apart
players: {min: 2, max: 2, state: {face: {type: number 1..2, seen_by: owner}, mark: {type: number, seen_by: owner}}}
flow:
  throw:
    do: |
      secretly each p in players:
        roll 1..2 into p.face
        choose n in 0..1
        set p.mark to n
        if n > 0: roll 1..2 into p.face
    next: turn
  turn: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
WHISPERED = """
title: Whispered
players: {min: 3, max: 3, state: {face: {type: number 1..2, seen_by: owner}}}
flow:
  throw:
    do: |
      secretly each p in players:
        roll 1..2 into p.face
        choose n in 0..1
        say whether p.face is n + 1 to next(p)
    next: turn
  turn: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
LUCKY = """
title: Luck in secret
players: {min: 2, max: 2, state: {wish: {type: number, seen_by: owner}, face: {type: number 0..2, seen_by: owner}}}
flow:
  think: {do: "each p in players: as p: choose n in 0..1; set my.wish to n", next: throw}
  throw:
    do: |
      secretly each p in players:
        if p.wish > 0: roll 0..2 into p.face
        choose k in 0..1
        set p.wish to k
    next: then
  then: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
DRAWN_UP = """
title: On a board
players:
  min: 2
  max: 2
  state: {fate: {type: number 0..2, seen_by: nobody}, wish: {type: number 0..1, seen_by: owner}}
flow:
  throw: {do: "each p in players: roll 0..2 into p.fate", next: think}
  think: {do: "secretly each p in players: choose n in 0..1; set p.wish to n", next: then}
  then: {do: "each p in players: as p: choose k in 0..1", next: end}
board:
  column:
    fate: {show: my.fate}
    wish: {text: "{my.wish}"}
    next: {if: next(me).wish > 0, text: so}
    players: {each: p in players, title: "{p}", column: {fate: p.fate, wish: {track: {at: p.wish, from: 0, to: 1}}}}
result: {score: 0}
"""
SMALL = {
    name.lower(): Table(name.lower(), text)
    for name, text in {
        "BID": BID, "DRAWN": DRAWN, "WAITING": WAITING, "LONGER": LONGER, "ROLLED": ROLLED, "PASSING": PASSING,
        "OPENED": OPENED, "SAID": SAID, "BAGS": BAGS, "LAWFUL": LAWFUL, "SHOWN": SHOWN,
        "CUP": CUP, "APART": APART, "WHISPERED": WHISPERED, "LUCKY": LUCKY,
        "MARKED": MARKED, "BOARD": DRAWN_UP,
    }.items()
}  # fmt: skip
