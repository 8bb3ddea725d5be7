"""Each pick by a list of preferences is told once, with the line that decided: without it something else may be taken.

The plain interpreter makes the same picks, and says how all stood before each of them. From there a pick is made again
by its own statement, in a pack that leaves a line out:

    find z in harbours:        left behind each line: [a, b, c]
      most ships                                      [a, b]
      prefer any lamp                                 [a]        "one for which there is a lamp"
      least toll                                      [a]

Without `prefer any lamp`, b has to be left beside a, unless a later line would have said the same: then that one is
named by the pick without the first, and both are left out, and so on until something else is left.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from rulebed import State, packs
from rulebed.lang import core, walk
from rulebed.lang.parse import parse_program
from rulebed.lang.syntax import AtRandom, Find, SyntaxNode, Text
from rulebed.model.game import Model
from rulebed.oracle import Oracle
from rulebed.oracle.thread import Activation, Cursor, Thread
from rulebed.packs import address as addresses
from rulebed.packs.node import Node as Tree
from rulebed.packs.node import Scalar
from rulebed.packs.pack import PackTree
from rulebed.pipeline.models import Models
from rulebed.play.telling.reasons import FIND, LEFT
from rulebed.source.diagnostics import Report
from rulebed.source.render import render

from .every_game import PLACES

Stages = tuple[tuple[Any, ...], ...]  # the set, and what each line has left
Lines = frozenset[int]
Options = tuple[tuple[str, str], ...]


# Picks as the interpreter makes them.


def statements(model: Model) -> Iterator[core.Block]:
    """What each `find` comes to: from where its set is named to where it is told."""
    bodies = (program.body for group in (model.procs, model.phases) for program in group.values())
    for block in (inner for body in bodies for inner in _blocks(body)):
        for end, note in enumerate(block):
            if isinstance(note, core.Note) and note.verb == FIND:
                among = next(expr for name, expr, _ in note.about if name == LEFT)
                names = [one.local if isinstance(one, core.Let) else None for one in block[:end]]
                start = max(place for place, name in enumerate(names) if core.Local(name) == among)
                yield block[start : end + 1]


def _blocks(block: core.Block) -> Iterator[core.Block]:
    yield block
    for one in block:
        for inner in walk.stmt_blocks(one):
            yield from _blocks(inner)


@dataclass(frozen=True, slots=True)
class Pick:
    """A pick: where it is written, how all stood before it, what was taken and what each line left."""

    address: str
    env: Mapping[str, Any]
    fields: Mapping[str, Sequence[Any]]
    taken: Any
    stages: Stages


def taken_and_left(note: core.Note, told: Sequence[Any]) -> tuple[Any, Stages]:
    """What the note of a pick tells."""
    names = [name for name, _, _ in note.about]
    left = tuple(value for name, value in zip(names, told, strict=True) if name == LEFT)
    return told[names.index("what")], left


class Witness(Oracle):
    """Counts the picks by the statement that names what was found, and keeps those with the `wanted` numbers."""

    def __init__(self, model: Model, wanted: Sequence[int]) -> None:
        super().__init__(model)
        blocks = list(statements(model))
        self._starts, self._binds = ({id(block[place]) for block in blocks} for place in (0, -2))
        self._before: dict[str, Any] = {}
        self.wanted, self.count, self.picks = wanted, 0, list[Pick]()

    def perform(self, statement: core.Stmt, thread: Thread) -> None:
        if id(statement) in self._starts:
            self._before = dict(thread.top.env)
        self.count += id(statement) in self._binds
        super().perform(statement, thread)

    def note(self, note: core.Note, thread: Thread) -> None:
        super().note(note, thread)
        if note.verb == FIND and self.count - 1 in self.wanted:
            fields = {name: tuple(slots) for name, slots in self.fields.items()}
            self.picks.append(Pick(note.address, self._before, fields, *taken_and_left(*self.notes[-1])))

    @property
    def told(self) -> list[tuple[core.Note, tuple[Any, ...]]]:
        """What all picks have told."""
        return [one for one in self.notes if one[0].verb == FIND]


# The same statements in packs that lack some lines.


@dataclass(frozen=True, slots=True)
class List:
    """A list of preferences where it is written."""

    address: str  # of the text
    text: str
    node: Find

    def without(self, lines: Lines) -> str:
        """The text without some lines of the list, the others in a row."""
        kept = [one.spot.words() for number, one in enumerate(self.node.preferences) if number not in lines]
        end = self.node.preferences[-1].spot.end
        return self.text[: self.node.source.spot.end] + (": " if kept else "") + ", ".join(kept) + self.text[end:]


def lists(tree: PackTree) -> Iterator[List]:
    """All lists of a pack."""
    for address, scalar in _scalars(tree.root, ""):
        program = parse_program(Text(scalar.text, scalar.place), Report()) if "find " in scalar.text else None
        for node in _finds(program) if program is not None else ():
            yield List(address, scalar.text, node)


def _scalars(node: Tree, address: str) -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, Scalar):
        yield address, node
    for word, below in addresses.children(node):
        yield from _scalars(below, addresses.join(address, word))


def _finds(node: SyntaxNode) -> Iterator[Find]:
    if isinstance(node, Find):
        yield node
    for part in node.parts():
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, SyntaxNode):
                yield from _finds(one)


class Workshop:
    """The models of a pack with each list as it stands, and without some of its lines."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        self.tree = self._read([])
        self.models = Models(self.tree)
        self.statement = cache(self.statement)

    def _read(self, patches: Sequence[str], **shared: Any) -> PackTree:
        tree, report = packs.load(self.reference, PLACES, patches, **shared)
        assert tree is not None, render(report)
        assert not report.errors, render(report)
        return tree

    @cached_property
    def _lists(self) -> list[List]:
        return list(lists(self.tree))

    def list_at(self, address: str) -> List:
        """The list of a pick: of its name, in the program that it is of."""
        home, _, name = address.rpartition(".")
        named = [one for one in self._lists if one.node.name == name]
        found = [one for one in named if addresses.is_within(one.address.replace(".do", ""), home.replace(".do", ""))]
        (only,) = found or named
        return only

    def statement(self, address: str, lines: Lines, players: int, options: Options) -> tuple[Model, core.Block]:
        """A pick as it is made without some lines, and the model that it is a part of."""
        found, models = self.list_at(address), self.models
        if lines:
            patch = f"{found.address}={json.dumps(found.without(lines))}"
            models = Models(self._read([patch], lineage=self.tree.lineage), known=models.known)
        model = models.raw(players, dict(options))
        assert model is not None
        return model, next(block for block in statements(model) if block[-1].address == address)

    def again(self, pick: Pick, lines: Lines, players: int, options: Options) -> Stages:
        """What each line leaves where the pick is made again without some of them."""
        model, block = self.statement(pick.address, lines, players, options)
        oracle = Oracle(model, guarded=False)
        oracle.fields = {name: list(slots) for name, slots in pick.fields.items()}
        oracle.advance(Thread([Activation(dict(pick.env), [Cursor(block)])]))
        (told,) = oracle.notes
        return taken_and_left(*told)[1]


@lru_cache(maxsize=1)
def workshop_of(reference: str) -> Workshop:
    """Of one pack at a time: its models are large."""
    return Workshop(reference)


# What must hold.


def reasons_hold(state: State, seed: int, model: Model, reference: str, options: Options, drawn: int) -> list[int]:
    """Play a game at random: how many lines decided each of so many picks; none where it was the order of the set."""
    luck = Random(seed)
    moves = list(_moves(state, luck))
    told = [dict(event) for event in state.events() if event["kind"] == FIND]
    witness = Witness(model, luck.sample(range(len(told)), min(drawn, len(told))))
    witness.start(seed)
    for seat, value in moves:
        witness.apply(seat, value)
    assert witness.count == len(told) == len(witness.told)
    for event, (note, values) in zip(told, witness.told, strict=True):
        assert event["address"] == note.address
        is_told(event, *taken_and_left(note, values), state)
    shop = workshop_of(reference)
    return [how_many_decided(pick, shop, model.players, options) for pick in witness.picks]


def _moves(state: State, luck: Random) -> Iterator[tuple[int, int]]:
    while not state.over:
        decision = luck.choice(state.decisions)
        place = luck.randrange(len(decision.options))
        yield decision.player - 1, decision.values[place]
        state.apply(decision.options[place], player=decision.player)


def is_told(event: Mapping[str, Any], taken: Any, stages: Stages, state: State) -> None:
    """What was taken and left, and the words of the line that decided."""
    words, clauses = state.rules.words, event["clauses"]
    kind = next(plan for plan in state.rules.program.notes if plan.address == event["address"] and plan.verb == FIND)
    assert event["about"]["what"] == words.plain(taken, kind.types[kind.names.index("what")])
    assert [clause["left"] for clause in clauses] == [words.plain(left, kind.types[-1]) for left in stages]
    line = last_cut(stages)
    assert clauses[0 if line is None else line + 1]["text"] in event["reason"]
    assert line is None or clauses[line + 1]["text"] in event["text"]


def last_cut(stages: Stages) -> int | None:
    """The last line that left fewer than there were."""
    cuts = [line for line, (before, after) in enumerate(pairwise(stages)) if len(after) < len(before)]
    return cuts[-1] if cuts else None


def how_many_decided(pick: Pick, shop: Workshop, players: int, options: Options) -> int:
    """Leave out the line that decided, and any later one that says the same by itself, until more is left."""
    node = shop.list_at(pick.address).node
    by_luck = len(node.preferences) - 1 if node.preferences and isinstance(node.preferences[-1], AtRandom) else None
    assert settled(shop.again(pick, frozenset(), players, options), by_luck) == settled(pick.stages, by_luck)
    line, out = last_cut(pick.stages), frozenset[int]()
    while line is not None:
        out |= {line}
        stages = settled(shop.again(pick, out, players, options), None if by_luck in out else by_luck)
        if stages[-1] != (pick.taken,):
            break
        kept = [number for number in range(len(node.preferences)) if number not in out]
        cut = last_cut(stages)
        assert cut is not None, f"{pick.address}: nothing decided but a line without which the same is taken"
        assert kept[cut] > line, f"{pick.address}: an earlier line decides"
        line = kept[cut]
    return len(out)


def settled(stages: Stages, by_luck: int | None) -> Stages:
    """What the lines have left before luck decides."""
    return stages if by_luck is None else stages[:-1]
