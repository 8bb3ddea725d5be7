"""Names that mean something to Python, to the language, to the generated code, or to nobody."""

from __future__ import annotations

import builtins
import keyword

from tests.hostile.cases import HEAD, PLAYS, TAIL, whole

KEYWORDS = [name for name in keyword.kwlist if name.islower()]
LANGUAGE = {
    "and",
    "as",
    "if",
    "in",
    "is",
    "not",
    "or",
    "with",
    "else",
    "for",
    "from",
    "raise",
    "try",
    "all",
    "any",
    "set",
}
LANGUAGE |= {"sorted", "rules"}
BUILTINS = [name for name in dir(builtins) if name.islower() and not name.startswith("_")]
OWN = [
    "s",
    "out",
    "turns",
    "drive",
    "afresh",
    "fork",
    "self",
    "cls",
    "op_mul",
    "op_range",
    "over_most",
    "value",
    "seat",
    "viewer",
]
OWN += [
    "rules",
    "state",
    "slots",
    "game_active",
    "f",
    "r",
    "b",
    "u",
    "x0",
    "p0",
    "t0",
    "v0",
    "l0",
    "ast",
    "sys",
    "os",
    "lark",
]
PLAIN = [name for name in [*KEYWORDS, *BUILTINS, *OWN] if name not in LANGUAGE]


def everywhere(name: str) -> dict[str, str]:
    """A pack in which everything that can have a name has this one, as far as no two of a sort have the same."""
    return {"bomb/pack.yaml": EVERYWHERE.replace("NAME", name)}


EVERYWHERE = f"""{HEAD}
kinds:
  thing: {{state: {{NAME: number}}, data: {{size: number}}, programs: {{use: }}}}
things: {{NAME: {{size: 2, use: add 1 to it.NAME}}, other: {{size: 1, use: nothing}}}}
flow:
  NAME:
    do:
      act:
        pick: 1
        options:
          NAME: choose NAME in things; do NAME.use; procedure_of_it(NAME)
          stop: end game
    next: NAME
procedures:
  procedure_of_it: {{takes: {{NAME: thing}}, do: "each one in things where size > 1: add one.NAME to NAME.NAME"}}
result: {{score: "sum([one.NAME for one in things])"}}
"""


def many(names: list[str]) -> dict[str, str]:
    """A pack with facts, procedures, options and instances of all these names."""
    facts = "".join(f"      {name}: number\n" for name in names)
    things = "".join(f"  {name}: {{}}\n" for name in names)
    options = "".join(f"          {name}: p_{name}()\n" for name in names)
    procedures = "".join(
        f"  p_{name}: 'let {name}_ = 1; each x in things where x is thing.{name}: add {name}_ to x.{name}'\n"
        for name in names
    )
    return {
        "bomb/pack.yaml": f"{HEAD}kinds:\n  thing:\n    state:\n{facts}things:\n{things}procedures:\n{procedures}"
        "flow:\n  turn:\n    do:\n      act:\n        pick: 1\n        options:\n          stop_it: end game\n"
        f"{options}    next: turn\n{TAIL}"
    }


def named(name: str) -> dict[str, str]:
    """A pack with a kind of this name."""
    return whole(f"kinds:\n  {name}: {{instances: [a, b]}}\n")


CASES = {
    **{
        f"everything is called {name}": {"files": everywhere(name), "expected": PLAYS}
        for name in (
            "class",
            "lambda",
            "self",
            "print",
            "s",
            "exec",
            "drive",
            "turns",
            "out",
            "os",
            "import",
            "def",
            "type",
            "id",
            "len",
            "tuple",
            "op_mul",
        )
    },
    "all keywords and builtins of Python": {"dear": True, "files": many(PLAIN), "expected": PLAYS},
    "None": {"files": named("None"), "expected": ("P306",)},
    "dunder class": {"files": named("__class__"), "expected": ("P306",)},
    "dunder import": {"files": everywhere("__import__"), "expected": ("P306",)},
    "cyrillic": {"files": named("p\u043ert"), "expected": ("P306",)},
    "wide letters": {"files": named("\uff50\uff4f\uff52\uff54"), "expected": ("P306",)},
    "letters with marks on them": {"files": named("po\u0301rt"), "expected": ("P306",)},
    "letters of no width": {"files": named("po\u200brt"), "expected": ("P306",)},
    "a greek letter in an effect": {"files": whole("procedures: {p: add 1 to \u03b1ctive}\n"), "expected": ("S102",)},
    "a cyrillic name in an effect": {
        "files": whole("game: {state: {coin: number}}\nprocedures: {p: add 1 to c\u043ein}\n"),
        "expected": ("S102",),
    },
    "digits of another script": {
        "files": whole("game: {state: {n: number}}\nprocedures: {p: set n to \u0663}\n"),
        "expected": ("S102",),
    },
    "a name with a path": {"files": named("../../etc"), "expected": ("P306",)},
    "a name with a line break": {"files": named('"a\\nb"'), "expected": ("P306",)},
    "a name of a megabyte": {"files": whole(f"kinds: {{? {'k' * 1_000_000} : {{}}}}\n"), "expected": ("P306",)},
    "a name of nothing": {"files": named('""'), "expected": ("Y108",)},
    "words of the language": {
        "files": whole(
            "".join(
                [
                    "kinds:\n",
                    *(
                        f"  {word}: {{instances: [{word}]}}\n"
                        for word in ("if", "choose", "me", "none", "active", "my", "it", "end", "players")
                    ),
                ]
            )
        ),
        "expected": ("P312",),
    },
    "attributes of Python in an effect": {
        "files": whole("procedures: {p: set active.__class__.__mro__ to me}\n"),
        "expected": ("S102",),
    },
    "a call of Python in an effect": {
        "files": whole("procedures: {p: \"__import__('os').system('touch x')\"}\n"),
        "expected": ("S102",),
    },
    "a lambda in a value": {"files": whole("values: {v: '(lambda: 1)()'}\n"), "expected": ("S101",)},
    "a comprehension of Python in a value": {
        "files": whole("values: {v: '[x for x in ().__class__.__bases__]'}\n"),
        "expected": ("S101",),
    },
    "kinds called as what there is": {
        "files": whole(
            "kinds: {player: {instances: [a]}, party: {instances: [a]}, resource: {}, number: {}, flag: {}}\n"
        ),
        "expected": ("P312",),
    },
    "facts called as what there is": {
        "files": whole("game: {state: {active: number, me: number, it: number}}\n"),
        "expected": ("P312",),
    },
    "instances called as numbers": {
        "files": whole("kinds: {k: {instances: [1, 2, true, null, 1.5, -3]}}\n"),
        "expected": ("P302",),
    },
    "plurals that are others": {
        "files": whole("kinds: {a: {plural: flow}, b: {plural: players}, c: {plural: c}}\n"),
        "expected": ("P316",),
    },
    "locals that hide what there is": {
        "files": whole("procedures: {p: let players = 1; let count = 2; let active = 3}\n"),
        "expected": ("T110",),
    },
}
