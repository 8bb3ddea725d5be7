"""Alpha-renaming: a pack in which one declared name is another one wherever it stands, and what is the same then.

Each word of all its files that is spelled like the name is renamed, keys, texts and remarks alike. That is one renaming
for all declarations that share the word; words that the language itself has are left alone, whatever is called so.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from functools import cache
from itertools import count

from rulebed import packs
from rulebed.assemble.names import BUILT_IN
from rulebed.lang.binders import MEANT
from rulebed.lang.express.calls import BUILTINS
from rulebed.lang.parse import language
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Map, Scalar, Seq
from rulebed.packs.schema import schema_root

NAME = re.compile(r"[a-z][a-z0-9_]*")
# What maps give their places, what is said of types, whom hidden facts are for, and the files of a pack.
GIVEN = frozenset({
    "active", "beside", "column", "deck", "distance", "discard", "east", "en", "flag", "fr", "goal", "hand", "height",
    "holds", "length", "lines", "locale", "name", "none", "north", "northeast", "northwest", "number", "owner", "place",
    "ring", "row", "south", "southeast", "southwest", "start", "text", "viewer", "west",
})  # fmt: skip


@cache
def words_of_the_language():
    """All words that may mean something by themselves: of the grammar, the schemas, and what is built in."""
    known = language()
    found = {*known.reserved, *known.verbs, *known.whole, *known.phrased, *MEANT, *BUILTINS, *BUILT_IN, *GIVEN}
    found |= words_of_schemas()
    return frozenset(found | {plural_of(word, Map({}, None)) for word in BUILT_IN})


def words_of_schemas():
    """All keys and values that the schemas of a pack's files have words for."""
    files = schema_root().glob("*.schema.json")
    return set().union(*(_words(json.loads(file.read_text(encoding="utf-8"))) for file in files))


def _words(schema):
    """The keys and the values that a schema has words for."""
    match schema:
        case dict():
            own = {*schema.get("properties", {}), *filter(NAME.fullmatch, map(str, schema.get("enum", ())))}
            return own.union(*map(_words, schema.values()))
        case list():
            return set().union(*map(_words, schema))
        case _:
            return set()


def declared(tree):
    """The names that a pack declares and that can be renamed: keys that no schema knows, and listed instances.

    The word for all instances of a kind follows the kind, where it isn't stated.
    """
    kinds = tree.root.get("kinds")
    follows = {plural_of(entry.key, entry.value) for entry in kinds or () if not _states_plural(entry.value)}
    kept = words_of_the_language() | {part.name for part in tree.parts} | follows
    return [name for name in dict.fromkeys(_keys(tree.root)) if NAME.fullmatch(name) and name not in kept]


def _states_plural(kind):
    return isinstance(kind, Map) and "plural" in kind


def _keys(node):
    match node:
        case Map():
            for entry in node:
                yield entry.key
                if entry.key in ("instances", "values", "plural"):
                    yield from _listed(entry.value)
                yield from _keys(entry.value)
        case Seq():
            for item in node:
                yield from _keys(item)


def _listed(node):
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Seq):
        yield from (item.text for item in node if isinstance(item, Scalar))


def pairs_of(root, name, taken, new=""):
    """What is written instead of a name, and instead of the word for all of them where that follows from it."""
    other = new or next(word for word in map(_word, count()) if word not in taken)
    found = {name: other}
    kinds = root.get("kinds")
    kind = kinds.get(name) if isinstance(kinds, Map) else None
    if kind is not None and not _states_plural(kind):
        found[plural_of(name, kind)] = plural_of(other, kind)
    return found


def _word(number):
    return f"zq{''.join('abcdefghij'[int(digit)] for digit in str(number))}x"


def replaced(text, pairs):
    """A text with these words instead of those."""
    pattern = re.compile(r"(?<![\w])(?:" + "|".join(map(re.escape, pairs)) + r")(?![\w])")
    return pattern.sub(lambda match: pairs[match[0]], text)


def renamed(tree, folder, pairs):
    """The pack, and those that it builds on, read again from files in which words are others."""
    homes = {part.path for part in tree.parts if (part.path / "pack.yaml").exists()}
    for home in homes:
        for file in home.rglob("*.yaml"):
            copy = folder / home.name / file.relative_to(home)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(replaced(file.read_text(encoding="utf-8"), pairs), encoding="utf-8")
    return packs.load(tree.reference, [folder])


def plain(value, back=()):
    """A value as it was before names were others: places in files are left out, and mappings have no order.

    `back` are pairs of new words, which stand nowhere else, not even in other words, and old ones.
    """
    if isinstance(value, str):
        for new, old in back:
            value = value.replace(new, old)
        return value
    if dataclasses.is_dataclass(value):
        kept = [each.name for each in dataclasses.fields(value) if each.compare]
        return type(value).__name__, *(plain(getattr(value, name), back) for name in kept)
    if isinstance(value, Mapping):
        return {plain(key, back): plain(each, back) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return tuple(plain(each, back) for each in value)
    if isinstance(value, set | frozenset):
        return frozenset(plain(each, back) for each in value)
    return value


def turned(pairs):
    """From new words to old ones, long ones first."""
    return sorted(((new, old) for old, new in pairs.items()), key=lambda pair: -len(pair[0]))


def words_in(tree):
    """All words of a pack's files, so that a new one is told from them."""
    sources = (source for part in tree.parts for source in (*part.sources, *part.locale))
    return {word for source in sources for word in re.findall(r"\w+", source.text)}
