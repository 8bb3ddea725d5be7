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
from rulebed_tools.cli import discovery
from rulebed_tools.cli.main import main
from rulebed_tools.cli.misuse import FINDINGS, FINE
from rulebed_tools.cli.parser import parser_of

from .every_game import LARGE, own, small, starts, states, viewers, walk

SCHEMAS = {
    name: json.loads((schema_root() / "messages" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("save", "record", "view", "event", "frame", "face", "thing", "request", "answer")
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
            first = state.frame(viewer)
            for frame in (first, state.frame(viewer, since=first)):
                VALIDATORS["frame"].validate(json.loads(json.dumps(frame)))


def test_no_schema_lets_a_number_be_longer_than_every_reader_keeps():
    """Each whole number in them has its bounds."""
    for part in parts_of(list(SCHEMAS.values())):
        if "integer" in part.get("type", ()):
            assert part["minimum"] >= -HIGHEST, part
            assert part["maximum"] <= HIGHEST, part


def parts_of(value):
    """Each mapping in a piece of JSON."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts_of(inner)


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
@pytest.mark.parametrize("played", [small(), pytest.param(LARGE, marks=pytest.mark.slow)], ids=["small", "large"])
def test_javascript_gives_back_what_it_was_given_and_works_out_digests(played):
    """The same values, of saves and records the same signs but for blanks, and the digest by a short script."""
    wanted, digests = [], []
    for name in played:
        for state in islice(looked_at(name), 3):
            lines = written(state)
            wanted += lines
            digests += [state.digest, *[None] * (len(lines) - 1)]
    for line, digest, answer in zip(wanted, digests, through_javascript(wanted), strict=True):
        assert json.loads(answer["text"]) == json.loads(line)
        if '"rulebed_' in line[:20] or line.startswith("["):
            assert answer["text"] == json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":"))
        assert answer["digest"] == digest or digest is None
    assert sum(map(bool, digests)) >= 3 * len(played) - len(played) // 2


def through_javascript(lines):
    """What the script says of each line."""
    text = "\n".join(lines)
    done = subprocess.run(
        ["node", str(SCRIPT)], input=text, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return list(map(json.loads, done.stdout.splitlines()))


ANSWERS = (  # of a pack and a file for its record; few games and many, with what they can't tell and what they can
    "list",
    "check PACK",
    "test PACK",
    "fmt PACK --check",
    "actions PACK",
    "blame PACK flow",
    "explain PACK flow",
    "provenance PACK",
    "diff PACK tic_tac_toe",
    "coverage PACK",
    "perft PACK --depth 2",
    "sim PACK --games 1 --jobs 1",
    "sim PACK --games 3 --jobs 1 --offered --seed 0123456789abcdef0123456789abcdef",
    "compare PACK PACK --games 1 --jobs 1",
    "compare PACK PACK --games 8 --jobs 1 --seed 1",
    "play PACK --auto --seed 0000000000000000000000000000000a --record FILE",
    "replay FILE",
    "why FILE --after 1",
)
THOROUGH = ("check", "test", "actions", "coverage", "perft")  # they look at all of a pack: of a large one, for minutes
OF_LARGE = tuple(command for command in ANSWERS if not command.startswith(THOROUGH))
LONG_ANSWERS = ("mutate pig", "bench pig --seconds 0.05 --repeats 1")


def answered(commands, pack, file, capsys):
    """What each command says to a program, on a line."""
    for command in commands:
        words = [{"PACK": pack, "FILE": str(file)}.get(word, word) for word in command.split()]
        assert main([*words, "--json"]) in (FINE, FINDINGS), command
        yield json.dumps(json.loads(capsys.readouterr().out, parse_constant=no_number), ensure_ascii=False)


def no_number(name):
    """JSON has no word for what isn't finite or isn't known."""
    raise AssertionError(name)


def shown():
    """Of each verb that has something for programs and stands in no list, the first example that it shows of itself."""
    listed = {command.split()[0] for command in (*ANSWERS, *LONG_ANSWERS)}
    verbs = {name: discovery.verb(name) for name in discovery.names() if name not in listed}
    able = [verb for name, verb in verbs.items() if "--json" in parser_of(name, verb).flags]
    return [example.removesuffix(" --json") for verb in able for example in discovery.examples(verb)[:1]]


def test_what_each_verb_answers_is_looked_at():
    """A verb that has something for programs stands in one of the lists, or shows an example of itself."""
    able = {name for name in discovery.names() if "--json" in parser_of(name, discovery.verb(name)).flags}
    asked = {command.split()[0] for command in (*ANSWERS, *LONG_ANSWERS, *shown())}
    assert asked == able, 'give the module of the verb EXAMPLES, such as `EXAMPLES = ("list --json",)`'


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
@pytest.mark.parametrize(
    ("commands", "name"),
    [
        (ANSWERS, "pack pig"),
        pytest.param(LONG_ANSWERS, "pack pig", marks=pytest.mark.slow),
        *(pytest.param(OF_LARGE, name, marks=pytest.mark.slow) for name in LARGE),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_what_a_verb_answers_is_the_same_to_javascript(commands, name, tmp_path, capsys):
    """Every number as it was, and words of JSON alone."""
    commands = (*commands, *shown())
    lines = list(answered(commands, name.removeprefix("pack "), tmp_path / "record", capsys))
    for command, line, answer in zip(commands, lines, through_javascript(lines), strict=True):
        assert json.loads(answer["text"]) == json.loads(line), command
        for number in numbers_in(json.loads(line)):
            assert type(number) is float or -HIGHEST <= number <= HIGHEST, command
