"""Small packs for tests of the tools, as texts."""

SQUARES = """\
name: squares
title: Squares
players: 2
kinds:
  square:
    grid: {rows: 2, columns: 2}
    state: {mark: player?}
flow:
  turn:
    do:
      mark: choose place in squares where no mark; set place.mark to me
      pass_on: set active to next(me)
    next:
      - {if: no squares where no mark, to: end}
      - {otherwise: turn}
result: {score: count(squares where mark is me)}
"""

CARDS = """\
name: cards
title: Cards
players: {min: 2, max: 2, state: {hand: hand of card}}
options:
  stake: {values: [low, high], default: low}
kinds:
  card:
    data: {worth: number}
cards:
  ace: {worth: 4}
  king: {worth: 3}
  queen: {worth: 2}
  jack: {worth: 1}
resources:
  chip: {start: 1}
game:
  state:
    stock: {type: deck of card, start: all}
    shown: row of card
    bought: number
procedures:
  bet:
    pick: 1
    options:
      keep: nothing
      stake: {when: options.stake is high, do: pay 1 chip}
      buy: pay 1 chip; add 1 to bought
flow:
  drawing:
    do:
      take: draw from stock into my.hand
      show: choose c in my.hand; put c in shown
      bet: bet()
      pass_on: set active to next(me)
    next:
      - {if: count(stock) is 0, to: end}
      - {otherwise: drawing}
laws:
  few_are_shown: count(shown) <= 4
  little_is_bought: bought < 5
result: {score: "2 * my.chip + sum([c.worth for c in my.hand])"}
"""

WATCH = """\
name: watch
title: The watch
players: 2
kinds:
  post:
    instances: [gate, wall, tower]
    state: {guard: player?, lamps: {type: number, high: 2}}
resources: {man: {start: 5}, away: , lamp: {start: 6}}
flow:
  turn:
    do: choose p in posts where no guard; set p.guard to me; lose 1 man; gain 1 away; set active to next(me)
    next: end
values: {guarded: {takes: {p: post}, is: any p.guard}}
laws:
  nobody_is_lost: {is: all p in players satisfy p.man + p.away is 5, follows: man}
  who_is_away_stands_guard: {is: all p in players satisfy p.away is count(posts where guard is p), follows: away}
  lamps_are_left: {is: "all p in players satisfy 2 * p.lamp + sum([q.lamps for q in posts]) is 12", follows: lamp}
result: {score: my.man}
"""

TALES = """\
name: tales
title: Tales
players: 2
kinds:
  danger: {instances: [mild, grave]}
  tale: {data: {danger: {type: danger, on_back: true}}}
tales: {goblin: {danger: mild}, dragon: {danger: grave}, rat: {danger: mild}}
game: {state: {book: {type: deck of tale, start: all}, shown: row of tale}}
procedures:
  read: draw from book into shown
flow:
  turn: {do: read; choose t in shown, next: end}
result: {score: count(shown)}
"""
