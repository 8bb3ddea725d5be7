"""The command as a whole: help, exit codes, and plain words for every mistake."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rulebed_tools.cli import discovery
from rulebed_tools.cli.main import main
from rulebed_tools.cli.parser import parser_of

VERBS = {"list", "check", "play", "test", "sim", "bench", "perft", "graph", "schema", "replay"}
FULL = Path("/dev/full")


def test_each_verb_is_there_and_says_what_it_does(capsys):
    """The help lists every verb with its first sentence."""
    assert set(discovery.names()) >= VERBS
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    for name in discovery.names():
        assert f"  {name}" in printed
        assert discovery.summary(name).endswith(".")


@pytest.mark.parametrize("name", sorted(VERBS))
def test_each_verb_explains_itself(name, capsys):
    """`--help` is no finding and no misuse."""
    assert main([name, "--help"]) == 0
    assert f"usage: rulebed {name}" in capsys.readouterr().out


def test_help_helps_with_a_verb(capsys):
    """Whichever way one asks."""
    assert main(["help", "play"]) == 0
    assert "usage: rulebed play" in capsys.readouterr().out


def test_nothing_to_do_is_misuse(capsys):
    """Without a verb the help is shown, but a script learns that it forgot something."""
    assert main([]) == 2
    assert "VERB" in capsys.readouterr().out


def test_the_version_is_said(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("rulebed ")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["ply"], 2, "there is no verb `ply`; did you mean `play`?"),
        (["frobnicate"], 2, "`rulebed --help` lists the verbs"),
        (["play", "squarse"], 2, "did you mean `squares`?"),
        (["check", "squarse"], 2, ""),
        (["play", "squares", "--players", "9"], 2, "players, not for 9"),
        (["play", "squares", "--players", "none"], 2, "`none` is no whole number"),
        (["play", "cards", "--set", "stake"], 2, "write `--set OPTION=VALUE`"),
        (["play", "cards", "--set", "stak=low"], 2, "did you mean `stake`?"),
        (["play", "cards", "--set", "stake=hihg"], 2, "did you mean `high`?"),
        (["play", "cards", "--seats", "3"], 2, "there is no seat `3`"),
        (["play", "cards", "--json"], 2, "`--json` goes with `--auto`"),
        (["play", "squares", "--patch", "flwo.turn=1"], 2, "did you mean"),
        (["play", "squares", "--patch", "result.score=my.cion"], 2, "cion"),
        (["play", "cards", "--patch", "resources.chip.start=me"], 2, "a number belongs here"),
        (["play", "cards", "--patch", "options.stake.values=[]"], 2, "should have at least 1 item"),
        (["play", "squares", "--patch", "result.score=10000000000000000000"], 2, "more than 18 characters"),
        (["play", "squares", "--patch", "players=1..999999999"], 2, "a range such as `2..4`"),
        (
            ["play", "tic_tac_toe", "--patch", "kinds.cell.grid.lines=false"],
            2,
            "`lines` should be an expression or a list, not true or false",
        ),
        (["play", "cards", "--patch", "players.max=1"], 2, "the fewest players, 2, are more than the most, 1"),
        (["play", "cards", "--patch", "cards.ace.worth=me.chip"], 2, "this must be known before the game starts"),
        (["sim", "squares", "--bots", "rndom"], 2, "did you mean `random`?"),
        (["sim", "squares", "--bots", "mc:0"], 2, "no strength"),
        (["sim", "squares", "--bots", "mc:0s"], 2, "`0s` is no strength for a bot"),
        (["sim", "squares", "--bots", "mc:2m"], 2, "or a time up to 3,600 seconds, as in `2s`, `1.5s` or `500ms`"),
        (["compare", "squares", "squares", "--bots", "mc:-2s"], 2, "`-2s` is no strength for a bot"),
        (["play", "squares", "--auto", "--bots", "mc:5:2s"], 2, "or a time instead of the first, as in `mc:2s:200`"),
        (["sim", "squares", "--bots", "random:2s"], 2, "the bot `random` can't be given a time"),
        (["sim", "squares", "--bots", "random:3"], 2, "has no strength"),
        (["sim", "squares", "--bots", " , "], 2, "name at least one bot"),
        (["sim", "squares", "--games", "0"], 2, "at least 1"),
        (["sim", "squares", "--bots", "random,random,random"], 2, "names 3 bots, and there are 2 seats"),
        (["replay", "missing.record"], 2, "`missing.record`: no such file"),
        (["replay", sys.executable], 2, "it holds no text"),
        (["play", "squares", "--load", sys.executable], 2, "it holds no text"),
        (["play", "squares", "--load", "missing.json", "--players", "2"], 2, "`--load` goes without `--players`"),
        (["play", "squares", "--auto", "--record", "nowhere/squares.record"], 2, "a directory that is there"),
        (["play", "s" * 300], 2, "is no name"),
        (["bench", "--seconds", "nan"], 2, "more than 0 seconds"),
        (["compare", "squares", "squares", "--options", "-1"], 2, "`-1` is no whole number"),
        (["play", "squares", "--load", "missing.json"], 2, "missing.json"),
        (["test", "squares"], 2, "no scenarios"),
        (["test", "missing.yaml"], 2, "there is no file `missing.yaml`"),
        (["why", "."], 2, "name a saved game, a record"),
        (["new", "+storm"], 2, "as in `rulebed new PACK+storm`"),
        (["explain", "squares", "makr"], 2, "mark`"),
        (["help", "ply"], 2, "did you mean `play`?"),
        (["sim", "squares", "--gam", "5"], 2, "there is no flag `--gam`; did you mean `--games`?"),
        (["sim", "--gmaes=5"], 2, "there is no flag `--gmaes`; did you mean `--games`?"),
        (["sim", "squares", "-json"], 2, "did you mean `--json`?"),
        (["sim", "squares", "--s", "5"], 2, "did you mean `--seed` or `--set`?"),
        (["sim", "squares", "--zzz"], 2, "there is no flag `--zzz`; `rulebed sim --help` lists them"),
        (["sim", "squares", "--", "--games"], 2, "unrecognized arguments: --games"),
        (["--verison"], 2, "there is no flag `--verison`; did you mean `--version`?"),
    ],
)
def test_a_mistake_is_said_in_plain_words(rulebed, words, code, said):
    """No traceback, a reason, and where there is one, a guess; a second letter for the exit code."""
    found, _, complaint = rulebed(*words)
    assert (found, said in complaint) == (code, True), complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize("name", discovery.names())
def test_a_flag_is_written_out_or_it_is_none(name, capsys):
    """Of every verb: without its last letter each is refused, as with two letters in each other's place, and named."""
    parser = parser_of(name, discovery.verb(name))
    for flag in parser.flags:
        for slip in (flag[:-1], f"{flag[:3]}{flag[4:5]}{flag[3:4]}{flag[5:]}"):
            if slip not in {*parser.flags, "-", "--", f"{flag[:3]}"}:
                with pytest.raises(SystemExit, match="2"):
                    parser.understood([slip])
                complaint = capsys.readouterr().err
                assert f"there is no flag `{slip}`; did you mean " in complaint
                assert f"`{flag}`" in complaint


def test_content_that_is_wrong_is_a_finding(rulebed, own_packs):
    """A pack with errors is shown with its line, and the exit code is that of findings."""
    text = (own_packs / "squares.yaml").read_text(encoding="utf-8").replace("no mark;", "no mrk;")
    (own_packs / "broken.yaml").write_text(text.replace("name: squares", "name: broken"), encoding="utf-8")
    code, _, complaint = rulebed("play", "broken", "--auto")
    assert code == 1
    assert "broken.yaml:11:" in complaint
    assert "^^^" in complaint


def test_check_says_what_is_fine_and_what_is_not(rulebed, own_packs):
    """Each pack gets a line; findings come before it and make the exit code."""
    assert rulebed("check", "squares")[:2] == (0, "squares: fine\n")
    (own_packs / "broken.yaml").write_text("name: broken\nflow: {}\n", encoding="utf-8")
    code, printed, _ = rulebed("check", "squares", "broken")
    assert code == 1
    assert "squares: fine" in printed
    assert "error[" in printed
    code, printed, _ = rulebed("check", "broken", "--json")
    assert code == 1
    assert json.loads(printed)["broken"][0]["severity"] == "error"


def test_check_reads_the_scenarios_too(rulebed, own_packs):
    """A slip in a scenario is found without running it."""
    folder = own_packs / "inn"
    (folder / "scenarios").mkdir(parents=True)
    text = (own_packs / "squares.yaml").read_text(encoding="utf-8").replace("name: squares", "name: inn")
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    (folder / "scenarios" / "one.yaml").write_text("scenario: a slip\nchose: [a1]\n", encoding="utf-8")
    code, printed, _ = rulebed("check", "inn")
    assert code == 1
    assert "did you mean `choose`?" in printed


def test_what_a_layer_takes_away_is_said_where_it_is_missed(rulebed, own_packs):
    """The finding stands where a name is used, and has a note with the place in the layer."""
    (own_packs / "gone").mkdir()
    (own_packs / "gone" / "layer.yaml").write_text("title: Gone\npatch:\n  resources.chip: {remove: true}\n")
    code, found, complaint = rulebed("check", "cards+./gone")
    assert (code, "note: it is taken away here: gone/layer.yaml:3:" in found + complaint) == (1, True)


def test_what_a_layer_takes_away_is_one_finding(rulebed, own_packs):
    """However often it is missed: the first place is told with the others, as many as anybody wants to read."""
    lines = "".join(f"  p{number}: gain 1 corn\n" for number in range(9))
    head, end = (
        "players: 2\nresources: {corn: {}}\nprocedures:\n",
        "flow: {day: {do: p0, next: end}}\nresult: {score: 1}\n",
    )
    (own_packs / "sown.yaml").write_text(head + lines + end)
    (own_packs / "gone").mkdir()
    (own_packs / "gone" / "layer.yaml").write_text("title: Gone\npatch:\n  resources.corn: {remove: true}\n")
    found = rulebed("check", "sown+./gone")[1]
    assert found.splitlines()[-1] == "sown+./gone: 1 error"
    assert "sown.yaml:4:" in found
    assert [found.count(words) for words in ("and is missed here", "and is missed at 3 more places")] == [5, 1]


def test_list_shows_packs_with_players_and_layers(rulebed):
    """For people as a table, for programs as JSON."""
    code, printed, _ = rulebed("list")
    assert code == 0
    assert "Squares" in printed
    found = {pack["name"]: pack for pack in json.loads(rulebed("list", "--json")[1])}
    assert found["squares"] == {"name": "squares", "title": "Squares", "players": [2, 2], "layers": [], "presets": []}
    assert "tic_tac_toe" in found


def test_list_is_quick():
    """A new process answers well within half a second, at the best of three; what others do meanwhile doesn't count."""
    command = [sys.executable, "-c", "import sys; from rulebed_tools.cli.main import main; sys.exit(main(['list']))"]
    times = []
    for _ in range(3):
        begun = spent_by_children()
        subprocess.run(command, check=True, capture_output=True)
        times.append(spent_by_children() - begun)
    assert min(times) < 0.5


def spent_by_children():
    """Seconds of the processor."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_a_reader_that_goes_away_is_no_error():
    """`rulebed list | head -1` ends quietly."""
    script = "import sys; from rulebed_tools.cli.main import main; sys.exit(main(['schema', 'tic_tac_toe']))"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        _, complaint = process.communicate()
    assert complaint == b""


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize(
    ("words", "stream", "told"),
    [
        (["list", "--names"], "stdout", b"rulebed: no space left on device\n"),
        (["list", "--help"], "stdout", b"rulebed: no space left on device\n"),
        (["lisst"], "stderr", None),
    ],
)
def test_what_cannot_be_written_is_no_success(words, stream, told):
    """What is kept for a disk is written at last, when it may be full; then that is said, if it can be."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "rulebed", *words]
    with FULL.open("wb") as full:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: full}
        done = subprocess.run(command, **streams, env=environment, check=False)
    assert (done.returncode, done.stderr) == (2, told)


def test_behind_two_dashes_nothing_is_a_flag(capsys):
    """Whatever it begins with; that there may be nothing behind them is no fault."""
    assert main(["list", "--names", "--"]) == 0
    assert main(["sim", "--games", "1", "--", "pig", "--games"]) == 2
    assert capsys.readouterr().err.endswith("unrecognized arguments: --games\n")
    assert main(["check", "--", "--json"]) == 2
    assert "`--json` names no pack" in capsys.readouterr().out
