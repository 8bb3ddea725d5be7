"""Each shell is asked what it makes of half a word, with the script that it is given; one that is missing is named."""

import os
import pty
import shutil
import subprocess
import sys

import pytest

from rulebed_tools.cli import discovery
from rulebed_tools.cli.main import main
from rulebed_tools.cli.parser import parser_of
from rulebed_tools.cli.verbs.completion import SHELLS

WHOLE = {
    "rulebed si": "rulebed sim",
    "rulebed sim --ga": "rulebed sim --games",
    "rulebed play --lang f": "rulebed play --lang fr",
    "rulebed sim dice_w": "rulebed sim dice_workers",
    "./bin/rulebed sim leduc": "./bin/rulebed sim leduc_poker",
    "rulebed play --load watch.y": "rulebed play --load watch.yaml",
    "rulebed check --all": "rulebed check --all-layers",
    "rulebed sim --bots rand": "rulebed sim --bots random",
}
ANSWER = """
COMP_LINE="$*" COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_POINT=${#COMP_LINE}
$(complete -p rulebed | sed 's/.*-F \\([^ ]*\\).*/\\1/') "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSHRC = """
autoload -Uz compinit; compinit -u -D
eval "$(cat $SCRIPT)"
PS1=READY
shown() { print -r -- "$BUFFER" >> $SHOWN; BUFFER= }
zle -N shown; bindkey '^Xs' shown
"""


@pytest.fixture(scope="module")
def scripts():
    """What each shell is given."""
    pytest.importorskip("shtab")
    from rulebed_tools.cli import completing  # noqa: PLC0415 - it needs shtab

    return {shell: completing.script(shell) for shell in SHELLS}


@pytest.fixture
def ready(scripts, own_packs, monkeypatch):
    """A directory with packs, and a `rulebed` that only lists some names; gives a file with the script of a shell."""
    (own_packs / "bin").mkdir()
    command = own_packs / "bin" / "rulebed"
    command.write_text('#!/bin/sh\ntest "$*" = "list --names" && printf "dice_workers\\nleduc_poker\\n"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(own_packs))

    def of(shell):
        if shutil.which(shell) is None:
            pytest.skip(f"there is no {shell} here")
        script = own_packs / f"completion.{shell}"
        script.write_text(scripts[shell], encoding="utf-8")
        return script

    return of


def answer(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_bash_answers(ready):
    """What it would put there."""
    script = ready("bash")
    for half, whole in WHOLE.items():
        words = ["bash", "-c", f"source {script}\n{ANSWER}", "bash", *half.split(" ")]
        assert answer(*words) == [whole.split(" ")[-1]], half


def test_fish_answers(ready):
    """What it would put there, with what it means."""
    script = ready("fish")
    asked = "\n".join(f"complete -C '{half}'" for half in WHOLE)
    found = answer("fish", "--no-config", "-c", f"source {script}\n{asked}")
    assert [line.split("\t")[0] for line in found] == [whole.split(" ")[-1] for whole in WHOLE.values()]


def test_zsh_answers(ready, own_packs, monkeypatch):
    """It does so only to somebody who types; a key of ours writes down what stands there then."""
    script, shown = ready("zsh"), own_packs / "shown"
    (own_packs / ".zshrc").write_text(ZSHRC, encoding="utf-8")
    for name, value in {"ZDOTDIR": own_packs, "SCRIPT": script, "SHOWN": shown, "TERM": "dumb"}.items():
        monkeypatch.setenv(name, str(value))
    mine, its = pty.openpty()
    with subprocess.Popen(["zsh", "-i"], stdin=its, stdout=its, stderr=its, start_new_session=True):
        os.close(its)
        written = b""
        while b"READY" not in written:
            written += os.read(mine, 4096)
        os.write(mine, "".join(f"{half}\t\x18s" for half in WHOLE).encode() + b"exit\r")
        while read(mine):
            pass
    os.close(mine)
    assert [line.rstrip() for line in shown.read_text(encoding="utf-8").splitlines()] == list(WHOLE.values())


def read(end):
    try:
        return os.read(end, 4096)
    except OSError:  # what Linux says where a terminal is gone
        return b""


@pytest.mark.parametrize("shell", SHELLS)
def test_every_verb_and_flag_is_in_it(scripts, shell):
    """A verb that is added is completed, too."""
    for name in discovery.names():
        assert name in scripts[shell]
        for flag in parser_of(name, discovery.verb(name)).flags:
            assert flag.lstrip("-") in scripts[shell], (name, flag)


def test_it_is_printed_as_it_is(scripts, capsys):
    assert main(["completion", "bash"]) == 0
    assert capsys.readouterr().out == scripts["bash"]


def test_names_are_listed_for_shells(rulebed):
    """One on each line."""
    code, printed, _ = rulebed("list", "--names")
    assert code == 0
    assert {"squares", "cards", "pig"} <= set(printed.splitlines())


def test_without_the_extra_its_line_is_said(rulebed, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    monkeypatch.delitem(sys.modules, "rulebed_tools.cli.completing", raising=False)
    monkeypatch.delattr("rulebed_tools.cli.completing", raising=False)
    code, _, complaint = rulebed("completion", "bash")
    assert code == 2
    assert "pip install 'rulebed[completion]'" in complaint


def test_a_shell_that_nobody_knows_is_misuse(rulebed):
    code, _, complaint = rulebed("completion", "ksh")
    assert code == 2
    assert "'zsh'" in complaint
