"""A front end in another language: requests by lines of JSON, and the types of what comes back."""

import io
import json
import shutil
import subprocess
from queue import SimpleQueue
from random import Random

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import rulebed
from rulebed import patched
from rulebed.packs.places import schema_root
from rulebed_tools.cli.main import main
from rulebed_tools.cli.misuse import MISUSE
from rulebed_tools.conversation import Conversation
from rulebed_tools.minds import Thought
from rulebed_tools.serving import Table
from rulebed_tools.types import typescript

MESSAGES = [json.loads(path.read_text(encoding="utf-8")) for path in (schema_root() / "messages").iterdir()]
REGISTRY = Registry().with_resources([(one["$id"], Resource.from_contents(one)) for one in MESSAGES])
ANSWER, REQUEST = (
    Draft202012Validator({"$ref": f"{name}.schema.json"}, registry=REGISTRY) for name in ("answer", "request")
)
FORMS = {
    form["properties"]["ask"]["const"]: form["properties"]
    for schema in MESSAGES if schema["$id"] == "request.schema.json"
    for name, form in schema["$defs"].items() if name.startswith("ask_")
}  # fmt: skip
MOVE = {"ask": "answer", "seat": 1, "option": "b2"}
LOOK, WAIT = {"ask": "frame", "seat": 1}, {"ask": "wait"}
UNASKED = {"thinks", "moved", "stuck"}
STEPS = """
title: Steps
players: 1
flow: {walk: {do: "choose a in 1..3; choose b in 1..3; choose c in 1..3; choose d in 1..3", next: end}}
result: {score: 0}
"""
ONE_WAY = """
title: One way
players: {min: 2, max: 3, state: {points: number}}
options: {goal: {values: [20, 50], default: 20}}
game: {state: {left: number}}
flow:
  turn:
    do:
      pick: 1
      options:
        go:
          do: |
            add 1 to left
            add 1 to my.points
            if my.points >= options.goal: end game
            set active to next(me)
        stay: {when: left > 0, do: set left to 0}
    next: turn
result: {score: my.points}
"""


@pytest.fixture
def served(monkeypatch, capsys):
    """Asks a game these things, and gives the answers; those are what their schema says."""

    def asked(requests, *words):
        lines = (one if isinstance(one, str) else json.dumps(one) for one in requests)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["frames", *words, "--stdio", "--seed", "1"]) == 0
        printed = capsys.readouterr()
        asked.errors = printed.err
        said = [json.loads(line) for line in printed.out.splitlines()]
        for one in said:
            ANSWER.validate(one)
        asked.unasked = [one for one in said if {*one} & UNASKED]
        answers = [one for one in said if one not in asked.unasked]
        assert len(answers) == len(requests)
        return answers

    return asked


def test_a_game_is_played_by_lines(served):
    """Frames build upon the last one that was asked for, and an answer says which decision it is meant for."""
    first, done, late, then = served(
        [
            {"ask": "frame", "seat": 1, "id": "x"},
            {"ask": "answer", "seat": 1, "option": "b2", "at": 0},
            {"ask": "answer", "seat": 1, "option": "b3", "at": 0},
            {"ask": "frame", "seat": 1, "since": 0},
        ],
        "tic_tac_toe",
    )
    assert (first["id"], done) == ("x", {"done": True})
    assert "error" in late
    board = patched(first["frame"]["board"], then["frame"]["patch"])
    assert {"key": "mark:b2"}.items() <= next(box for box in boxes(board) if box["key"] == "mark:b2").items()
    assert then["frame"]["since"] == 0


def boxes(box):
    yield box
    for inner in box.get("boxes", ()):
        yield from boxes(inner)


def test_bots_answer_for_whom_nobody_asks(served):
    """The answer comes at once; who thinks is said, and what came of it, with the frame of a seat that is followed."""
    first, done, _, frame, refused = served(
        [{**LOOK, "follow": True}, {**MOVE, "frame": True, "since": 0}, WAIT, LOOK, {**MOVE, "seat": 2}],
        "tic_tac_toe", "--seats", "1", "--bots", "random",
    )  # fmt: skip
    thinks, moved = served.unasked
    assert thinks == {"thinks": 2, "bot": "random"}
    assert (moved["moved"], [one["seat"] for one in moved["frames"]]) == (2, [1])
    board = patched(first["frame"]["board"], done["frame"]["patch"])
    assert patched(board, moved["frames"][0]["frame"]["patch"]) == frame["frame"]["board"]
    assert [one["version"] for one in (done["frame"], frame["frame"])] == [1, 2]
    assert refused == {"error": "a bot answers for seat 2"}


class Slow:
    """Thinks until it is told what to take; `asked` has what hands that on, one for each thought."""

    def __init__(self):
        self.asked, self.stopped = SimpleQueue(), 0

    def think(self, state, seat, done):
        self.asked.put(done)

    def stop(self):
        self.stopped += 1


def spoken(script):
    """What is said where a script asks, and lets a slow bot at the second seat take something."""
    thinker, said = Slow(), []
    table = Table(rulebed.load("tic_tac_toe").start(seed=1, events=True), {2: "slow"}, Random(1), "en")
    lines = (json.dumps(one) for one in script(thinker.asked))
    Conversation(table, thinker, said.append).run(lines)
    for one in said:
        ANSWER.validate(json.loads(json.dumps(one)))
    return said, thinker.stopped


def test_what_is_asked_while_a_bot_thinks_is_answered():
    """The reply to a move comes before the bot has moved, and so do all others; who waits is answered afterwards."""

    def script(asked):
        yield MOVE
        yield {"ask": "thing", "seat": 1, "address": "cells.b2"}
        done = asked.get(timeout=60)
        yield {"ask": "save", "id": 1}
        yield {"ask": "answer", "seat": 1, "option": "a1", "id": 2}
        yield {**WAIT, "id": 3}
        done(Thought("a2"))
        yield {"ask": "stop"}
        yield {"ask": "save", "id": 4}

    said, _ = spoken(script)
    assert [*map(next, map(iter, said))] == ["done", "thinks", "thing", "id", "id", "moved", "id", "done"]
    assert "error" in said[4]
    assert said[5] == {"moved": 2, "frames": []}


def test_what_is_thought_about_a_game_that_is_no_more_is_in_vain():
    """Where a move is taken back, the bot is stopped, and asked again; it is said why it can't go on."""

    def script(asked):
        yield MOVE
        first = asked.get(timeout=60)
        yield {"ask": "undo", "seat": 1}
        first(Thought("a1"))
        yield {**MOVE, "option": "c3"}
        asked.get(timeout=60)(Thought("nonsense"))
        yield {"ask": "undo", "seat": 1}
        yield {**MOVE, "option": "c1"}
        asked.get(timeout=60)(Thought("", "it is tired"))
        yield WAIT

    said, stopped = spoken(script)
    assert [one for one in said if "thinks" in one] == [{"thinks": 2, "bot": "slow"}] * 3
    assert not any("moved" in one for one in said)
    stuck = [one["error"] for one in said if "stuck" in one]
    assert "`nonsense` is not offered" in stuck[0]
    assert stuck[1] == "it is tired"
    assert stopped == 2


def test_an_answer_is_meant_for_what_the_player_saw(served):
    """After something was taken back, the decision has its old number, and what was on its way is refused."""
    saw = {**MOVE, "at": 0, "version": 0}
    first, back, again, undone, other = served(
        [saw, {"ask": "undo", "seat": 1}, saw, {"ask": "undo", "seat": 1, "version": 0}, {**saw, "version": 2}],
        "tic_tac_toe",
    )
    assert first == back == other == {"done": True}
    assert "version 0" in again["error"]
    assert "version 0" in undone["error"]


def test_what_a_question_is_part_of_can_be_gone_back_to(served, tmp_path):
    """By the serial of an answer; further than that nothing is taken back."""
    (tmp_path / "steps.yaml").write_text(STEPS, encoding="utf-8")
    take = [{**MOVE, "option": "1"}, {**MOVE, "option": "2"}, {**MOVE, "option": "3", "frame": True}]
    back = {"ask": "undo", "seat": 1, "frame": True}
    *_, then, undone, refused, late = served(
        [*take, {**back, "to": 1}, {**back, "to": 3}, {**back, "to": 1, "version": 3}], str(tmp_path / "steps.yaml")
    )
    crumbs = then["frame"]["decisions"][0]["trail"]
    assert [(one["serial"], one["answer"]) for one in crumbs] == [(0, "1"), (1, "2"), (2, "3")]
    assert then["frame"]["undo"] == {"serial": 2, "steps": 3, "barred": None, "text": ""}
    assert undone["frame"]["decisions"][0]["trail"] == crumbs[:1]
    assert "hasn't taken decision 3" in refused["error"]
    assert "version 3" in late["error"]


@pytest.fixture
def one_way(tmp_path):
    """A game in which one seat has nothing to choose from, as everybody knows."""
    (tmp_path / "one_way.yaml").write_text(ONE_WAY, encoding="utf-8")
    return str(tmp_path / "one_way.yaml")


def test_who_asks_learns_what_is_played(served, one_way):
    """Title, layers, seats with their bots, languages and the setup."""
    words = "--seats", "2", "--bots", "random", "--set", "goal=50", "--players", "3", "--undo", "free"
    asked, french = served([{"ask": "game"}, {"ask": "game", "language": "fr"}], one_way, *words)
    game = asked["game"]
    assert (game["title"], game["reference"], game["layers"], game["players"]) == ("One way", one_way, [], 3)
    assert [one["bot"] for one in game["seats"]] == ["random", None, "random"]
    assert (game["options"], game["preset"], game["undo"], game["language"]) == ({"goal": "50"}, "", "free", "en")
    assert {"en", "fr"} <= {*game["languages"]}
    assert game["seats"][0]["name"] != french["game"]["seats"][0]["name"]


def test_who_waits_is_told_why(served, one_way, tmp_path, monkeypatch):
    """What has to be compiled is said on the error stream, once for each time that somebody waits, and never again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    why = {"ask": "why", "seat": 1}
    told = []
    for requests in ([LOOK], [LOOK, why, why], [LOOK, why]):
        served(requests, one_way)
        told.append(served.errors.count("compiling"))
    assert told == [1, 1, 0]


def test_a_save_is_loaded_where_it_was_made_and_by_whoever_begins(served, tmp_path):
    """What was decided since is gone; a new game begins at the beginning, with the luck that was asked for."""
    saved = served([MOVE, {"ask": "save"}], "tic_tac_toe")[1]["save"]
    (tmp_path / "game.json").write_text(saved, encoding="utf-8")
    whole, load = {"ask": "frame", "seat": None}, {"ask": "load", "save": saved}
    before, begun, new, loaded, back, wrong = served(
        [whole, {"ask": "begin", "seed": 3}, whole, load, whole, {**load, "save": "{}"}],
        "--load", str(tmp_path / "game.json"),
    )  # fmt: skip
    assert begun == loaded == {"done": True}
    assert before["frame"]["board"] == back["frame"]["board"] != new["frame"]["board"]
    assert "save" in wrong["error"]


def test_a_save_for_other_seats_is_refused(served, one_way):
    """Who sits where is settled when the table is opened."""
    saved = served([{"ask": "save"}], one_way, "--players", "3")[0]["save"]
    refused, game = served([{"ask": "load", "save": saved}, {"ask": "game"}], one_way, "--players", "2")
    assert "3 players" in refused["error"]
    assert game["game"]["players"] == 2


def test_what_nobody_was_told_of_is_loaded(served, tmp_path):
    """Front ends are told what happens from now on, and before, though nobody had listened."""
    state = rulebed.load("tic_tac_toe").start(seed=1)
    state.apply("b2")
    (tmp_path / "game.json").write_text(state.save(), encoding="utf-8")
    (frame,) = served([LOOK], "--load", str(tmp_path / "game.json"))
    assert frame["frame"]["version"] == 1


def test_what_all_know_to_be_the_only_answer_need_not_be_asked(served, one_way):
    """Nor is it what is taken back."""
    stay, back = {"ask": "answer", "seat": 2, "option": "stay", "frame": True}, {"ask": "undo", "seat": 2}
    asked, none = [{**LOOK, "seat": 2}, stay, back, {**LOOK, "seat": 2}, back], [{**LOOK, "seat": 2}]
    first, then, undone, again, refused = served(asked, one_way, "--take-forced")
    assert [frame["frame"]["version"] for frame in (first, then, again)] == [1, 3, 5]
    assert undone == {"done": True}
    assert first["frame"]["decisions"] == again["frame"]["decisions"]
    assert "error" in refused
    assert served(none, one_way)[0]["frame"]["decisions"] == []


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("x", "no JSON"), ("[]", "a request is a mapping"), ("[" * 5000, "nested too deeply"),
        ('{"id": 1e999}', "`1e999`"), ("NaN", "`NaN`"), ("9" * 5000, "too long"), ('"\udcff"', "is a text"),
        ({"seat": 1}, "`ask` is missing"), ({"ask": "frams"}, "did you mean `frame`?"),
        ({"ask": "x"}, "`ask` is one of game"), ({"ask": [1]}, "and is a list"), ({"ask": None}, "and is null"),
        ({"ask": "answer", "seat": 1}, "`option` is missing"), ({**MOVE, "option": 3}, "`option` should be the id"),
        ({"ask": "frame"}, "`seat` is missing: it should be a seat"), ({"ask": "frame", "seat": 9}, "no player 9"),
        ({"ask": "frame", "seat": "1"}, "`seat` should be a seat"), ({"ask": "frame", "seat": [1]}, "and is a list"),
        ({"ask": "frame", "seat": True}, "is true or false"), ({"ask": "frame", "seat": 1.0}, "with a point"),
        ({**LOOK, "seat": 0}, "it can be 1 to"), ({**LOOK, "since": {}}, "`since` should be"),
        ({**LOOK, "language": "xx"}, "xx"), ({**LOOK, "language": []}, "`language` should be"),
        ({**LOOK, "sinse": 1}, "did you mean `since`?"), ({**LOOK, "at": 1}, "`since`, `follow`, `language`"),
        ({**MOVE, "since": 0}, "`since` is in vain without `frame`"),
        ({**MOVE, "frame": True, "language": "xx"}, "xx"), ({**LOOK, "id": [1]}, "`id` should be"),
        ({"ask": "face", "address": "cells.z9"}, "no thing"), ({"ask": "undo", "seat": 1}, "nothing"),
        ({"ask": "begin", "seed": "x"}, "32 hexadecimal digits"), ({"ask": "answer", "seat": 9, "option": "b2"}, "9"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(served, request_, said):
    """Any line has an answer, which speaks of what was sent, and the game is as it was."""
    known, answer, still = served([LOOK, request_, LOOK], "tic_tac_toe")
    assert said in answer["error"]
    assert not {"int", "str", "float", "unhashable", "player`"} & {*answer["error"].split()}
    assert known["frame"]["board"] == still["frame"]["board"]


def test_each_request_is_what_its_schema_says():
    """Whatever the schema has a form for is answered, and what is refused for its form isn't in the schema."""
    asked = [MOVE, LOOK, {"ask": "game", "id": 3}, {"ask": "begin", "seed": "0" * 32}, {"ask": "frame", "seat": None}]
    table = Table(rulebed.load("tic_tac_toe").start(events=True), {}, Random(1), "en")
    for one in asked:
        REQUEST.validate(one)
        assert "error" not in table.line(json.dumps(one))
    for one in (
        {"ask": "frame"},
        {**LOOK, "seat": "1"},
        {**LOOK, "seat": 0},
        {**LOOK, "x": 1},
        {"ask": "x"},
        {**MOVE, "since": 0},
    ):
        assert list(REQUEST.iter_errors(one))
        assert "error" in table.line(json.dumps(one))


@pytest.mark.parametrize("name", FORMS)
def test_each_form_of_a_request_is_answered(name):
    """What the schema has a form for can be asked, and may have all that stands there."""
    values = {
        "seat": 1,
        "option": "a1",
        "address": "cells.a1",
        "save": "{}",
        "seed": 5,
        "language": "fr",
        "frame": True,
    }
    request = {key: values[key] for key in FORMS[name] if key in values}
    table = Table(rulebed.load("tic_tac_toe").start(events=True), {}, Random(1), "en")
    answer = table.line(json.dumps({"ask": name, **request}))
    ANSWER.validate(json.loads(json.dumps(answer)))
    assert "error" not in answer or name in {"load", "undo", "why"}, answer


def test_one_says_what_is_wanted(capsys):
    """Either a game, or the types."""
    assert main(["frames", "pig"]) == MISUSE
    assert main(["frames", "pig", "--types"]) == MISUSE
    assert main(["frames", "--types"]) == 0
    assert "export type Frame = {" in capsys.readouterr().out


def test_types_name_nothing_that_is_not_there():
    """Each type that another one is made of is declared."""
    text = typescript()
    declared = {line.split()[2] for line in text.splitlines() if line.startswith("export type ")}
    assert {"Frame", "FrameBox", "FrameStep", "FrameDecision", "Event", "View", "Save"} <= declared
    words = set(text.replace("<", " ").replace(">", " ").replace("(", " ").replace(")", " ").split())
    messages = ("Frame", "Event", "View", "Save", "Record", "Request", "Answer")
    named = {word.strip(";,|&") for word in words if word.startswith(messages) and word.strip(";,").isidentifier()}
    assert named <= declared


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not here")
def test_types_are_typescript(tmp_path):
    """The compiler takes them, and finds who reads a key that there isn't, or asks without one that there must be."""
    (tmp_path / "messages.ts").write_text(typescript(), encoding="utf-8")
    reads = "import type {{ Frame }} from './messages';\nexport const one = (frame: Frame) => frame.{};\n"
    (tmp_path / "right.ts").write_text(reads.format("decisions[0].options[0].label"), encoding="utf-8")
    (tmp_path / "wrong.ts").write_text(reads.format("decision"), encoding="utf-8")
    asks = "import type {{ Request }} from './messages';\nexport const one: Request = {};\n"
    (tmp_path / "asked.ts").write_text(asks.format("{ ask: 'frame', seat: null, since: 3 }"), encoding="utf-8")
    (tmp_path / "lacking.ts").write_text(asks.format("{ ask: 'frame' }"), encoding="utf-8")
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    subprocess.run(["npm", "install", "--silent", "typescript@5"], cwd=tmp_path, check=True, timeout=200)

    def compiled(name):
        command = ["npx", "tsc", "--strict", "--noEmit", name]
        return subprocess.run(command, cwd=tmp_path, check=False, timeout=100, capture_output=True).returncode

    assert (compiled("right.ts"), compiled("wrong.ts")) == (0, 2)
    assert (compiled("asked.ts"), compiled("lacking.ts")) == (0, 2)
