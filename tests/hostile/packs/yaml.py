"""YAML that means more than it says: bombs, tags, depth, odd bytes."""

from __future__ import annotations

from tests.hostile.cases import PLAYS, whole

SOUND = whole("")["bomb/pack.yaml"]
LAUGHS = "a0: &a0 [lol, lol]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 30))


def file(content: str | bytes) -> dict:
    """A pack of this one file."""
    return {"bomb/pack.yaml": content}


def titled(title: str) -> dict:
    """A sound pack but for its title."""
    return file(SOUND.replace("title: Bomb", f"title: {title}"))


CASES = {
    "billion laughs": {"files": whole(LAUGHS), "expected": ("Y103",)},
    "aliases of itself": {"files": whole("kinds: &k {a: *k}\n"), "expected": ("Y103",)},
    "a hundred thousand aliases": {
        "files": whole("tags: &t [x]\nmore: [" + "*t, " * 100_000 + "]\n"),
        "expected": ("Y103",),
    },
    "merge keys": {"files": whole("kinds: {<<: {a: {count: 2}}}\n"), "expected": ("Y105",)},
    "python object": {
        "files": whole("about: !!python/object/apply:os.system ['touch ../outside/done']\n"),
        "expected": ("P302", "Y104"),
    },
    "python module": {"files": whole("about: !!python/module:antigravity ''\n"), "expected": ("Y104",)},
    "binary": {"files": whole("about: !!binary aGVsbG8=\n"), "expected": ("Y104",)},
    "own tag handles": {"files": file("%TAG ! tag:yaml.org,2002:python/name:\n---\n" + SOUND), "expected": PLAYS},
    "another version of yaml": {"files": file("%YAML 9.9\n---\n" + SOUND), "expected": ("Y101",)},
    "lists a hundred thousand deep": {
        "files": whole("tags: " + "[" * 100_000 + "]" * 100_000 + "\n"),
        "expected": ("Y107",),
    },
    "mappings a hundred thousand deep": {
        "files": whole("kinds: " + "{a: " * 100_000 + "1" + "}" * 100_000 + "\n"),
        "expected": ("Y107",),
    },
    "blocks a thousand deep": {
        "files": whole("kinds:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 1000))),
        "expected": ("Y107",),
    },
    "open brackets and no end": {"files": whole("tags: " + "[{" * 100_000), "expected": ("Y108",)},
    "dashes a hundred thousand deep": {"files": whole("tags:\n  " + "- " * 100_000 + "x\n"), "expected": ("Y107",)},
    "one key fifty thousand times": {"dear": True, "files": whole("about: x\n" * 50_000), "expected": ("Y102", "Y106")},
    "a quarter of a million keys": {
        "dear": True,
        "files": whole("".join(f"k{n}: 1\n" for n in range(180_000))),
        "expected": ("Y106",),
    },
    "half a million items": {"dear": True, "files": whole("tags: [" + "1," * 500_000 + "]\n"), "expected": ("Y106",)},
    "a number of a million digits": {"files": whole("about: " + "9" * 1_000_000 + "\n"), "expected": ("P302", "Y111")},
    "an endless float": {
        "files": whole("game: {state: {n: {type: number, start: 1e999999}}}\n"),
        "expected": ("S101",),
    },
    "hexadecimal and other spellings": {
        "files": whole("game: {state: {n: {type: number, start: 0x10}}}\n"),
        "expected": ("S101",),
    },
    "nul byte": {"files": titled("a\0b"), "expected": ("Y109",)},
    "nul byte as an escape": {"files": titled('"a\\0b"'), "expected": ("Y109",)},
    "commands for the terminal": {"files": titled('"\\e[2J\\e]0;owned\\a"'), "expected": ("Y109",)},
    "half a letter": {"files": titled('"\\uD800"'), "expected": ("Y101",)},
    "text that runs backwards": {"files": titled("\u202egnihton\u202c"), "expected": ("Y109",)},
    "not utf-8": {"files": file(SOUND.encode().replace(b"Bomb", b"B\xff\xfemb")), "expected": ("Y112",)},
    "utf-16": {"files": file(SOUND.encode("utf-16")), "expected": ("Y109", "Y112")},
    "overlong utf-8": {"files": file(SOUND.encode().replace(b"Bomb", b"\xc0\xaf")), "expected": ("Y112",)},
    "byte order mark": {"files": file("\ufeff" + SOUND), "expected": PLAYS},
    "byte order mark in the middle": {"files": titled("a\ufeffb"), "expected": ("Y109",)},
    "lines of windows": {"files": file(SOUND.replace("\n", "\r\n")), "expected": PLAYS},
    "lines of an old mac": {"files": file(SOUND.replace("\n", "\r")), "expected": PLAYS},
    "lines of unicode": {"files": titled("a\u2028b\u2029c\x85d"), "expected": ("Y101",)},
    "tabs for blanks": {"files": file(SOUND.replace("  ", "\t")), "expected": ("Y101",)},
    "a second document": {"files": file(SOUND + "---\n" + SOUND), "expected": ("Y110",)},
    "a thousand documents": {"files": file("---\na: 1\n" * 1000), "expected": ("Y110",)},
    "keys that are lists": {"files": whole("? [a, b]\n: 1\n"), "expected": ("Y108",)},
    "keys that are mappings": {"files": whole("{a: b}: 1\n"), "expected": ("Y108",)},
    "nothing at all": {"files": file(""), "expected": ("F101", "F110")},
    "a list of packs": {"files": file("- " + SOUND.replace("\n", "\n  ") + "\n"), "expected": ("Y113",)},
    "only comments": {"files": file("# nothing\n" * 100_000), "expected": ("F101", "F110")},
    "a title of a megabyte": {"files": titled("x" * 1_000_000), "expected": PLAYS},
    "a key of a megabyte": {"files": whole("x" * 1_000_000 + ": 1\n"), "expected": ("Y101",)},
    "a line of a megabyte of quotes": {"files": whole("about: " + "'" * 999_999 + "\n"), "expected": ("Y101",)},
    "a megabyte of colons": {"files": whole("about: " + "a: " * 300_000 + "\n"), "expected": ("Y101",)},
    "a megabyte of blanks": {"files": whole("about:" + " " * 1_000_000 + "x\n"), "expected": PLAYS},
    "a megabyte of minus signs": {"files": whole("about: " + "-" * 1_000_000 + "\n"), "expected": PLAYS},
    "three megabytes": {"files": file(SOUND + "#" * 3_000_000), "expected": ("Y106",)},
    "ten megabytes": {"files": file(b"#" * 10_000_000), "expected": ("Y106",)},
    "dates and booleans of old": {
        "files": whole("about: 2001-12-14t21:59:43.10-05:00\ntags: [yes, off, 0o17, 1:30]\n"),
        "expected": ("P306",),
    },
}
