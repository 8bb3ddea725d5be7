"""Reads the cases of the Markdown files beside it: packs of several files, with what `rulebed VERB` finds in them.

The header of a block is `VERB REFERENCE`; its files follow after lines `# file: PATH`, in the pack `inn` unless the
path begins elsewhere. The file `inn/pack.yaml` is `inn.yaml` where the block has none. Under a line stand its findings,
as in `tests/lang/broken`; those without a place stand first, after `-`. Findings in other files are left out.
`python -m tests.tools.broken.cases` writes down what is found now, for eyes to judge.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rulebed_tools.cli.main import main

HERE = Path(__file__).parent
INN = (HERE / "inn.yaml").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
FOUND = re.compile(r"^(?: *\^+|-) (?:[A-Z]\d{3}|\(test\)) .*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """One pack that is broken on purpose."""

    page: Path
    line: int
    verb: str
    reference: str
    text: str

    @property
    def bare(self) -> str:
        """The files without what is found in them."""
        return FOUND.sub("", self.text)

    def files(self) -> dict[str, str]:
        """The files that are shown, by path."""
        _, *parts = FILE.split(self.bare)
        names = [
            name if "/" in name and name.split("/")[0] in {"inn", "mill"} else f"inn/{name}" for name in parts[::2]
        ]
        return dict(zip(names, parts[1::2], strict=True))

    def found(self) -> str:
        """The text with what is found now."""
        files, findings = self.files(), self._findings()
        here = [said(one, "") for one in findings if one["place"] is None]
        for (name, text), stated in zip(files.items(), FILE.findall(self.bare), strict=True):
            here.append(f"# file: {stated}")
            own = [one for one in findings if one["place"] and one["place"]["file"].endswith(name)]
            for number, line in enumerate(text.splitlines(), 1):
                here += [line, *(said(one, line) for one in own if one["place"]["line"] == number)]
        return "\n".join([*here, ""])

    def _findings(self) -> list[dict]:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for name, text in {"inn/pack.yaml": INN, **self.files()}.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(text, encoding="utf-8")
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                main([self.verb, self.reference, "--json"])
            answer = json.loads(out.getvalue())
        if self.verb == "test":
            return [one for row in answer for one in row["findings"]]
        return [one for findings in answer.values() for one in findings]


def said(one: dict, line: str) -> str:
    """A finding as it stands under its line."""
    help_ = f" ({one['help']})" if one["help"] else ""
    words = f"{one['code'] or '(test)'} {one['message']}{help_}"
    if one["place"] is None:
        return f"- {words}"
    place = one["place"]
    width = (
        place["end_column"] - place["column"] if place["end_line"] == place["line"] else len(line) + 1 - place["column"]
    )
    return f"{' ' * (place['column'] - 1)}{'^' * max(width, 1)} {words}"


def cases(page: Path) -> list[Case]:
    """The cases of one page."""
    text = page.read_text(encoding="utf-8")
    return [Case(page, text[: one.start()].count("\n") + 1, *one.groups()) for one in BLOCK.finditer(text)]


def rewritten(page: Path) -> str:
    """The page with what is found now."""

    def block(one: re.Match[str]) -> str:
        return f"```{one[1]} {one[2]}\n{Case(page, 0, *one.groups()).found()}```"

    return BLOCK.sub(block, page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for each in sorted(HERE.glob("*.md")):
        each.write_text(rewritten(each), encoding="utf-8")
