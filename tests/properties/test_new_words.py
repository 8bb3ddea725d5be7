"""A word that is added to the language takes no name away: packs that call something so stay what they are."""

import re
from collections import Counter
from functools import cache

import pytest
from tests.properties.every_game import LARGE, PACKS, SENTENCES
from tests.properties.renaming import NAME, declared, plain, words_of_the_language
from tests.properties.test_names import made, tree_of

from rulebed.lang import parse, tables
from rulebed.packs.node import Map, Scalar, Seq

SMALL = [name for name in PACKS if name not in LARGE] + [name for name in SENTENCES if "+" not in name]
LOCAL = re.compile(r"\b(?:choose|let|each|as) ([a-z]\w*)\b")
FEW, MANY = 2, 20  # words, in short and in long
PACKS_EACH = 2  # that call something so, in short


def with_verb(word):
    """The reader of a language that has one verb more."""
    grammar = tables.grammar().replace("_simple: gain |", "_simple: added_word | gain |")
    return parse.built(f'{grammar}\nadded_word: "{word}" span\n')


@cache
def used():
    """What packs call things, values, facts and locals, with the packs that do: what most of them use stands first."""
    found = {}
    for name in SMALL:
        root, kept = tree_of(name).root, words_of_the_language()
        for word in {*declared(tree_of(name)), *locals_in(root)} - kept:
            if NAME.fullmatch(word) and word.isalpha() and len(word) > 1:
                found.setdefault(word, []).append(name)
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def locals_in(node):
    """What the programs of a pack call things while they run."""
    match node:
        case Map():
            return {word for entry in node for word in locals_in(entry.value)}
        case Seq():
            return {word for item in node for word in locals_in(item)}
        case Scalar():
            return {*LOCAL.findall(node.text)}
    return set()


@cache
def as_it_was(name):
    """What a pack is with the language as it is."""
    return known(name)


def known(name):
    """The guarded model of a pack, of which all that games come to is made, and the codes of what is found."""
    found, codes = made(tree_of(name))
    return found and plain(found.model), codes


def keep_their_names(words, most, monkeypatch):
    """Each word is a verb once; packs that use it as a name are then as they were."""
    wanted = {(word, name): as_it_was(name) for word in words for name in used()[word][:most]}
    for word in words:
        parse._tree.cache_clear()
        reader = with_verb(word)
        assert word in reader.keywords.verbs
        with monkeypatch.context() as patched:
            patched.setattr(parse, "_parser", lambda reader=reader: reader)
            for name in used()[word][:most]:
                tree_of.cache_clear()
                assert known(name) == wanted[word, name], (word, name)
    parse._tree.cache_clear()
    tree_of.cache_clear()


def test_a_few_new_verbs_take_no_name_away(monkeypatch):
    """Packs that call something like a word which becomes a verb have the same findings and the same model."""
    keep_their_names([*used()][:: len(used()) // FEW][:FEW], PACKS_EACH, monkeypatch)


@pytest.mark.slow
def test_twenty_new_verbs_take_no_name_away(monkeypatch):
    """The same for twenty words that most packs use, and twenty more."""
    words = [*used()]
    keep_their_names([*words[:MANY], *words[MANY :: len(words) // MANY][:MANY]], None, monkeypatch)


def test_what_is_named_is_of_every_sort():
    """There are facts, kinds, things, resources, values, procedures and locals among these words."""
    sorts = Counter()
    for name in SMALL:
        root = tree_of(name).root
        for section in ("resources", "values", "procedures", "kinds"):
            sorts[section] += len(root.get(section) or ()) if isinstance(root.get(section), Map) else 0
        sorts["locals"] += len(locals_in(root))
    assert min(sorts.values()) > len(SMALL) / 2, sorts
