"""What a shell needs to complete the words of `rulebed`: its verbs and flags, and what each of them takes.

shtab writes the script; here it is told which words are packs, files and folders, by what stands for them in the help.
Packs are asked for when somebody presses the key, since they are others in each directory, and from the very command
that stands on the line.
"""

from __future__ import annotations

import argparse
from typing import Any

import shtab

from rulebed_tools.bots import choosing
from rulebed_tools.cli import discovery

COMMAND = "rulebed"
PACKS = "list --names 2>/dev/null"
BASH = f"""
_rulebed_packs() {{
  compgen -W "$("${{COMP_WORDS[0]:-{COMMAND}}}" {PACKS})" -- "$1"
  _shtab_compgen_files "$1"
}}
"""
ZSH = f"""
_rulebed_packs() {{
  local -a packs
  packs=(${{(f)"$(${{_comp_command1:-{COMMAND}}} {PACKS})"}})
  compadd -a packs
  _files
}}
"""
FISH = f"""
function _rulebed_packs
  set -l words (commandline -opc)
  $words[1] {PACKS}
  __fish_complete_path (commandline -ct)
end
"""
BUDGETS = ("mc:100", "mc:2s")  # so many games, or so long; bash ends a word at a colon
PACK_OR_FILE = {
    "bash": "_rulebed_packs",
    "zsh": "_rulebed_packs",
    "fish": "(_rulebed_packs)",
    "preamble": {"bash": BASH, "zsh": ZSH, "fish": FISH},
}
KINDS: dict[str, Any] = {
    **dict.fromkeys(("PACK", "OTHER", "PATH_OR_PACK", "PACK_OR_FILE"), PACK_OR_FILE),
    **dict.fromkeys(("FILE", "STATE"), shtab.FILE),
    "FOLDER": shtab.DIRECTORY,
}


def _bots() -> dict[str, object]:
    """Who can play: the bots that there are, and what a budget looks like."""
    names = choosing.names()
    listed = " ".join([*names, *BUDGETS])
    return {
        "bash": "_rulebed_bots",
        "zsh": f"({listed})".replace(":", "\\:"),
        "fish": listed,
        "preamble": {"bash": f'\n_rulebed_bots() {{\n  compgen -W "{" ".join(names)}" -- "$1"\n}}\n'},
    }


def script(shell: str) -> str:
    """The text that a shell reads."""
    return str(shtab.complete(_whole(), shell=shell))


def _whole() -> argparse.ArgumentParser:
    """All that the command can be told."""
    whole = argparse.ArgumentParser(prog=COMMAND)
    kinds = {**KINDS, "A,B": _bots()}
    whole.add_argument("--version", action="store_true", help="say which version it is")
    verbs = whole.add_subparsers(metavar="VERB")
    for name in discovery.names():
        summary = discovery.summary(name).rstrip(".")
        parser = verbs.add_parser(name, help=summary, description=summary)
        discovery.verb(name).arguments(parser)
        for action in parser._actions:  # noqa: SLF001 - as shtab itself finds them
            if action.metavar in kinds:
                action.complete = kinds[str(action.metavar)]  # type: ignore[attr-defined]
    return whole
