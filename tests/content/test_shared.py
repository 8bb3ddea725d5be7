"""What both episodes of Perseverance share stands once: no long program is written twice, no rule is misspelt there."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rulebed import packs
from rulebed.lang.parse import parse_program
from rulebed.lang.syntax import Name, Number, Program, Raise, SyntaxNode, Text, Without, WithValue
from rulebed.packs.places import search_path
from rulebed.source.diagnostics import Report

ROOT = Path(__file__).resolve().parents[2] / "content"
SHARED = "perseverance"
EPISODES = sorted(path.parent.name for path in ROOT.glob("*/pack.yaml") if f"requires: [{SHARED}]" in path.read_text())
LEDGERS = [path for name in EPISODES for path in (ROOT / name).rglob("ledger.yaml")]
FILES = [
    path for name in (SHARED, *EPISODES) for path in (ROOT / name).rglob("*.yaml") if "scenarios" not in path.parts
]
RULE = re.compile(r"\bEP\d-[A-Z0-9]+-\d+\b")
RENAMED = {"dissent", "dissenters"}  # of whom alone there are two
MOST = 6  # statements that may be alike in two places
NO_PROGRAM = {"if", "when", "pick", "takes", "next", "rules", "source", "stand_in", "note", "is", "has", "until"}
CALLED = (Raise, WithValue, Without)  # their names are no locals


def read(path):
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found if isinstance(found, dict) else {}


TREES = {path: read(path) for path in FILES if path.name != "ledger.yaml" and path.parent.name != "locale"}
PROGRAMS = {
    "do",
    *(name for tree in TREES.values() for kind in tree.get("kinds", {}).values() for name in kind.get("programs", ())),
}


def places(tree, at=()):
    """Each thing that has programs, by its address: a procedure, a phase, an instance, what a patch puts there."""
    for section, entries in tree.items():
        if section == "patch":
            for address, entry in entries.items():
                yield address, entry, address.startswith(("procedures.", "flow."))
        elif isinstance(entries, dict) and section not in {"kinds", "board", "options"}:
            yield from ((f"{section}.{name}", entry, section == "procedures") for name, entry in entries.items())


def scripts(entry, inside) -> Iterator[str]:
    """All programs within something, in their order."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key not in NO_PROGRAM:
                yield from scripts(value, inside or key in PROGRAMS)
    elif isinstance(entry, str) and inside:
        yield re.sub(r"\s*@EP\d-\S+|#.*", "", entry)


def bound(node) -> set[str]:
    """The names that a program gives to what it finds."""
    if not isinstance(node, SyntaxNode):
        return set().union(*map(bound, node)) if isinstance(node, tuple) else set()
    own = {part for part in node.parts() if isinstance(part, str) and not isinstance(node, (Name, *CALLED))}
    return own.union(*map(bound, node.parts()))


def shape(part, own):
    """What a statement says without the statements within it, names of locals and numbers aside."""
    if isinstance(part, Program | Number) or (isinstance(part, str) and part in own):
        return type(part).__name__
    if isinstance(part, Name):
        return "local" if part.name in own else part.name
    if isinstance(part, SyntaxNode):
        return (type(part).__name__, *(shape(one, own) for one in part.parts()))
    return tuple(shape(one, own) for one in part) if isinstance(part, tuple) else part


def statements(part, own):
    """All statements of a program, each before those within it."""
    if isinstance(part, Program):
        for one in part.statements:
            yield shape(one, own)
            yield from statements(one, own)
    elif isinstance(part, SyntaxNode | tuple):
        for one in part.parts() if isinstance(part, SyntaxNode) else part:
            yield from statements(one, own)


def flat(entry, inside):
    """The statements of a thing, one behind the other, whatever its steps are called."""
    parsed = [parse_program(Text(text, lambda _start, _end: None), Report()) for text in scripts(entry, inside)]
    takes = entry.get("takes", {}) if isinstance(entry, dict) else {}
    own = set(takes).union(*map(bound, parsed))
    return [one for program in parsed for one in statements(program, own)]


def runs(length):
    """Where each run of so many statements stands."""
    found = defaultdict(list)
    for path, tree in TREES.items():
        for address, entry, inside in places(tree):
            line = flat(entry, inside)
            for start in range(len(line) - length + 1):
                found[tuple(line[start : start + length])].append(f"{path.parent.name}/{path.name}: {address}")
    return found


def test_no_long_run_of_statements_stands_in_two_places():
    """Whatever is alike in both episodes, or twice in one of them, has moved to one place."""
    assert [at for at in runs(MOST + 1).values() if len(at) > 1] == []


def test_runs_are_compared_by_what_they_say():
    """Other names of locals and other numbers make no other run; another verb does."""
    one, same, other = (
        flat({"do": text}, inside=False)
        for text in (
            "choose d in pool; each p in players: p gains 2 food",
            "choose one in pool; each who in players: who gains 5 food",
            "choose d in pool; each p in players: p loses 2 food",
        )
    )
    assert one == same != other
    assert len(one) == 3
    assert max(map(len, runs(1).values())) > 3


def test_each_rule_of_the_shared_pack_stands_in_a_ledger():
    """The shared pack has no ledger of its own, so a rule that is misspelt there would be nobody's."""
    known = {rule for path in LEDGERS for rule in read(path)["rules"]}
    episodes = {rule.split("-")[0] for rule in known}
    said = {rule for path in FILES if SHARED in path.parts for rule in RULE.findall(path.read_text(encoding="utf-8"))}
    assert {rule for rule in said - known if rule.split("-")[0] in episodes} == set()
    assert len(said & known) > 100


@pytest.mark.parametrize("episode", EPISODES)
def test_an_episode_speaks_of_its_own_rules(episode):
    """What stands in an episode names no rule of the other one."""
    own = {rule.split("-")[0] for rule in read(ROOT / episode / "ledger.yaml")["rules"]}
    said = {rule for path in FILES if episode in path.parts for rule in RULE.findall(path.read_text(encoding="utf-8"))}
    assert {rule for rule in said if rule.split("-")[0] not in own} == set()


@pytest.mark.parametrize("episode", EPISODES)
def test_a_layer_has_no_other_word_for_what_the_game_has(episode):
    """What the solo layer adds may have the name of a thing or fact of the game, which keeps its own noun."""
    game, alone = (packs.locales(packs.load(name, search_path())[0])[0] for name in (episode, f"{episode}+solo"))
    assert {"en", "fr"} <= game.keys()
    for language, words in game.items():
        nouns = alone[language].nouns
        assert {noun for noun, entry in words.nouns.items() if nouns[noun].key_span != entry.key_span} == RENAMED
