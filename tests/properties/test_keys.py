"""Each key that a schema knows matters wherever it is used, or is refused there: none is ignored in silence."""

import dataclasses
import json
from collections import defaultdict
from itertools import chain

import pytest
from tests.properties.every_game import LARGE, PACKS, SENTENCES
from tests.properties.renaming import plain, words_of_schemas
from tests.properties.test_declarations import tree_of

from rulebed import packs
from rulebed.packs.node import Map, Scalar, Seq
from rulebed.packs.schema import schema_root
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.source import catalogue

SMALL = tuple(name for name in PACKS if name not in LARGE)
SHORT = ("pack high_water", "pack salvage_sale")  # that are looked at in short
UNUSED = frozenset({"beyond"})  # says something of gains: a resource of a sentence is never gained
REMARKS = frozenset({"rules", "note", "source", "stand_in", "about", "tags", "name", "title"})  # for people and tools
TRIES = 4  # places of a key that are tried until it matters in one


def looks(tree):
    """What a pack says of itself, what is found in it, and its model."""
    info = info_of(tree)
    if not info.players:
        return plain(info)
    model, report = Models(tree).assembled(
        info.players[0], {name: str(one.default) for name, one in info.settings.items()}
    )
    return plain(info), sorted((one.code, one.message) for one in report.sorted()), model and plain(model)


def uses(node, path=(), form=()):
    """The keys of the schemas in a tree: where they stand, and that place with all names of the pack left out."""
    if isinstance(node, Map):
        for entry in node:
            known = entry.key in KEYS
            below = (*path, entry.key), (*form, entry.key if known else "*")
            if known:
                yield *below, entry.value
            yield from uses(entry.value, *below)
    elif isinstance(node, Seq):
        for number, item in enumerate(node):
            yield from uses(item, (*path, number), (*form, "-"))


def without(node, path, instead=None):
    """The tree without what stands there, or with something else in its place."""
    first, *rest = path
    if isinstance(node, Seq):
        items = enumerate(node.items)
        return dataclasses.replace(
            node, items=tuple(without(item, rest, instead) if number == first else item for number, item in items)
        )
    entries = dict(node.entries)
    if rest:
        entries[first] = dataclasses.replace(entries[first], value=without(entries[first].value, rest, instead))
    elif instead is None:
        del entries[first]
    else:
        entries[first] = dataclasses.replace(entries[first], value=instead)
    return node.with_entries(entries)


def others(key, node):
    """Other values of the same sort: a number one higher, the other flag, another word that the schemas know there."""
    if not isinstance(node, Scalar):
        return
    value = node.value
    words = [word for word in WORDS[key] if word != value]
    for one in (
        [not value] if isinstance(value, bool) else [value + 1] if isinstance(value, int) else words or ["otherwise"]
    ):
        yield dataclasses.replace(node, value=one, text=str(one).lower() if isinstance(one, bool) else str(one))


def words_by_key():
    """The words that a schema lists for a key, in all schemas together."""
    found = defaultdict(list)
    for file in schema_root().glob("*.schema.json"):
        gather(json.loads(file.read_text(encoding="utf-8")), found)
    return found


def gather(schema, found):
    if isinstance(schema, list):
        for one in schema:
            gather(one, found)
    elif isinstance(schema, dict):
        for key, one in schema.get("properties", {}).items():
            found[key] += one.get("enum", []) if isinstance(one, dict) else []
        for one in schema.values():
            gather(one, found)


KEYS, WORDS = words_of_schemas(), words_by_key()


def silent(trees):
    """The forms of places in which a key never mattered, however often that was tried, each with one such place."""
    tried, heard, found = defaultdict(int), set(), {}
    for tree in trees:
        wanted = None
        for path, form, node in uses(tree.root):
            if form in heard or tried[form] >= TRIES:
                continue
            tried[form] += 1
            wanted = wanted or looks(tree)
            changed = chain([None], others(form[-1], node))
            if any(looks(dataclasses.replace(tree, root=without(tree.root, path, one))) != wanted for one in changed):
                heard.add(form)
            else:
                found[form] = tree.reference, path
    return {form: place for form, place in found.items() if form not in heard}


def unexplained(trees):
    """Those of them that are no remarks."""
    return {form: place for form, place in silent(trees).items() if form[-1] not in REMARKS | UNUSED}


def test_every_key_of_a_small_pack_matters():
    """It is taken out, or its value is another one: what is found or the model is different then."""
    assert unexplained(map(tree_of, SHORT)) == {}


@pytest.mark.slow
def test_every_key_of_the_catalogue_matters():
    """The same of the packs on its pages in which nothing is wrong."""
    every = chain.from_iterable(page.examples for page in catalogue.pages().values())
    texts = [example.text for example in every if example.header == ("yaml", "pack", "good")]
    assert unexplained(packs.load_text(text, "pack.yaml")[0] for text in texts) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", [SMALL, SENTENCES, *((name,) for name in LARGE)], ids=["small", "sentences", *LARGE])
def test_every_key_matters(name):
    """The same of all small packs, of the sentences, and of the large packs."""
    assert unexplained(map(tree_of, name)) == {}
