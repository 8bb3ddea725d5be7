"""Tries cases one by one, each in a process of its own with limits, and notes what it cost and what it touched.

Run as `python -m tests.hostile.warden GROUP[:dear|:quick] ...`; prints a line of JSON for each case.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile import outcomes
from tests.hostile.cases import Case, Link, every_case, groups

import rulebed
from rulebed.packs.places import content_root, schema_root

MEGABYTE = 1 << 20
ADDRESSES = 1200 * MEGABYTE  # what may be reserved; how much of it is used is measured
LONGEST = 120  # seconds until a case is given up, however busy the machine is
MOST_SECONDS = 8  # of its own until it is stopped
ROOM = Path(rulebed.__file__).resolve().parent
OWN = (ROOM, schema_root(), content_root(), Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve())
OWN += (Path(__file__).resolve().parents[2] / "tools", Path(__file__).resolve().parent, Path("/dev/null"))


def tried(case: Case) -> dict:
    """What came of a case, its seconds and megabytes, and what it touched outside its box."""
    home = Path(tempfile.mkdtemp(prefix="hostile-"))
    try:
        box = laid_out(case, home)
        return watched(case, box, home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def laid_out(case: Case, home: Path) -> Path:
    """The files of a case in a box, and others beside it that are nobody's business."""
    (home / "outside").mkdir()
    for name in ("pack.yaml", "secret.yaml", "actions.lock", "ledger.yaml"):
        (home / "outside" / name).write_text("title: Secret\n", encoding="utf-8")
    box = home / "box"
    box.mkdir()
    for name, content in case.files.items():
        path = box / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            path.symlink_to(content.target)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8", newline="")
    return box


def watched(case: Case, box: Path, home: Path) -> dict:
    """The result of a child that may do little and not for long."""
    read_end, write_end = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if not child:
        _be_tried(case, box, home, write_end)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    found = json.loads(said) if said else {"outcome": [f"died of {status}"], "touched": []}
    seconds = usage.ru_utime + usage.ru_stime
    return {
        "case": case.name,
        **found,
        "seconds": seconds,
        "wall": time.monotonic() - start,
        "megabytes": usage.ru_maxrss // 1024,
    }


def _be_tried(case: Case, box: Path, home: Path, write_end: int) -> None:
    """The child: never returns."""
    os.chdir(box)
    os.environ["XDG_CACHE_HOME"] = str(home / "cache")
    signal.alarm(LONGEST)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    touched: list[str] = []
    sys.addaudithook(_hook(touched, (box, home / "cache", *OWN)))
    try:
        outcome = outcomes.of(case, box)
    except BaseException as error:  # noqa: BLE001 - that nothing gets through is what is tried
        outcome = [f"{type(error).__name__}: {str(error)[:300]} at {_place(error)}"]
    os.write(write_end, json.dumps({"outcome": outcome, "touched": sorted(set(touched))[:20]}).encode())
    os._exit(0)


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


def _hook(touched: list[str], allowed: tuple[Path, ...]):
    """Notes every file that is opened, made or removed outside of what is allowed, and every process and connection."""
    roots = tuple(str(path.resolve()) for path in allowed)
    files = {
        "open",
        "os.remove",
        "os.rename",
        "os.mkdir",
        "os.rmdir",
        "os.symlink",
        "os.link",
        "os.truncate",
        "os.chmod",
    }
    calls = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "ctypes.dlopen"}

    def note(event: str, arguments: tuple) -> None:
        if event in files and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            if not any(path == root or path.startswith(root + os.sep) for root in roots):
                touched.append(f"{event} {path}")
        elif event in calls:
            touched.append(event)

    return note


def main(names: list[str]) -> None:
    """Try the cases of some groups, or of the dear or quick ones of a group, or all, or one case by its name."""
    outcomes.warm_up()
    for case in every_case():
        if not names or not {case.group, case.lot, case.name}.isdisjoint(names):
            print(json.dumps(tried(case)), flush=True)


if __name__ == "__main__":
    assert set(groups())
    main(sys.argv[1:])
