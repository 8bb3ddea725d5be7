"""What comes from elsewhere in odd shapes, and ends that come from outside: one line is said, and no game is lost."""

import builtins
import json
import os
import re
import signal
import subprocess
import sys
from multiprocessing import active_children

import pytest

import rulebed as engine
from rulebed_tools.cli import console
from rulebed_tools.processes import workers
from rulebed_tools.tui.blocks import lines_of
from rulebed_tools.tui.drawing import Drawing

COMMAND = "import sys; from rulebed_tools.cli.main import main; sys.exit(main(sys.argv[1:]))"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
OWNED = "\x1b]0;owned\x07\x9b\u202e"


@pytest.fixture
def typed(rulebed, monkeypatch):
    """Plays with these answers; one that can be called is, in its place, and behind the last one the input ends."""

    def play(answers, *words):
        left = iter(answers)

        def answer(_):
            given = next(left, None)
            if given is None:
                raise EOFError
            return given if isinstance(given, str) else given()

        monkeypatch.setattr(builtins, "input", answer)
        return rulebed("play", *(words or ("squares", "--seats", "all")))

    return play


def stop_by(error):
    """What raises it when it is called."""

    def stop():
        raise error

    return stop


def test_odd_answers_are_refused_and_asked_again(typed, own_packs):
    """Very long numbers, names that no file can have, signs that are no letters: the game goes on."""
    odd = [
        "9" * 5000,
        "s a\0b",
        "l a\0b",
        f"s {'x' * 500}",
        f"l {'x' * 500}",
        "l \udcff",
        "s .",
        "l .",
        "\udcff",
        OWNED,
    ]
    code, printed, complaint = typed([*odd, "a1", "s", "q"])
    assert (code, complaint) == (0, "")
    assert [printed.count(words) for words in ("can't be saved", "can't be loaded", "is not offered")] == [3, 4, 3]
    assert not STEERS.search(printed)
    assert (own_packs / "kept/rulebed/saves/squares.json").is_file()


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        (stop_by(KeyboardInterrupt), 130),
        (stop_by(BrokenPipeError), 0),
        (lambda: os.kill(os.getpid(), signal.SIGTERM), 128 + signal.SIGTERM),
        (lambda: os.kill(os.getpid(), signal.SIGHUP), 128 + signal.SIGHUP),
    ],
    ids=["interrupted", "nobody reads", "ended", "hung up"],
)
def test_a_game_that_is_stopped_is_kept(typed, own_packs, stop, code):
    """A line says how to go on, nothing that was decided is missing, and no older file is written over."""
    (own_packs / "rulebed.stopped.json").write_text("older")
    found, _, complaint = typed(["a1", stop])
    kept = "the game is kept: `rulebed play --load rulebed.stopped1.json` goes on with it"
    assert (found, complaint) == (code, f"\n{'stopped: ' if code else ''}{kept}\n")
    assert (own_packs / "rulebed.stopped.json").read_text() == "older"
    assert "`a1` is not offered" in typed(["a1"], "--load", "rulebed.stopped1.json", "--seats", "all")[1]


def test_what_stops_a_game_with_a_record_is_kept_as_that(typed, own_packs):
    """The file that was named for it has what was decided."""
    typed(["a1", stop_by(KeyboardInterrupt)], "squares", "--seats", "all", "--record", "mine.record")
    assert [path.name for path in own_packs.glob("*.json")] == []
    assert "`a1` is not offered" in typed(["a1"], "--load", "mine.record", "--seats", "all")[1]


def test_nothing_is_kept_of_a_game_in_which_nothing_has_happened(typed, own_packs):
    """Neither before the first decision nor after it was saved."""
    assert typed([stop_by(KeyboardInterrupt)])[::2] == (130, "\nstopped\n")
    assert typed(["a1", "s kept.json", stop_by(KeyboardInterrupt)])[::2] == (130, "\nstopped\n")
    assert [path.name for path in own_packs.glob("*.json")] == ["kept.json"]


def test_what_is_closed_is_as_if_nobody_were_there():
    """Without any of its streams a verb does its work, and a game ends where nobody answers."""
    closed = 'exec "$0" -c "$1" play tic_tac_toe <&- >&- 2>&-'
    assert subprocess.run(["/bin/sh", "-c", closed, sys.executable, COMMAND], check=False).returncode == 0


def test_a_narrow_encoding_is_no_error(own_packs):
    """What it lacks is written with its number."""
    (own_packs / "pork.yaml").write_text("title: Pörk\n", encoding="utf-8")
    narrow, command = {**os.environ, "PYTHONIOENCODING": "ascii"}, [sys.executable, "-c", COMMAND, "list"]
    assert b"P\\xf6rk" in subprocess.run(command, env=narrow, capture_output=True, check=True).stdout


def test_answers_for_programs_are_the_same_in_any_encoding(monkeypatch, capsys):
    """Signs that would steer a terminal stand with their numbers, which a program reads as what they were."""
    told = {"ä": OWNED + "\udcff"}
    console.print_json(told)
    printed = capsys.readouterr().out
    assert "ä" in printed
    assert not STEERS.search(printed)
    assert json.loads(printed) == told


def test_no_name_or_text_steers_the_terminal(rulebed, own_packs):
    """Of files, locks, records, saves, and what is typed: what is wrong is said with signs that can be seen."""
    (own_packs / "evil.record").write_text(json.dumps({"rulebed_record": 1, "game": OWNED, "players": 2}))
    (own_packs / f"cards.{OWNED}").write_text("{}")
    (own_packs / "cards.actions.lock").write_text(f"flow.drawing.{OWNED} go\n" * 2, encoding="utf-8")
    for words in (
        ("replay", "evil.record"),
        ("play", "--load", f"cards.{OWNED}"),
        ("actions", "cards"),
        ("check", "cards"),
        ("check", OWNED),
        (OWNED,),
        ("check", f"--{OWNED}"),
        ("explain", "squares", OWNED),
        ("play", "squares", "--set", f"{OWNED}=1"),
    ):
        code, printed, complaint = rulebed(*words)
        assert code, words
        assert "\ufffd]0;owned\ufffd\ufffd\ufffd" in printed + complaint, words
        assert not STEERS.search(printed + complaint), words


class Stream:
    """A terminal or a file."""

    def __init__(self, *, is_terminal):
        self.isatty = lambda: is_terminal


@pytest.mark.parametrize(
    ("variables", "on_a_terminal", "in_a_file"),
    [
        ({}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": "0"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True, True),
    ],
)
def test_colours_are_as_the_environment_wants_them(monkeypatch, variables, on_a_terminal, in_a_file):
    """NO_COLOR before FORCE_COLOR, and both before what the stream is; what is empty isn't set."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    assert console.has_colour(Stream(is_terminal=True)) is on_a_terminal
    assert console.has_colour(Stream(is_terminal=False)) is in_a_file


@pytest.mark.parametrize(("name", "is_coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False)])
def test_findings_are_coloured_where_somebody_wants_it(rulebed, own_packs, monkeypatch, name, is_coloured):
    """Into a pipe, too; what is for programs never is."""
    (own_packs / "bad.yaml").write_text("title: Bad\nplayers: none\n", encoding="utf-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(name, "1")
    assert ("\x1b[1;31merror" in rulebed("check", "bad")[1]) is is_coloured
    assert ("\x1b[1;31m-" in rulebed("fmt", "bad", "squares", "cards", "tales", "--diff")[1]) is is_coloured
    assert "\x1b" not in rulebed("check", "bad", "--json")[1]


def test_a_colour_is_what_the_house_painted(monkeypatch, capsys):
    """A text with the very escapes that the house uses has none of them in the end."""
    monkeypatch.setattr(console, "has_colour", lambda _: True)
    console.say(console.paint("\x1b[31mred\x1b[0m", "bad") + "\x1b[31m")
    assert capsys.readouterr().out == "\x1b[1;31m\ufffd[31mred\ufffd[0m\x1b[0m\ufffd[31m\n"


def test_a_track_and_a_map_are_as_long_as_a_screen_at_most():
    """Where something stands far out, it is told in numbers, or beside what is next to it."""
    track = {"shape": "track", "key": "board", "from": 0, "to": 5}
    lines = [lines_of(Drawing({}).block({**track, "at": at}, 40))[0] for at in (10**12, -(10**12), 2)]
    assert lines[:2] == [f"{10**12}/5", f"{-(10**12)}/5"]
    assert lines[2].endswith(" 2/5")
    cells = [{"shape": "text", "key": f"at:{far}", "text": "x", "across": far, "down": 0} for far in (0, 10**12)]
    assert lines_of(Drawing({}).block({"shape": "hex", "key": "board", "boxes": cells}, 40)) == ["x x"]


def for_ever():
    """Work that nobody will wait for."""
    while True:
        pass


def be_stopped():
    """Hand something out, and wait for nothing."""
    with workers(1) as pool:
        pool.submit(for_ever)
        raise KeyboardInterrupt


def test_processes_end_with_whoever_is_stopped():
    """What they are at is not waited for."""
    with pytest.raises(KeyboardInterrupt):
        be_stopped()
    assert active_children() == []


def _pressed_at_once():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals can't be put off here")
def test_ctrl_c_while_the_command_begins_ends_it_without_a_word(root):
    """It waits from the first line on until the environment's own Python is there, which then ends in silence."""
    command = [sys.executable, str(root / "tools" / "rulebed"), "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=_pressed_at_once)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


# Interrupts itself when it has done so much; what it does is counted in the events that Python tells of.
INTERRUPTED = """
import os, signal, sys
from rulebed_tools.cli.main import main
left, own = [int(sys.argv.pop(1))], os.getpid()
def count(event, _):
    left[0] -= 1
    if not left[0] and os.getpid() == own:
        os.kill(own, signal.SIGINT)
sys.addaudithook(count)
sys.exit(main())
"""
VERBS = """
    actions squares; blame squares; bench list.copy --repeats 1 --seconds 0.01; check cards; check leduc_poker; list
    compare squares squares --games 40 --jobs 2; coverage pig --games 5; diff pig pig; new mill; graph cards
    explain dice_workers perks.showman; fmt squares.yaml; mutate leduc_poker --every --fresh --jobs 2; schema pig
    perft tic_tac_toe --depth 4; play pig --auto --bots mc:5; play squares; provenance pig; rulebook pig
    replay game.record; shorten leduc_poker --check; sim pig --games 300 --jobs 2; test leduc_poker
    why game.record; watch squares --once
""".replace("\n", ";").split(";")


@pytest.mark.slow
@pytest.mark.parametrize("words", [line.split() for line in VERBS if line.strip()], ids=" ".join)
def test_every_verb_can_be_interrupted_at_any_moment(own_packs, words):
    """It says so in one line, or has come to its end, and never shows its insides; what it writes is there or not."""
    (own_packs / "game.record").write_text(engine.load("pig").start(seed=1).record, encoding="utf-8")
    for moment in (1, 30, 200, 600, 1200, 2500, 5000, 10_000):
        command = [sys.executable, "-c", INTERRUPTED, str(moment), *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        assert (done.returncode, done.stderr) == (130, "\nstopped\n") or done.returncode in (0, 1, 2)
        assert not list(own_packs.rglob("*.new"))


@pytest.mark.slow
@pytest.mark.parametrize("words", [line.split() for line in VERBS if line.strip()], ids=" ".join)
def test_no_verb_minds_that_nobody_reads(own_packs, words):
    """With a pipe whose other end is closed, in place of either stream or of both, it ends without a word."""
    (own_packs / "game.record").write_text(engine.load("pig").start(seed=1).record, encoding="utf-8")
    for closed in (("stdout",), ("stderr",), ("stdout", "stderr")):
        reads, writes = os.pipe()
        os.close(reads)
        streams = {name: writes if name in closed else subprocess.PIPE for name in ("stdout", "stderr")}
        command = [sys.executable, "-c", COMMAND, *words]
        done = subprocess.run(command, **streams, stdin=subprocess.DEVNULL, check=False)
        os.close(writes)
        assert (done.returncode in (0, 1, 2), b"Traceback" in (done.stderr or b"")) == (True, False)
        assert b"Exception ignored" not in (done.stderr or b"")
