"""Names that lead elsewhere: links, references, requirements."""

from __future__ import annotations

from tests.hostile.cases import HEAD, PLAYS, Link, whole

SOUND = whole("")
LAYER = "patch: {result.score: 1}\n"


def requiring(name: str) -> dict:
    """A pack that requires something."""
    return {"files": whole(f"requires: [{name}]\n")}


def referred(reference: str, *expected: str) -> dict:
    """A sound pack, asked for by an odd reference."""
    return {"files": SOUND, "reference": reference, "expected": expected}


def with_layer(text: str, name: str = "odd") -> dict:
    """A sound pack with a layer."""
    return {"files": {**SOUND, f"bomb/layers/{name}/layer.yaml": text}, "reference": f"bomb+{name}"}


CASES = {
    "a link out of the pack": {
        "files": {**SOUND, "bomb/more.yaml": Link("../../outside/secret.yaml")},
        "expected": ("P109",),
    },
    "a link out of the pack by its whole path": {
        "files": {**SOUND, "bomb/more.yaml": Link("/etc/passwd")},
        "expected": ("P109",),
    },
    "a directory out of the pack": {"files": {**SOUND, "bomb/more": Link("../../outside")}, "expected": PLAYS},
    "a link to the link": {
        "files": {**SOUND, "bomb/a.yaml": Link("b.yaml"), "bomb/b.yaml": Link("../../outside/secret.yaml")},
        "expected": ("P109",),
    },
    "a link to itself": {"files": {**SOUND, "bomb/more.yaml": Link("more.yaml")}, "expected": PLAYS},
    "a link to its own directory": {"files": {**SOUND, "bomb/more": Link(".")}, "expected": PLAYS},
    "a link to a device": {"files": {**SOUND, "bomb/more.yaml": Link("/dev/zero")}, "expected": PLAYS},
    "a manifest elsewhere": {"files": {"bomb/pack.yaml": Link("../../outside/pack.yaml")}, "expected": ("P109",)},
    "a pack of one file elsewhere": {"files": {"bomb.yaml": Link("../outside/pack.yaml")}, "expected": ("P109",)},
    "a lock elsewhere": {
        "files": {**SOUND, "bomb/actions.lock": Link("../../outside/actions.lock")},
        "expected": ("P109",),
    },
    "a ledger elsewhere": {
        "files": {**SOUND, "bomb/ledger.yaml": Link("../../outside/ledger.yaml")},
        "expected": ("checks badly and loads", "P109"),
    },
    "texts elsewhere": {
        "files": {**SOUND, "bomb/locale/fr.yaml": Link("../../../outside/secret.yaml")},
        "expected": ("P109",),
    },
    "a directory of texts elsewhere": {"files": {**SOUND, "bomb/locale": Link("../../outside")}, "expected": ("P109",)},
    "scenarios elsewhere": {"files": {**SOUND, "bomb/scenarios": Link("../../outside")}, "expected": ("P109",)},
    "a layer elsewhere": {
        "files": {**SOUND, "bomb/layers/odd": Link("../../../outside")},
        "reference": "bomb+odd",
        "expected": ("P109",),
    },
    "a layer of one file elsewhere": {
        "files": {**SOUND, "bomb/layers/odd.yaml": Link("../../../outside/secret.yaml")},
        "reference": "bomb+odd",
        "expected": ("P109",),
    },
    "all layers elsewhere": {
        "files": {**SOUND, "bomb/layers": Link("../../outside/")},
        "reference": "bomb+secret",
        "expected": ("P109",),
    },
    "a directory called pack.yaml": {"files": {"bomb/pack.yaml/x": "1"}, "expected": ("P101",)},
    "requiring a path": {**requiring("../outside"), "expected": ("P306",)},
    "requiring a whole path": {**requiring("/etc"), "expected": ("P306",)},
    "requiring a file": {**requiring("../outside/secret.yaml"), "expected": ("P306",)},
    "requiring home": {**requiring("'~/pack.yaml'"), "expected": ("P306",)},
    "requiring a nul": {**requiring('"a\\0b"'), "expected": ("P306", "Y109")},
    "requiring here": {**requiring("."), "expected": ("P306",)},
    "requiring itself": {**requiring("bomb"), "expected": ("P103",)},
    "requiring a name of a megabyte": {**requiring("x" * 1_000_000), "expected": ("P306",)},
    "requiring a layer": {**requiring("bomb+odd"), "expected": ("P306",)},
    "requiring in a circle": {
        "files": {
            **whole("requires: [a]\n"),
            "a/pack.yaml": "requires: [b]\n",
            "b/pack.yaml": "requires: [c]\n",
            "c/pack.yaml": "requires: [a]\n",
        },
        "expected": ("P103",),
    },
    "requiring a chain of a thousand": {
        "files": {
            **whole("requires: [p0]\n"),
            **{f"p{n}/pack.yaml": f"requires: [p{n + 1}]\n" for n in range(1000)},
            "p1000/pack.yaml": "shared: true\n",
        },
        "expected": ("P106",),
    },
    "requiring two of two of two": {
        "files": {
            **whole("requires: [l0, r0]\n"),
            **{
                f"{side}{n}/pack.yaml": f"shared: true\nrequires: [l{n + 1}, r{n + 1}]\n"
                for side in "lr"
                for n in range(35)
            },
            "l35/pack.yaml": "shared: true\n",
            "r35/pack.yaml": "shared: true\n",
        },
        "expected": PLAYS,
    },
    "a thousand files": {
        "files": {**SOUND, **{f"bomb/f{n}.yaml": "tags: [x]\n" for n in range(1000)}},
        "expected": ("P106",),
    },
    "directories two hundred deep": {
        "files": {**SOUND, "bomb/" + "d/" * 200 + "x.yaml": "about: x\n"},
        "expected": PLAYS,
    },
    "four hundred files of twenty kilobytes": {
        "dear": True,
        "files": {**SOUND, **{f"bomb/f{n}.yaml": f"tags{n}: [{'1,' * 9900}]\n" for n in range(400)}},
        "expected": ("Y106",),
    },
    "forty files of a megabyte": {
        "files": {**SOUND, **{f"bomb/f{n}.yaml": "#" * 1_000_000 for n in range(40)}},
        "expected": ("Y106",),
    },
    "a reference to nothing": referred("", "P105"),
    "a reference that goes on and on": referred("+" * 100_000, "P105", "P211"),
    "a reference of a megabyte": referred("x" * 1_000_000, "P105"),
    "a reference to a path of a megabyte": referred("./" + "x" * 1_000_000, "P101"),
    "a reference that is no text": referred("./a\udcff", "P105"),
    "a reference that steers a terminal": referred("bomb+./a\x1b[2J", "P105"),
    "a file whose name is no text": {"files": {**SOUND, "bomb/a\udcff.yaml": "tags: [x]\n"}, "expected": ("P113",)},
    "a directory whose name is no text": {"files": {**SOUND, "bomb/\udc9b/a.yaml": "1\n"}, "expected": ("P113",)},
    "texts whose name steers a terminal": {
        "files": {**SOUND, "bomb/locale/\x1b[2J.yaml": "1\n"},
        "expected": ("P113",),
    },
    "a reference with a nul": referred("./a\0b", "P105"),
    "a layer with a path": referred("bomb+../../outside", "P201"),
    "a layer with dots": referred("bomb+..", "P201"),
    "a layer many times": referred("bomb" + "+a" * 10_000, "P201", "P211"),
    "letters that look alike": referred("b\u043emb", "P105"),
    "a layer that comes after itself": {**with_layer(LAYER + "after: odd\n"), "expected": ("P205",)},
    "a layer with itself": {**with_layer(LAYER + "with: odd\n"), "expected": PLAYS},
    "a layer not with itself": {**with_layer(LAYER + "not_with: odd\n"), "expected": ("P206",)},
    "a layer with a path to stand with": {**with_layer(LAYER + "with: ../../outside\n"), "expected": ("P307",)},
    "a layer that requires the pack": {**with_layer(LAYER + "requires: [bomb]\n"), "expected": ("P104",)},
    "a layer that requires a path": {**with_layer(LAYER + "requires: [../outside]\n"), "expected": ("P306",)},
    "layers in a circle": {
        "files": {
            **SOUND,
            "bomb/layers/a/layer.yaml": "patch: {result.score: 1}\nafter: b\n",
            "bomb/layers/b/layer.yaml": "patch: {title: x}\nafter: a\n",
        },
        "reference": "bomb+a+b",
        "expected": ("P205",),
    },
    "a patch of what Python has": {
        **with_layer("patch: {__class__.__mro__: 1, result.__dict__: 2}\n"),
        "expected": ("P202",),
    },
    "a patch ten thousand names deep": {**with_layer("patch: {" + "a." * 10_000 + "a: 1}\n"), "expected": ("Y101",)},
    "a patch of the patch": {**with_layer("patch: {patch.x: 1}\n"), "expected": ("P202",)},
    "a patch of everything": {**with_layer("patch: {'': 1}\n"), "expected": ("Y108",)},
    "ten thousand patches": {
        "dear": True,
        **with_layer("patch:\n" + "".join(f"  flow.x{n}.do: gain {n} coins\n" for n in range(10_000))),
        "expected": ("P202",),
    },
    "a patch of a command line": {"files": SOUND, "patches": ("=" * 1_000_000,), "expected": ("P208",)},
    "a patch with a bomb": {"files": SOUND, "patches": ("result.score=&a [*a]",), "expected": ("S105",)},
    "the pack twice": {"files": {**SOUND, "bomb.yaml": HEAD}, "expected": PLAYS},
}
