"""Every game is played alike by its compiled program and by the plain interpreter."""

import random

import pytest

from rulebed.compile.emission.compile import compile_model
from rulebed.lang.core import Write
from rulebed.model.game import Role
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.play.rules.log import entries_of
from rulebed.run.blueprint import APART, NOTED

from .every_game import ALL, LONGER, SENTENCES, models, names

GAMES = 3  # of each setup; of that of a pack in short one
LONGEST, SHORT = 150, 50  # decisions of one game; of a game of a pack in short: the interpreter is slow


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", names())
def test_program_and_interpreter_agree_at_every_decision(name, chance):
    for _, model in models(name):
        program = compile_model(model, chance=chance)
        for seed in range(GAMES if is_whole(name) else 1):
            walk_in_step(program, Oracle(model, chance), seed, random.Random(seed).choice, longest(name))


def is_whole(name):
    """Whether more is looked at than a little."""
    return name in ALL or name.endswith(LONGER)


def longest(name):
    """How many decisions of a game are looked at."""
    return LONGEST if is_whole(name) else SHORT


@pytest.mark.slow
@pytest.mark.parametrize("name", SENTENCES)
def test_they_agree_where_luck_is_a_player(name):
    """The sentences with sampled luck are played by their own tests."""
    for _, model in models(name):
        program = compile_model(model, chance="explicit")
        for seed in range(GAMES):
            walk_in_step(program, Oracle(model, "explicit"), seed, random.Random(seed).choice, LONGEST)


@pytest.mark.parametrize("name", names())
def test_guards_offer_what_a_search_finds_to_get_through(name):
    for raw, model in models(name):
        oracle = Oracle(raw, guarded=False)
        walk_in_step(compile_model(model), oracle, 1, random.Random(1).choice, longest(name))


class Listening(Oracle):
    """Says of each write and each note what a program puts out: what has changed by which statement."""

    def __init__(self, model, chance="sampled"):
        super().__init__(model, chance)
        self.heard = []

    def perform(self, statement, thread):
        if not isinstance(statement, Write) or untold(self.model, statement.field):
            super().perform(statement, thread)
            return
        index = self.value(statement.index, thread)
        before = self.read(statement.field, index)
        super().perform(statement, thread)
        after = self.read(statement.field, index)
        if before != after:
            self.heard.append((statement.verb, statement.address, statement.field, index, before, after))

    def note(self, note, thread):
        super().note(note, thread)
        self.heard.append((note.verb, note.address, self.notes[-1][1]))


def untold(model, field):
    """Whether a field is the engine's own: of some of these it depends on what is seen whether they are told."""
    return model.fields[field].own or model.fields[field].role is Role.PLACE


def put_out(program, entries):
    """The same of a program."""
    fields = {
        program.layout.base(name) + index: (name, index)
        for name, field in program.model.fields.items()
        for index in range(field.size)
    }
    for slot, number, *values in entries_of(entries):
        if slot == APART:  # a mark: what comes next is a seat's own
            continue
        plan = program.notes[number]
        if slot == NOTED:
            yield plan.verb, plan.address, values[0]
        elif not untold(program.model, fields[slot][0]):
            yield plan.verb, plan.address, *fields[slot], *values


@pytest.mark.parametrize("name", names())
def test_program_and_interpreter_say_the_same_of_what_happens(name):
    """Each write that changes something, and each note, in their order: events are made of nothing else."""
    for _, model in models(name):
        program, oracle, luck, entries = compile_model(model, "events"), Listening(model), random.Random(2), []
        state = program.start(2, entries)
        oracle.start(2)
        for _ in range(longest(name)):
            assert list(put_out(program, entries)) == oracle.heard
            if oracle.over:
                break
            seat = luck.choice(oracle.waiting())
            value = luck.choice(oracle.options(seat))
            entries.clear()
            oracle.heard.clear()
            program.apply(state, seat, value, entries)
            oracle.apply(seat, value)
