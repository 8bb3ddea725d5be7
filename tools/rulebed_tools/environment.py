"""Makes the checkout's virtual environment when it is missing or stale, and hands over to its Python.

It runs before anything is installed, so it may use the standard library alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

OLDEST = (3, 11)
INTERRUPTED = 130
INPUTS = ("pyproject.toml", ".requirements.lock")
FOLDER = ".venv"
STAMP = "rulebed.stamp"


def hand_over(root: str, extras: list[str], arguments: list[str]) -> NoReturn:
    """Replace this process by the environment's Python, making the environment first if need be."""
    if sys.version_info < OLDEST:
        _restart_with_newer_python()
    if not _is_ready(root, extras):
        _make_unless_stopped(root, extras)
    _replace_process([_python(root), *arguments])


def _make_unless_stopped(root: str, extras: list[str]) -> None:
    """Make the environment, which takes a while: whoever has kept Ctrl-C waiting lets it through now."""
    mask = getattr(signal, "pthread_sigmask", None)
    try:
        before = mask(signal.SIG_UNBLOCK, [signal.SIGINT]) if mask else ()
        _make_one_at_a_time(root, extras)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        sys.exit(INTERRUPTED)
    if mask:
        mask(signal.SIG_SETMASK, before)


def _restart_with_newer_python() -> NoReturn:
    names = [f"python3.{minor}" for minor in range(20, OLDEST[1] - 1, -1)]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        sys.exit("rulebed needs Python 3.11 or newer, and there is none on the PATH")
    _replace_process([found, *sys.argv])


def _replace_process(command: list[str]) -> NoReturn:
    if os.name == "nt":  # there, `exec` would give the terminal back before the command is over
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    os.execv(command[0], command)  # noqa: S606 - the environment's own Python


def _python(root: str) -> str:
    parts = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(root, FOLDER, *parts)


def _fingerprint(root: str) -> str:
    digest = hashlib.sha256()
    for name in INPUTS:
        with open(os.path.join(root, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def _read_stamp(root: str) -> list[str]:
    try:
        with open(os.path.join(root, FOLDER, STAMP), encoding="utf-8") as file:
            return file.read().split()
    except OSError:
        return []


def _is_ready(root: str, extras: list[str]) -> bool:
    stamp = _read_stamp(root)
    return stamp[:1] == [_fingerprint(root)] and set(extras) <= set(stamp[1:]) and os.path.exists(_python(root))


def _make_one_at_a_time(root: str, extras: list[str]) -> None:
    with _lock(os.path.join(root, FOLDER + ".lock")):
        if not _is_ready(root, extras):  # another process may have made it while this one waited
            _make(root, extras)


@contextmanager
def _lock(path: str) -> Iterator[None]:
    with open(path, "w", encoding="utf-8") as file:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - exists on Windows alone

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl  # noqa: PLC0415 - exists elsewhere alone

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(root: str, extras: list[str]) -> None:
    """Build in place; the stamp comes last, so that an interrupted build is simply begun again."""
    stamp = _read_stamp(root)
    wanted = sorted({*extras, *stamp[1:]})
    print(f"setting up {os.path.join(root, FOLDER)} ({', '.join(wanted)}) ...", file=sys.stderr, flush=True)
    if not stamp:
        _run([sys.executable, "-m", "venv", "--clear", os.path.join(root, FOLDER)])
    _install(root, wanted)
    partial = os.path.join(root, FOLDER, STAMP + ".new")
    with open(partial, "w", encoding="utf-8") as file:
        file.write(" ".join([_fingerprint(root), *wanted]))
    os.replace(partial, os.path.join(root, FOLDER, STAMP))


def _install(root: str, wanted: list[str]) -> None:
    """Extras with the package itself, and what the groups of this checkout name, which are nobody else's business."""
    groups = _groups(root)
    extras = [name for name in wanted if name not in groups]
    others = [requirement for name in wanted for requirement in groups.get(name, ())]
    pip = [_python(root), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    constraints = ["-c", os.path.join(root, ".requirements.lock")]
    _run([*pip, *constraints, "-e", f"{root}[{','.join(extras)}]", *others])


def _groups(root: str) -> dict[str, list[str]]:
    import tomllib  # noqa: PLC0415 - only where something is installed

    with open(os.path.join(root, INPUTS[0]), "rb") as file:
        groups: dict[str, list[str]] = tomllib.load(file).get("dependency-groups", {})
    return groups


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False, stdout=sys.stderr)
    if done.returncode:
        sys.exit(f"setting up failed (exit code {done.returncode}): {' '.join(command)}")
