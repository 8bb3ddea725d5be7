"""What a sound form allows and no play can end: sets in sets, growth, luck, boxes and searches without end."""

from __future__ import annotations

from tests.hostile.cases import PLAYS, doing, whole

EXCEEDED = ("BudgetExceeded",)
N = "game: {state: {n: number, m: number}}\nkinds: {k: {count: 60, state: {a: number}}}\n"
MANY = N.replace("60", "300")
CARDS = "kinds: {c: {count: 1000}}\ngame: {state: {d: {type: deck of c, start: all}, h: row of c}}\n"
TWO = "set m to 90000\nlet xs = 1..m\nlet ys = [x + m for x in xs]\n"
PAIRS = "sum([sum([x + y for y in 1..m]) for x in 1..m])"
ALL = "sum([sum([x.a + y.a for y in ks]) for x in ks])"
TEXTS = (
    "row: {a: {each: x in ks, row: {b: {each: y in ks, text: '{sum([sum([z.a + w.a for w in ks]) for z in ks])}'}}}}"
)
TURN = "  turn: {do: {act: {pick: 1, options: {go: nothing, stop: end game}}}, next: turn}\n"
GROWING = """let xs = [1, 2]
repeat 16 times: let xs = [y * 2 for y in xs] + [y * 2 + 1 for y in xs]
set n to count(xs)"""
DEALING = """repeat 2000 times:
  draw 900 from d into h
  put h under d
  shuffle d"""


def _round(phase: str) -> dict[str, str]:
    return whole(MANY, flow=f"flow:\n  a: {{{phase}}}\n{TURN}")


def _searching(steps: str, body: str = "") -> dict[str, str]:
    lines = "".join(f"            {line}\n" for line in steps.splitlines())
    options = f"        options:\n          stop: end game\n          go: |\n{lines}"
    return whole(
        N + "resources: {g: }\n" + body,
        flow=f"flow:\n  turn:\n    do:\n      act:\n        pick: 1\n{options}    next: turn\n",
    )


CHOICES = "".join(f"choose x{i} in ks where a >= n\nadd x{i}.a to n\n" for i in range(6)) + "pay n + 5 g"
CALLS = "procedures:\n" + "".join(
    f"  q{i}: |\n    choose x in ks where a >= n\n    add x.a to n\n    {f'q{i + 1}' if i < 5 else 'pay n + 5 g'}\n"
    for i in range(6)
)

CASES = {
    "long sets joined": {"files": doing(TWO + "set n to count(xs + ys)", N), "expected": EXCEEDED},
    "long sets taken from each other": {"files": doing(TWO + "set n to count(xs - ys)", N), "expected": PLAYS},
    "what long sets have in common": {"files": doing(TWO + "set n to count(common(xs, ys))", N), "expected": PLAYS},
    "places in a long set": {
        "files": doing(TWO + "set n to count(xs where place(it, reverse(xs)) > 5)", N),
        "expected": EXCEEDED,
    },
    "sums in sums over ranges of facts": {"files": doing(f"set m to 90000\nset n to {PAIRS}", N), "expected": EXCEEDED},
    "such a sum as a score": {
        "files": doing("set m to 90000", N, tail=f"result: {{score: '{PAIRS}'}}\n"),
        "expected": EXCEEDED,
    },
    "such a sum on the board": {
        "files": doing("set m to 90000", N + f"board: {{row: {{a: {{text: '{{{PAIRS}}}'}}}}}}\n"),
        "expected": EXCEEDED,
    },
    "a set that doubles": {"files": doing(GROWING, N), "expected": EXCEEDED},
    "a phase that looks at all pairs, again and again": {
        "files": _round(f"do: 'set n to {ALL} + n + 1', next: [{{if: n > 100000000, to: turn}}, {{otherwise: a}}]"),
        "expected": EXCEEDED,
    },
    "an edge that looks at all pairs, again and again": {
        "files": _round(f"do: 'add 1 to n', next: [{{if: '{ALL} + n > 100000000', to: turn}}, {{otherwise: a}}]"),
        "expected": EXCEEDED,
    },
    "a procedure that looks at all pairs, again and again": {
        "files": doing("q", MANY + f"procedures: {{q: 'set n to {ALL} + n + 1; if n < 1000000: q'}}\n"),
        "expected": EXCEEDED,
    },
    "a procedure that runs itself in each of many turns": {
        "files": doing("q", "procedures: {q: 'repeat 100000 times: q'}\n"),
        "expected": EXCEEDED,
    },
    "a procedure that keeps a long set at each depth": {
        "files": doing("set m to 90000\nq", N + "procedures: {q: 'let y = 1..m; q; set n to count(y)'}\n"),
        "expected": EXCEEDED,
    },
    "a hundred thousand dice": {
        "files": doing("roll 99999 times 1..6 as r\nset n to count(r)", N),
        "expected": EXCEEDED,
    },
    "a thousand cards dealt and shuffled, again and again": {"files": doing(DEALING, CARDS), "expected": EXCEEDED},
    "a deck shuffled a hundred thousand times": {
        "files": doing("repeat 100000 times: shuffle d", CARDS),
        "expected": EXCEEDED,
    },
    "boxes in boxes over ranges of facts": {
        "files": doing(
            "set m to 90000",
            N + "board: {row: {a: {each: 'x in 1..m', column: {b: {each: 'y in 1..m', text: 'z'}}}}}\n",
        ),
        "expected": EXCEEDED,
    },
    "many boxes with long texts": {
        "files": doing("set m to 1", N.replace("60", "200") + f"board: {{{TEXTS}}}\n"),
        "expected": EXCEEDED,
    },
    "boxes that aren't there, in boxes": {
        "files": doing(
            "set m to 90000",
            N + "board: {row: {a: {each: 'x in 1..m', column: {b: {each: 'y in 1..m', if: x < 0, text: z}}}}}\n",
        ),
        "expected": EXCEEDED,
    },
    "boxes that each say much": {
        "files": doing("set m to 40000", N + f"board: {{row: {{a: {{each: 'x in 1..m', text: '{'z' * 20_000}'}}}}}}\n"),
        "expected": EXCEEDED,
    },
    "boxes that each show much": {
        "files": doing("set m to 10000", N + "board: {row: {a: {each: 'x in 1..m', show: '1..m'}}}\n"),
        "expected": EXCEEDED,
    },
    "six free choices before a price": {"files": _searching(CHOICES), "expected": EXCEEDED},
    "six free choices in six procedures": {"files": _searching("q0", CALLS), "expected": EXCEEDED},
    "a number of twenty digits": {
        "files": doing("let c = 10\neach k in 1..22: let c = c * 10\nset n to c", N),
        "expected": EXCEEDED,
    },
    "a number that doubles ninety times": {
        "files": doing("let c = 10\neach k in 1..90: let c = c + c\nset n to c", N),
        "expected": EXCEEDED,
    },
}

for case in CASES.values():
    case["dear"] = True  # each takes as long as any may
