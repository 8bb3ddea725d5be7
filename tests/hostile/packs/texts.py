"""Texts that do more than being read: templates, formats, markup, patterns, in titles, locales, boards and ledgers."""

from __future__ import annotations

from tests.hostile.cases import PLAYS, doing, whole

SOUND = whole("")
EVENTS = doing("raise done(n)", "game: {state: {n: number}}\nevents: {done: {about: {n: number}}}\n")
FORMATS = (
    "{0.__class__.__mro__}",
    "{n.__class__}",
    "{n!r}",
    "{n:>1000000000}",
    "{n:{n}}",
    "%s%s%n",
    "{{n}}",
    "{",
    "}",
    "{n",
    "$n ${n}",
)
MARKUP = "[bold red]x[/bold] [link=file:///etc/passwd]y[/link] [/] [[[ <script>alert(1)</script> &amp; ]]>"


def said(text: str) -> dict[str, str]:
    """A pack that says something when an event is told, in a language of its own."""
    quoted = text.replace('"', '\\"')
    return {**EVENTS, "bomb/locale/fr.yaml": f'texts:\n  title: "{quoted}"\n  events.done: "{quoted}"\n'}


def locale(text: str) -> dict[str, str]:
    """A sound pack with a file of texts."""
    return {**SOUND, "bomb/locale/fr.yaml": text}


def shown(text: str) -> dict[str, str]:
    """A pack with a board."""
    return whole(f"game: {{state: {{n: number}}}}\nkinds: {{k: {{count: 40, state: {{a: number}}}}}}\nboard:\n{text}")


def ledger(text: str) -> dict[str, str]:
    """A sound pack with a ledger."""
    return {**SOUND, "bomb/ledger.yaml": text}


CASES = {
    **{f"a text with {text}": {"files": said(text), "expected": PLAYS} for text in FORMATS},
    "markup in a title": {"files": said(MARKUP), "expected": PLAYS},
    "a text of slots": {"files": said("{n}" * 20_000), "expected": PLAYS},
    "a text of brackets": {"files": said("[" * 50_000), "expected": PLAYS},
    "a text of forms": {"files": said("[a|b|c]" * 20_000), "expected": PLAYS},
    "a pattern that backtracks": {"files": said("a" * 30_000 + "!"), "expected": PLAYS},
    "blanks and a stop": {"files": said(" " * 100_000 + "."), "expected": PLAYS},
    "texts for nothing": {
        "dear": True,
        "files": locale("texts:\n" + "".join(f"  x{n}.y: z\n" for n in range(5000))),
        "expected": PLAYS,
    },
    "a text for a very long address": {"files": locale("texts: {? " + "a." * 10_000 + "b : x}\n"), "expected": PLAYS},
    "a text for what Python has": {
        "files": locale("texts: {__class__.__init__: x, title.__class__: y}\n"),
        "expected": PLAYS,
    },
    "texts with a bomb": {"files": locale("texts: {a: &a [x, x], b: [*a, *a]}\n"), "expected": ("Y103",)},
    "texts in a language of a path": {
        "files": {**SOUND, "bomb/locale/x.yaml": "language: ../../outside\ntexts: {title: x}\n"},
        "expected": ("P306",),
    },
    "texts that are programs": {"files": locale("texts: {title: !!python/name:os.system ''}\n"), "expected": ("Y104",)},
    "nouns of nothing": {
        "dear": True,
        "files": locale("nouns:\n" + "".join(f"  n{n}: x\n" for n in range(5000))),
        "expected": PLAYS,
    },
    "phrases of patterns": {
        "files": locale("phrases:\n" + "".join(f"  'p{n} (a+)+$ [a-z]*': x\n" for n in range(2000))),
        "expected": PLAYS,
    },
    "a board of itself": {
        "files": shown("  row:\n" + "".join("  " * n + "  row:\n" for n in range(1, 30))),
        "expected": ("P307",),
    },
    "a board for each of each": {
        "files": shown(
            "  row:\n    a: {each: x in ks, column: {b: {each: y in ks, column: {c: {each: z in ks, text: x}}}}}\n"
        ),
        "expected": ("B101",),
    },
    "a track of a billion": {
        "files": shown("  row: {a: {track: {at: n, from: 0, to: 1000000000}}}\n"),
        "expected": PLAYS,
    },
    "a board that formats": {
        "files": shown("  row: {a: {text: '{n.__class__} {n!r:>99999999}'}}\n"),
        "expected": ("S102", "S105"),
    },
    "a board of a thousand boxes": {
        "files": shown("  row:\n" + "".join(f"    b{n}: {{text: '{{n}}'}}\n" for n in range(1000))),
        "expected": PLAYS,
    },
    "a board that looks at everything": {
        "files": shown(
            "  row: {a: {show: '" + "sum([" * 5 + "1" + "".join(f" for {name} in ks])" for name in "abcde") + "'}}\n"
        ),
        "expected": ("B101",),
    },
    "a ledger with a bomb": {
        "files": ledger("rules: &a {A: {rule: x}}\nsources: *a\n"),
        "expected": ("checks badly and loads", "Y103"),
    },
    "a ledger of ten thousand rules": {
        "files": ledger(
            "sources: {s: x}\nrules:\n" + "".join(f"  R-{n}: {{rule: x, source: s}}\n" for n in range(6000))
        ),
        "expected": PLAYS,
    },
    "a ledger that is nothing": {"files": ledger(""), "expected": PLAYS},
    "a ledger that is a directory": {"files": {**SOUND, "bomb/ledger.yaml/x.yaml": "a: 1\n"}, "expected": ("P301",)},
    "rules in a circle": {
        "files": ledger(
            "sources: {s: x}\nrules: {A: {rule: x, source: s, instead: B}, B: {rule: x, source: s, instead: A}}\n"
        ),
        "expected": PLAYS,
    },
    "a lock of a million lines": {
        "dear": True,
        "files": {**SOUND, "bomb/actions.lock": "flow.x a\n" * 200_000},
        "expected": ("P305",),
    },
    "a lock of different lines": {
        "files": {**SOUND, "bomb/actions.lock": "".join(f"flow.x a{n}\n" for n in range(100_000))},
        "expected": PLAYS,
    },
    "a lock of bytes": {"files": {**SOUND, "bomb/actions.lock": bytes(range(256)) * 100}, "expected": ("Y112",)},
    "a lock that is a directory": {"files": {**SOUND, "bomb/actions.lock/x": "a"}, "expected": PLAYS},
}
