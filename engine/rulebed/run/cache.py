"""Compiled games on disk, in a directory of the user's own: a cache that may be deleted at any time."""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # not every platform has it; then the last writer is right
    fcntl = None  # type: ignore[assignment]

from rulebed.run import kept
from rulebed.run.blueprint import Blueprint

SUFFIX, RECORD, NOTES, LOCK = ".game", ".json", ".known", ".lock"
DIGEST = 32
KEPT = 256 * 2**20  # bytes: a compiled game takes up to two million of them, a note some hundred
SELDOM = "0"  # what a name begins with, one of sixteen, after which it is looked how much there is
Make = Callable[[], Blueprint]


def default_directory() -> Path | None:
    """Where the user's caches are, by the custom of the platform; nowhere for a user without a home."""
    stated = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if stated.is_absolute():
        return stated / "rulebed"
    with contextlib.suppress(RuntimeError):  # nobody of this number is known
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rulebed" / "Cache"
        return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "rulebed"
    return None


@cache
def engine_mark() -> str:
    """What the engine's own files are like: another engine has another mark."""
    root = Path(__file__).resolve().parents[1]
    return sha256("\n".join(sorted(_marks(str(root), ""))).encode()).hexdigest()


def _marks(folder: str, below: str) -> Iterator[str]:
    """Each file of the engine with its size and time."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".lark")):
                found = entry.stat()
                yield f"{below}{entry.name} {found.st_size} {found.st_mtime_ns}"
            elif "." not in entry.name and entry.is_dir() and entry.name != "__pycache__":
                yield from _marks(entry.path, f"{below}{entry.name}/")


def cache_key(content: str, players: int, options: Mapping[str, str], emission: str, chance: str) -> str:
    """The name of a compiled game: all that it depends on."""
    chosen = sorted(options.items())
    parts = (content, players, chosen, emission, chance, engine_mark(), sys.implementation.cache_tag, sys.hexversion)
    return sha256(repr(parts).encode()).hexdigest()


class Cache:
    """A directory of compiled games. Whatever is wrong with it, the game is compiled instead."""

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory or default_directory()

    @property
    def directory(self) -> Path:
        """Where the files are; an error of the system, as of any file that isn't there, for a user without a home."""
        if self._directory is None:
            raise FileNotFoundError("this user has no home directory")
        return self._directory

    def blueprint(self, name: str, make: Make) -> Blueprint:
        """The compiled game of this key, made and kept if it isn't there."""
        found = self.load(name)
        if found is None:
            found = make()
            self.store(name, found)
        return found

    def load(self, name: str) -> Blueprint | None:
        """The compiled game of this key, if there is a sound one that only the user can have written."""
        with contextlib.suppress(Exception):
            body = self._read(name + SUFFIX)
            return None if body is None else _unpacked(body)
        return None

    def notes(self, name: str) -> bytes | None:
        """Bytes kept under this key, as they were written, if only the user can have done so."""
        with contextlib.suppress(OSError):
            return self._read(name + NOTES)
        return None

    def keep_notes(self, name: str, data: bytes) -> None:
        """Keep bytes; a reader sees all of them or nothing."""
        self._keep(name + NOTES, data)

    def _read(self, name: str) -> bytes | None:
        """What a file says, if it is whole and the user's own."""
        if not self._is_private():
            return None
        with (self.directory / name).open("rb") as file:
            data = file.read() if _is_own(os.fstat(file.fileno())) else b""
        digest, body = data[:DIGEST], data[DIGEST:]
        return body if sha256(body).digest() == digest else None

    def _keep(self, name: str, body: bytes) -> None:
        with contextlib.suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self._is_private():
                self._write(name, sha256(body).digest() + body)
                if name.startswith(SELDOM):
                    self._tidy()

    def record(self, name: str) -> dict[str, Any] | None:
        """Plain data kept under this key, if it is there and only the user can have written it."""
        with contextlib.suppress(OSError, ValueError):
            path = self.directory / (name + RECORD)
            if self._is_private() and _is_own(path.lstat()):
                found = json.loads(path.read_text(encoding="utf-8"))
                return found if isinstance(found, dict) else None
        return None

    def keep_record(self, name: str, record: Mapping[str, Any]) -> None:
        """Keep plain data."""
        with contextlib.suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self._is_private():
                self._write(name + RECORD, json.dumps(record).encode())

    def change_record(self, name: str, change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
        """Keep what is made of what is kept now; of processes that do so at once each waits for the others."""
        with contextlib.suppress(OSError), self._locked(name):
            self.keep_record(name, change(self.record(name) or {}))

    @contextlib.contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.directory / (name + LOCK)).open("ab") as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
            yield  # closing the file gives the lock back

    def store(self, name: str, blueprint: Blueprint) -> None:
        """Keep a compiled game; a reader sees all of it or nothing."""
        with contextlib.suppress(ValueError, pickle.PicklingError):
            self._keep(name + SUFFIX, _packed(blueprint))

    def _write(self, name: str, data: bytes) -> None:
        from rulebed.source.writing import write_bytes  # noqa: PLC0415 - a cached game needs none

        write_bytes(self.directory / name, data, private=True)

    def _is_private(self) -> bool:
        try:
            return _is_own(self.directory.lstat()) and self.directory.is_dir()
        except OSError:
            return False

    def _tidy(self) -> None:
        """Forget what was written longest ago when there is very much."""
        left = KEPT
        for _, size, path in sorted(self._files(), reverse=True):
            left -= size
            if left < 0:
                path.unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        """When each file was written, its size and the file."""
        for path in self.directory.iterdir():
            with contextlib.suppress(OSError):
                if path.suffix in {SUFFIX, RECORD, NOTES}:
                    found = path.stat()
                    yield found.st_mtime_ns, found.st_size, path


def _is_own(found: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return own and not stat.S_IMODE(found.st_mode) & 0o022


def _packed(blueprint: Blueprint) -> bytes:
    tried = blueprint.trials
    code = marshal.dumps((blueprint.units, tried.units if tried is not None else ()))
    bare = replace(blueprint, units=(), trials=replace(tried, units=()) if tried is not None else None)
    rest = kept.packed(bare)
    return len(code).to_bytes(8, "big") + code + rest


def _unpacked(body: bytes) -> Blueprint | None:
    end = 8 + int.from_bytes(body[:8], "big")
    units, tried = marshal.loads(body[8:end])  # noqa: S302 - from a file that only the user can have written
    rest = kept.unpacked(body[end:])
    if not isinstance(rest, Blueprint):
        return None
    trials = replace(rest.trials, units=tried) if rest.trials is not None else None
    return replace(rest, units=units, trials=trials)
