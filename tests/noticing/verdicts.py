"""What came of each mutant: the test that noticed it, or the files of tests that it has passed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from tests.noticing.mutations import Mutation
from tests.noticing.trees import Ran, Tree
from tests.noticing.visits import Atlas

SHARES = (3.0, 12.0, 60.0, 240.0)  # seconds: files of tests are run together, at first few that are quick
SLACK, SLOWER = 20.0, 3  # what tests may take with a mutant: seconds more, times as long
# Where the tests of a room are; what it comes to is noticed elsewhere, too.
ROOMS = {
    "lang": ("lang",),
    "verbs": ("lang",),
    "model": ("assemble", "prove", "compile"),
    "incremental": ("incremental", "run", "assemble"),
    "algebra": ("algebra", "compile", "prove"),
    "assemble": ("assemble", "lang"),
    "prove.limits": ("prove", "lang/broken"),
    "prove.dataflow": ("prove", "lang/broken"),
    "prove.guards": ("prove", "lang/broken"),
    "prove.secrecy": ("prove", "hidden", "lang/broken"),
    "prove.races": ("prove", "lang/broken"),
    "compile.lowering": ("compile",),
    "compile.emission": ("compile",),
    "run": ("run", "compile"),
    "describing": ("lang",),
    "oracle": ("play",),
    "play": ("play",),
    "play.rules": ("play",),
    "play.telling": ("play",),
    "play.imagining": ("play", "hidden"),
    "play.saving": ("play",),
    "play.showing": ("play",),
}


def room_of(module: str) -> str:
    """The room that a module is in; nothing for one that isn't looked at."""
    parts = module.split("/")[:-1]
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in ROOMS), "")


def is_own(file: str, room: str) -> bool:
    """Whether a file of tests is one of the room's."""
    return any(file.startswith(f"tests/{directory}/") for directory in ROOMS[room])


@dataclass(slots=True)
class Verdict:
    """What is known of a mutant: files of tests by what they said when they passed, and which one didn't."""

    mutant: str
    passed: dict[str, str] = field(default_factory=dict)
    killer: str = ""  # a file of tests
    test: str = ""  # the first of it that failed, or what happened instead
    key: str = ""  # what that file said
    seconds: float = 0.0

    def holds(self, keys: dict[str, str], room: str) -> bool:
        """Whether all of this is so with the tests as they are: those of the room are asked before others."""
        if self.killer and keys.get(self.killer) != self.key:
            return False
        asked = [] if self.killer and is_own(self.killer, room) else keys
        return not self.left([file for file in asked if not self.killer or is_own(file, room)], keys)

    def left(self, files: list[str], keys: dict[str, str]) -> list[str]:
        """The files that haven't been passed as they are."""
        return [file for file in files if self.passed.get(file) != keys[file]]


@dataclass(frozen=True, slots=True)
class Court:
    """What tries mutants in a tree, and keeps what came of it."""

    folder: Path
    atlas: Atlas
    tree: Tree

    def judged(self, mutation: Mutation) -> Verdict:
        """What came of a mutant: kept if no test has changed since, or tried with those that are left."""
        files = self.atlas.visiting(mutation)
        keys = {file: self.atlas.known[file].key for file in files}
        verdict = self.kept(mutation)
        if not verdict.holds(keys, room_of(mutation.module)):
            self._try(mutation, verdict, self._in_order(files, mutation, verdict.killer), keys)
        return verdict

    def kept(self, mutation: Mutation) -> Verdict:
        """What is known of a mutant by the text of its module."""
        try:
            return Verdict(**json.loads(self._path(mutation).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Verdict(str(mutation))

    def _in_order(self, files: list[str], mutation: Mutation, killer: str) -> list[str]:
        """First what has noticed it before, then the room's own tests, and the quick ones of each first."""
        room = room_of(mutation.module)
        return sorted(files, key=lambda file: (file != killer, not is_own(file, room)))

    def _try(self, mutation: Mutation, verdict: Verdict, files: list[str], keys: dict[str, str]) -> None:
        verdict.killer = verdict.test = verdict.key = ""
        with self.tree.changed(mutation.module, mutation.text):
            for share in self._shares(verdict.left(files, keys), room_of(mutation.module)):
                ran = self.tree.run(share, self._seconds(share) * SLOWER + SLACK)
                self._take(ran, share, verdict, keys)
                self._path(mutation).write_text(json.dumps(_plain(verdict)), encoding="utf-8")
                if verdict.killer:
                    break

    def _take(self, ran: Ran, share: list[str], verdict: Verdict, keys: dict[str, str]) -> None:
        """Add what some files have come to; if one has failed, those that were run before it have been passed."""
        verdict.seconds += ran.seconds
        failing = next((place for place, file in enumerate(share) if ran.failed.startswith(file)), 0)
        for file in share[:failing] if ran.failed else share:
            verdict.passed[file] = keys[file]
        if ran.failed:
            verdict.killer, verdict.test, verdict.key = share[failing], ran.failed, keys[share[failing]]

    def _shares(self, files: list[str], room: str) -> Iterator[list[str]]:
        """The files in shares that take longer and longer; none has tests of the room and others."""
        for own in (True, False):
            left, bounds = [file for file in files if is_own(file, room) == own], iter(SHARES)
            while left:
                bound, share = next(bounds, SHARES[-1]), [left.pop(0)]
                while left and self._seconds([*share, left[0]]) <= bound:
                    share.append(left.pop(0))
                yield share

    def _seconds(self, files: list[str]) -> float:
        return sum(self.atlas.known[file].seconds for file in files)

    def _path(self, mutation: Mutation) -> Path:
        return self.folder / f"{sha256(f'{mutation.module} {mutation.text}'.encode()).hexdigest()[:24]}.json"


def _plain(verdict: Verdict) -> dict[str, object]:
    return {name: getattr(verdict, name) for name in Verdict.__slots__}
