"""Depth, recursion and growth: what is small to write and large to work out."""

from __future__ import annotations

from tests.hostile.cases import PLAYS, doing, whole

N = "game: {state: {n: number, f: flag}}\n"
EIGHT = "kinds: {k: {count: 8, state: {a: number, o: player?}}}\n"


def expression(text: str, body: str = N) -> dict[str, str]:
    """A pack with a value of this expression."""
    return doing(f"set n to {text}", body)


def values(first: str, step: str, count: int) -> dict[str, str]:
    """Values each of which is made of the one before."""
    lines = "".join(f"  v{n}: {step.replace('V', f'v{n - 1}')}\n" for n in range(1, count))
    return doing(f"set n to v{count - 1}", f"{N}values:\n  v0: {first}\n{lines}")


def procedures(first: str, step: str, count: int, body: str = N) -> dict[str, str]:
    """Procedures each of which runs the one before."""
    lines = "".join(f"  p{n}: {step.replace('P', f'p{n - 1}()')}\n" for n in range(1, count))
    return doing(f"p{count - 1}()", f"{body}procedures:\n  p0: {first}\n{lines}")


def flow(text: str, body: str = "") -> dict[str, str]:
    """A pack with this flow."""
    return whole(body, flow=f"flow:\n{text}")


CASES = {
    "values that stand for values, three hundred deep": {
        "files": whole("values:\n" + "".join(f"  v{n}: v{n + 1} + 1\n" for n in range(300)) + "  v300: 1\n"),
        "expected": ("B101",),
    },
    "brackets five thousand deep": {"files": expression("(" * 5000 + "1" + ")" * 5000), "expected": PLAYS},
    "brackets a hundred thousand deep": {
        "files": expression("(" * 100_000 + "1" + ")" * 100_000),
        "expected": ("S104",),
    },
    "open brackets only": {"files": expression("(" * 9000), "expected": ("S101",)},
    "lists a thousand deep": {"files": expression("count(" + "[" * 1000 + "]" * 1000 + ")"), "expected": ("S104",)},
    "not five thousand times": {"files": doing("set f to " + "not " * 4000 + "f", N), "expected": ("S104",)},
    "minus five thousand times": {"files": expression("- " * 5000 + "1"), "expected": ("S104",)},
    "a sum of nine thousand": {"files": expression("n" + "+n" * 9000), "expected": ("S104",)},
    "a chain of conditions": {"files": expression("1 if f else " * 1500 + "2"), "expected": ("S104",)},
    "a chain of or": {"files": doing("set f to f" + " or f" * 3000, N), "expected": ("S104",)},
    "a chain of facts": {"files": expression("it" + ".a" * 5000), "expected": ("S104",)},
    "calls within calls": {"files": expression("min(" * 1000 + "1" + ", 1)" * 1000), "expected": ("S104",)},
    "types a thousand deep": {
        "files": whole("game: {state: {n: '" + "set of " * 1000 + "player'}}\n"),
        "expected": ("S104",),
    },
    "types fifty deep": {"files": whole("game: {state: {n: '" + "set of " * 50 + "player'}}\n"), "expected": PLAYS},
    "question marks a thousand times": {
        "files": whole("game: {state: {n: 'player" + "?" * 1000 + "'}}\n"),
        "expected": ("S105",),
    },
    "blocks a hundred deep": {
        "files": doing("\n".join("  " * depth + "if f:" for depth in range(100)) + "\n" + "  " * 100 + "add 1 to n", N),
        "expected": ("S104",),
    },
    "one line of conditions": {"files": doing("if f: " * 1000 + "nothing", N), "expected": ("S104",)},
    "a line of five thousand statements": {"files": doing("; ".join(["nothing"] * 2000), N), "expected": PLAYS},
    "two thousand additions": {"files": doing("\n".join(["add 1 to n"] * 1500), N), "expected": ("B101",)},
    "steps within steps": {
        "files": whole(
            "procedures:\n  p: " + "".join("{" + f"s{n}: " for n in range(30)) + "nothing" + "}" * 30 + "\n"
        ),
        "expected": PLAYS,
    },
    "values that ask twice": {"files": values("1", "V + V", 60), "expected": ("B101",)},
    "values in a row": {"files": values("n", "V + 1", 900), "expected": ("B101",)},
    "values in a circle": {"files": whole("values: {a: b + 1, b: c + 1, c: a + 1}\n"), "expected": ("B103",)},
    "a value of itself": {"files": whole("values: {a: a}\n"), "expected": ("B103",)},
    "a value that asks itself for less": {
        "files": doing(
            "set n to less(1000000)", N + "values: {less: {takes: {x: number}, is: 0 if x < 1 else less(x - 1) + 1}}\n"
        ),
        "expected": ("B103",),
    },
    "fibonacci": {
        "files": doing(
            "set n to fib(200)",
            N + "values: {fib: {takes: {x: number}, is: x if x < 2 else fib(x - 1) + fib(x - 2)}}\n",
        ),
        "expected": ("B103",),
    },
    "ackermann": {
        "files": doing(
            "set n to ack(4, 4)",
            N + "values: {ack: {takes: {x: number, y: number}, is: 'y + 1 if x < 1 else ack(x - 1, 1) if y < 1 "
            "else ack(x - 1, ack(x, y - 1))'}}\n",
        ),
        "expected": ("B103",),
    },
    "procedures that run twice": {"files": procedures("add 1 to n", "P; P", 60), "expected": ("B101",)},
    "procedures that run ten times": {
        "files": procedures("add 1 to n", "'repeat 10 times: P'", 40),
        "expected": ("BudgetExceeded",),
    },
    "procedures that ask twice": {
        "files": procedures("choose x in ks where no o; set x.o to me", "P; P", 24, EIGHT + N),
        "expected": ("B101",),
    },
    "procedures in a row": {"files": procedures("add 1 to n", "add 1 to n; P", 900), "expected": ("B101",)},
    "a procedure that runs itself": {"files": doing("p()", "procedures: {p: p()}\n"), "expected": ("BudgetExceeded",)},
    "a procedure that runs itself twice": {
        "files": doing("p()", N + "procedures: {p: p(); add 1 to n; p()}\n"),
        "expected": ("BudgetExceeded",),
    },
    "procedures that run each other": {
        "files": doing("a()", "procedures: {a: b(), b: c(), c: a()}\n"),
        "expected": ("BudgetExceeded",),
    },
    "a procedure that asks and runs itself": {  # again and again, each time in bounds
        "files": doing("p()", "procedures: {p: {pick: 1, options: {again: p(), more: p(); p()}}}\n"),
        "expected": PLAYS,
    },
    "a flow that never asks": {
        "files": flow("  a: {do: nothing, next: b}\n  b: {do: nothing, next: a}\n"),
        "expected": ("F108",),
    },
    "a flow that never asks and never rests": {
        "files": flow("  a: {do: add 1 to n, next: [{if: n > 100000000, to: end}, {otherwise: a}]}\n", N),
        "expected": ("BudgetExceeded",),
    },
    "a flow that looks at everything again and again": {
        "files": flow(
            "  a: {do: 'set n to sum([sum([x.a + y.a for y in ks]) for x in ks])', "
            "next: [{if: n > 100000000, to: end}, {otherwise: a}]}\n",
            N + "kinds: {k: {count: 1500, state: {a: number}}}\n",
        ),
        "expected": ("BudgetExceeded",),
    },
    "a way out that never comes": {
        "files": flow("  a: {do: nothing, next: [{if: n > 1, to: end}, {otherwise: a}]}\n", N),
        "expected": ("BudgetExceeded",),
    },
    "a loop that never stops": {"files": doing("up to 1000000 times: add 1 to n", N), "expected": ("BudgetExceeded",)},
    "events that raise events": {
        "files": doing(
            "raise a()", "events: {a: , b: }\ntriggers: {x: {on: a, do: raise b()}, y: {on: b, do: raise a()}}\n"
        ),
        "expected": PLAYS,
    },
    "an event that raises itself twice": {
        "files": doing(
            "raise a()",
            N + "events: {a: }\ntriggers: {x: {on: a, do: raise a(); raise a()}, y: {on: a, do: add 1 to n}}\n",
        ),
        "expected": PLAYS,
    },
    "a watcher that is never content": {
        "files": doing("add 1 to n", N + "watchers: {w: {when: n > 0, do: add 1 to n}}\n"),
        "expected": PLAYS,
    },
    "watchers that undo each other": {
        "files": doing(
            "add 1 to n", N + "watchers: {w: {when: n > 0, do: set n to 0}, v: {when: n < 1, do: set n to 1}}\n"
        ),
        "expected": PLAYS,
    },
    "conditions of all conditions": {
        "files": doing("set f to " + " and ".join(f"(n > {n} or n < {n - 5} or f)" for n in range(60)), N),
        "expected": ("S104",),
    },
    "an option with conditions of all conditions": {
        "files": flow(
            "  turn: {do: {pick: 1, options: {a: {when: '"
            + " and ".join(f"(n > {n} or n < {n - 5} or f)" for n in range(60))
            + "', do: nothing}, b: end game}}, next: turn}\n",
            N,
        ),
        "expected": ("S104",),
    },
    "three choices one after another": {
        "files": doing(
            "\n".join(f"choose x{n} in ks where no o\nset x{n}.o to me" for n in range(3)), EIGHT.replace("8", "40")
        ),
        "expected": PLAYS,
    },
    "payments of payments": {
        "dear": True,
        "files": doing(
            "\n".join("if me.gold > 3:\n  pay 1 gold\notherwise:\n  gain 1 gold" for _ in range(40)),
            "resources: {gold: {start: 50}}\n",
        ),
        "expected": ("G107",),
    },
    "trials within trials": {
        "dear": True,
        "files": doing(
            "\n".join("  " * n + "try:" for n in range(12)) + "\n" + "  " * 12 + "choose x in ks where no o", EIGHT
        ),
        "expected": PLAYS,
    },
    "a question about a question": {
        "files": doing(
            "set f to can do p",
            N + "procedures: {p: {when: can do q, do: nothing}, q: {when: can do p, do: nothing}}\n",
        ),
        "expected": ("BudgetExceeded",),
    },
    "modifiers of each other": {
        "files": doing(
            "set n to a",
            N + "values: {a: 1, b: 1}\nkinds: {k: {}}\nks: {x: {modify: {a: {add: b}}}, y: {modify: {b: {add: a}}}}\n",
        ),
        "expected": ("B103",),
    },
    "names made of names": {
        "files": whole("kinds: {a: {instances: [" + ", ".join("_".join("a" * n) for n in range(1, 40)) + "]}}\n"),
        "expected": PLAYS,
    },
}
