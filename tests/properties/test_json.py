"""All that is JSON means the same to every reader: whole numbers of 53 bits, and nothing that hangs on one language."""

import json
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from rulebed.packs.places import schema_root

from .every_game import names, own, starts, states, viewers, walk

SCHEMAS = {
    name: json.loads((schema_root() / "messages" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("save", "record", "view", "event")
}
REGISTRY = Registry().with_resources([(schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()])
VALIDATORS = {name: Draft202012Validator(schema, registry=REGISTRY) for name, schema in SCHEMAS.items()}
SCRIPT = Path(__file__).with_name("digest.mjs")
HIGHEST = 2**53 - 1
LOOKS = 6  # states of a game


def written(state):
    """All the JSON that there is of a state, each on a line."""
    views = [state.view(viewer) for viewer in viewers(state)]
    events = [dict(event) for viewer in viewers(state) for event in state.events(player=viewer)[-5:]]
    boards = [state.board(viewer) for viewer in viewers(state)[:1]]
    plain = [json.dumps(one, ensure_ascii=False, default=dict) for one in (*views, *events, *boards, state.fields)]
    return [state.save(), *state.record.splitlines(), *plain]


def looked_at(name):
    """Some states of random games, with all that is told of them."""
    return islice((state for number, state in enumerate(states(name, 1, events=True)) if not number % 5), LOOKS)


@pytest.mark.parametrize("name", own())
def test_saves_records_and_views_are_what_their_schemas_say(name):
    """Whoever reads them in another language finds there what there is."""
    for state in (next(looked_at(name)), next(ended(name))):
        VALIDATORS["save"].validate(json.loads(state.save()))
        for line in state.record.splitlines()[:3]:
            VALIDATORS["record"].validate(json.loads(line))
        for viewer in viewers(state):
            VALIDATORS["view"].validate(json.loads(json.dumps(state.view(viewer), default=dict)))


def ended(name):
    """A random game that is over, or has gone on for long."""
    for start in starts(name, events=True):
        *_, last = walk(start, 1)
        yield last


def numbers_in(value):
    """Each number in a piece of JSON."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(inner)
    elif isinstance(value, int | float):
        yield value


@pytest.mark.parametrize("name", own())
def test_no_number_is_longer_than_every_reader_keeps(name):
    """Luck, seeds and numbers that stand for many flags are texts."""
    for state in looked_at(name):
        for line in written(state):
            for number in numbers_in(json.loads(line)):
                assert type(number) is not float, line
                assert -HIGHEST <= number <= HIGHEST, line


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_javascript_gives_back_what_it_was_given_and_works_out_digests():
    """The same values, of saves and records the same signs but for blanks, and the digest by a short script."""
    wanted, digests = [], []
    for name in names():
        if not hasattr(name, "marks"):
            for state in islice(looked_at(name), 3):
                lines = written(state)
                wanted += lines
                digests += [state.digest, *[None] * (len(lines) - 1)]
    done = subprocess.run(["node", str(SCRIPT)], input="\n".join(wanted), capture_output=True, text=True, check=True)
    for line, digest, answer in zip(wanted, digests, map(json.loads, done.stdout.splitlines()), strict=True):
        assert json.loads(answer["text"]) == json.loads(line)
        if '"rulebed_' in line[:20] or line.startswith("["):
            assert answer["text"] == json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":"))
        assert answer["digest"] == digest or digest is None
    assert sum(map(bool, digests)) > 40
