"""Numbers, ranges and counts beyond measure."""

from __future__ import annotations

from tests.hostile.cases import PLAYS, doing, whole

BIG = "9" * 30
N = "game: {state: {n: number, m: number}}\n"
ANY = "any a in ks satisfies any b in ks satisfies any c in ks satisfies a.a + b.a + c.a > 1"
FOUR = "kinds: {k: {count: 2000, state: {a: number}}}\n"


CASES = {
    "a hundred thousand instances": {"files": whole("kinds: {k: {count: 100000}}\n"), "expected": ("B102",)},
    "instances beyond counting": {"files": whole(f"kinds: {{k: {{count: {BIG}}}}}\n"), "expected": ("Y111",)},
    "instances below zero": {"files": whole("kinds: {k: {count: -5}}\n"), "expected": ["T224"]},
    "a hundred thousand cards by name": {
        "dear": True,
        "files": whole(
            "kinds: {card: {data: {n: number}}}\ncards:\n" + "".join(f"  c{n}: {{n: 1}}\n" for n in range(100_000))
        ),
        "expected": ("Y106",),
    },
    "five thousand cards by name": {
        "files": whole(
            "kinds: {card: {data: {n: number}}}\ncards:\n" + "".join(f"  c{n}: {{n: 1}}\n" for n in range(5000))
        ),
        "expected": ("B102",),
    },
    "a grid of a hundred million": {
        "files": whole("kinds: {k: {grid: {rows: 10000, columns: 10000}}}\n"),
        "expected": ("P313",),
    },
    "a hexagon of a million": {"files": whole("kinds: {k: {hex: {radius: 1000000}}}\n"), "expected": ("P313",)},
    "rows of hexagons beyond measure": {
        "files": whole("kinds: {k: {hex: {rows: [1000000, 1000000]}}}\n"),
        "expected": ("P313",),
    },
    "lines beyond measure": {
        "files": whole("kinds: {k: {grid: {rows: 40, columns: 40, lines: 1000000}}}\n"),
        "expected": ("P313",),
    },
    "one for each of each of each": {
        "files": whole("kinds: {a: {count: 2000}, b: {for_each: {x: a, y: a, z: a}}}\n"),
        "expected": ("B102",),
    },
    "so many for each": {
        "files": whole("kinds: {a: {count: 2000}, b: {count: 2000, for_each: {x: a}}}\n"),
        "expected": ("B102",),
    },
    "facts of pairs beyond measure": {
        "files": whole("kinds: {a: {count: 2000, state: {n: {type: number, per: a}}}}\n"),
        "expected": ("B102",),
    },
    "many facts of many": {
        "files": whole("kinds: {a: {count: 2000, state: {" + ", ".join(f"f{n}: number" for n in range(500)) + "}}}\n"),
        "expected": ("B102",),
    },
    "a million players": {
        "files": {"bomb/pack.yaml": whole("")["bomb/pack.yaml"].replace("players: 2", "players: 1000000")},
        "expected": ("P305",),
    },
    "from one to a million players": {
        "files": {
            "bomb/pack.yaml": whole("")["bomb/pack.yaml"].replace("players: 2", "players: {min: 1, max: 1000000}")
        },
        "expected": ("P305",),
    },
    "minus two players": {
        "files": {"bomb/pack.yaml": whole("")["bomb/pack.yaml"].replace("players: 2", "players: -2")},
        "expected": ("P305",),
    },
    "an option of five thousand values": {
        "files": whole("options: {o: {values: [" + ", ".join(map(str, range(5000))) + "], default: 0}}\n"),
        "expected": ("P305",),
    },
    "five hundred options": {
        "files": whole("options:\n" + "".join(f"  o{n}: {{values: [a, b, c], default: a}}\n" for n in range(500))),
        "expected": ("P305",),
    },
    "a fact of a huge range": {"files": whole(f"game: {{state: {{n: 'number 0..{BIG}'}}}}\n"), "expected": PLAYS},
    "a fact of a long range": {"files": whole("game: {state: {n: number 0..100000000}}\n"), "expected": PLAYS},
    "a number of thirty digits": {"files": doing(f"set n to {BIG}", N), "expected": ("B101",)},
    "a number of ten thousand digits": {"files": doing(f"set n to {'9' * 10_000}", N), "expected": ("B101",)},
    "a product of products": {
        "files": doing("set n to 99999999999\nset n to n * n * n * n * n", N),
        "expected": ("B101",),
    },
    "doubling a million times": {
        "files": doing("set n to 1\nrepeat 100000 times: add n to n", N),
        "expected": ("BudgetExceeded",),
    },
    "summing sums": {
        "files": doing("set n to 1\nrepeat 100000 times: set n to n + n + n + n", N),
        "expected": ("BudgetExceeded",),
    },
    "squaring a hundred times": {
        "files": doing("set n to 3\nrepeat 100 times: set n to n * n", N),
        "expected": ("BudgetExceeded",),
    },
    "a resource without end": {
        "files": doing("gain 1 gold\nrepeat 100000 times: gain me.gold gold", "resources: {gold: }\n"),
        "expected": ("BudgetExceeded",),
    },
    "a range of a billion": {"files": doing("set n to count(1..1000000000)", N), "expected": ("B101",)},
    "a range of a billion with unknown end": {
        "files": doing("set m to 1000000000\nset n to count(1..m)", N),
        "expected": ("BudgetExceeded",),
    },
    "a roll of a billion": {"files": doing("roll 1..1000000000 as r\nset n to r", N), "expected": ("B101",)},
    "a billion rolls": {
        "files": doing("roll 1000000000 times 1..6 as r\nset n to sum(r)", N),
        "expected": ("BudgetExceeded",),
    },
    "a choice of a billion": {"files": doing("choose r in 1..1000000000\nset n to r", N), "expected": ("B101",)},
    "a choice of a million, later": {
        "files": doing("set m to 90000\nchoose r in 1..m\nset n to r", N),
        "expected": PLAYS,
    },
    "a pick of a billion": {
        "files": whole(
            "", flow="flow: {turn: {do: {pick: 1000000000, options: {a: nothing, b: nothing}}, next: end}}\n"
        ),
        "expected": ("B101",),
    },
    "a billion times": {"files": doing("repeat 1000000000 times: add 1 to n", N), "expected": ("BudgetExceeded",)},
    "a billion times nothing": {"files": doing("repeat 1000000000 times: nothing"), "expected": ("BudgetExceeded",)},
    "up to a billion times": {"files": doing("up to 1000000000 times: add 1 to n", N), "expected": ("BudgetExceeded",)},
    "drawing a billion": {
        "files": doing(
            "draw 1000000000 from d into h",
            "kinds: {c: {count: 5}}\ngame: {state: {d: {type: deck of c, start: all}, h: row of c}}\n",
        ),
        "expected": ("BudgetExceeded",),
    },
    "refilling to a billion": {
        "files": doing(
            "refill h from d to 1000000000",
            "kinds: {c: {count: 5}}\ngame: {state: {d: {type: deck of c, start: all}, h: row of c}}\n",
        ),
        "expected": ("BudgetExceeded",),
    },
    "thousands of options": {
        "files": whole(
            "",
            flow="flow: {turn: {do: {pick: 1, options: {"
            + ", ".join(f"o{n}: end game" for n in range(4000))
            + "}}, next: end}}\n",
        ),
        "expected": ("P305",),
    },
    "thousands of procedures": {
        "dear": True,
        "files": whole("procedures:\n" + "".join(f"  p{n}: nothing\n" for n in range(2000))),
        "expected": PLAYS,
    },
    "thousands of phases": {
        "dear": True,
        "files": whole(
            "",
            flow="flow:\n"
            + "".join(f"  p{n}: {{do: nothing, next: p{n + 1}}}\n" for n in range(1500))
            + "  p1500: {do: {pick: 1, options: {a: end game}}, next: end}\n",
        ),
        "expected": PLAYS,
    },
    "thousands of laws": {
        "dear": True,
        "files": whole("laws:\n" + "".join(f"  l{n}: 1 is 1\n" for n in range(3000))),
        "expected": PLAYS,
    },
    "thousands of unknown names": {
        "dear": True,
        "files": whole("procedures:\n" + "".join(f"  p{n}: gain 1 x{n}\n" for n in range(3000))),
        "expected": ("T102",),
    },
    "thousands of slips": {
        "dear": True,
        "files": whole("procedures:\n" + "".join(f"  p{n}: gain gain {n}\n" for n in range(3000))),
        "expected": ("S101",),
    },
    "four loops within each other": {
        "files": doing("each a in ks: each b in ks: each c in ks: each d in ks: add 1 to n", FOUR + N),
        "expected": ("BudgetExceeded",),
    },
    "four questions within each other": {
        "files": doing(
            f"set n to 1 if ({ANY}) else 0",
            FOUR + N,
        ),
        "expected": ("B101",),
    },
    "four lists within each other": {
        "files": doing(
            "set n to " + "sum([" * 4 + "a.a + d.a" + "".join(f" for {name} in ks])" for name in "dcba"),
            FOUR + N,
        ),
        "expected": ("B101",),
    },
    "a law that looks at everything": {
        "files": whole(
            FOUR + "laws: {l: all a in ks satisfy all b in ks satisfy all c in ks satisfy a.a + b.a + c.a < 1}\n"
        ),
        "expected": ("B101",),
    },
    "a score that looks at everything": {
        "files": whole(
            FOUR, tail="result: {score: 'sum([sum([sum([a.a + b.a + c.a for c in ks]) for b in ks]) for a in ks])'}\n"
        ),
        "expected": ("B101",),
    },
    "an option that looks at everything": {
        "files": whole(
            FOUR,
            flow="flow:\n  turn:\n    do:\n      pick: 1\n      options:\n        "
            f"a: {{when: {ANY}, do: nothing}}\n        b: end game\n    next: turn\n",
        ),
        "expected": ("B101",),
    },
}
