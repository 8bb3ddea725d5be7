"""A copy of the checkout, in which tests are run while the one that they come from may change."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ENGINE = Path("engine", "rulebed")
BEFORE = 1_000_000_000  # a moment before all that was written: bytecode has the one of its text
MEMORY = 4 * 2**30
PATIENCE = 6  # seconds on the clock for one of the processor: others use it, too
PYTEST = ("-m", "pytest", "-c", "pyproject.toml", "--rootdir", ".", "-x", "-rfE", "--tb=no", "-p", "no:cacheprovider")
QUIETLY = ("-p", "no:clock")  # what the directories cost is no matter here
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", re.MULTILINE)
TOO_LONG = "takes too long"


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of some tests: the first that failed, if any did, and the seconds."""

    failed: str
    seconds: float


@dataclass(slots=True)
class Tree:
    """A folder with all of the checkout that tests need."""

    folder: Path
    moment: int = field(default=BEFORE)

    @classmethod
    def copied(cls, root: Path, folder: Path) -> Tree:
        """A new copy of what stands at a root, in the place of an older one."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in root.iterdir():
            if path.is_dir() and not path.name.startswith("."):
                shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            elif path.is_file():
                shutil.copy2(path, folder)
        return cls(folder)

    def modules(self) -> Iterator[Path]:
        """The engine's modules, as they are named within it."""
        yield from (path.relative_to(self.folder / ENGINE) for path in sorted((self.folder / ENGINE).rglob("*.py")))

    def text(self, module: Path | str) -> str:
        """What a module says."""
        return (self.folder / ENGINE / module).read_text(encoding="utf-8")

    def write(self, module: Path | str, text: str) -> None:
        """Have a module say something else, at a moment of its own: no bytecode of another text is taken for it."""
        path = self.folder / ENGINE / module
        path.write_text(text, encoding="utf-8")
        self.moment += 10
        os.utime(path, (self.moment, self.moment))

    @contextlib.contextmanager
    def changed(self, module: str, text: str) -> Iterator[None]:
        """The tree while a module says something else."""
        original = self.text(module)
        self.write(module, text)
        try:
            yield
        finally:
            self.write(module, original)

    def run(self, tests: list[str], seconds: float, more: Mapping[str, str] | None = None) -> Ran:
        """What comes of these tests, in this order; they are ended when they have taken that many seconds."""
        with TemporaryDirectory() as home, TemporaryFile("w+", encoding="utf-8") as said:
            started = subprocess.Popen(
                [sys.executable, *PYTEST, *QUIETLY, *tests],
                cwd=self.folder,
                env=self._environment(home) | dict(more or {}),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: _bound(int(seconds) + 1),  # noqa: PLW1509 - it only calls the system
            )
            code, used = _ended(started.pid, seconds * PATIENCE)
            said.seek(0)
            return Ran(_failed(code, said.read()), used)

    def _environment(self, home: str) -> dict[str, str]:
        """That of this process, with the modules of the tree, and caches that nothing is in."""
        paths = (self.folder, self.folder / "engine", self.folder / "tools")
        given = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "XDG_CACHE_HOME": home, "PYTHONHASHSEED": "0"}
        return {**os.environ, **given}


def _bound(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _ended(process: int, patience: float) -> tuple[int, float]:
    """What a process ends with, and the seconds of the processor that it and those that it waited for have used."""
    alarm = Timer(patience, os.killpg, (process, signal.SIGKILL))
    alarm.start()
    _, status, used = os.wait4(process, 0)
    alarm.cancel()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)  # what it has started and left
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _failed(code: int, said: str) -> str:
    """The first test that failed, or what happened instead; nothing where all is well."""
    if code < 0:
        return TOO_LONG
    found = FAILED.search(said)
    return "" if code in (0, 5) else found[1] if found else said.strip().rpartition("\n")[2] or f"ends with {code}"
