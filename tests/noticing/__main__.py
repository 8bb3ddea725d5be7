"""Draws one-line mutants of the engine and says which tests notice them.

`python -m tests.noticing --mutants 200 --seed 1 --keep FOLDER` draws so many changes of the rooms from language to
play, tries each with the tests that visit the changed line, those of its room first and of them the quick ones, until
one fails, and prints by room how many were noticed there, elsewhere and nowhere, then those that nothing has noticed. A
mutant that `alive.yaml` gives a reason for changes nothing, and isn't tried. What was found out is kept in the folder:
it goes on where it was stopped, and tries only what has changed since. `--tests` names the directories that take part.
"""

from __future__ import annotations

import argparse
import queue
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.noticing.alive import changes_nothing
from tests.noticing.mutations import Mutation, drawn, mutations
from tests.noticing.trees import Tree
from tests.noticing.verdicts import ROOMS, Court, Verdict, is_own, room_of
from tests.noticing.visits import Atlas, files_of_tests

ROOT = Path(__file__).resolve().parents[2]
SORTS = ("drawn", "same", "own", "elsewhere", "alive")
HEADS = ("drawn", "change nothing", "noticed by its own", "elsewhere", "nowhere")


def drawn_of(tree: Tree, seed: int, count: int) -> list[Mutation]:
    """The mutants of the rooms from language to play."""
    modules = [module.as_posix() for module in tree.modules() if room_of(module.as_posix())]
    return drawn((one for module in modules for one in mutations(module, tree.text(module))), seed, count)


def sort_of(mutation: Mutation, verdict: Verdict | None) -> str:
    """What a mutant counts as; without a verdict it changes nothing."""
    if verdict is None:
        return "same"
    return "alive" if not verdict.killer else "own" if is_own(verdict.killer, room_of(mutation.module)) else "elsewhere"


def told(mutation: Mutation, verdict: Verdict | None) -> str:
    """A line for a mutant."""
    what = "changes nothing" if verdict is None else verdict.test or f"ALIVE after {len(verdict.passed)} files of tests"
    return f"{mutation}\n    {what}, {verdict.seconds if verdict else 0:.0f} s"


def table(found: list[tuple[Mutation, Verdict | None]]) -> str:
    """How many were noticed by room, and those that weren't."""
    counts = {room: Counter[str]() for room in (*ROOMS, "all")}
    for mutation, verdict in found:
        for room in (room_of(mutation.module), "all"):
            counts[room] += Counter(["drawn", sort_of(mutation, verdict)])
    lines = [f"{'':18}" + "".join(f"{head:>20}" for head in HEADS)]
    lines += [f"{room:18}" + "".join(f"{count[sort]:20}" for sort in SORTS) for room, count in counts.items() if count]
    count = counts["all"]
    meaning = count["drawn"] - count["same"]
    own, whole = count["own"], count["own"] + count["elsewhere"]
    shares = f"{_share(own, meaning)} by the room's own tests, {_share(whole, meaning)} by all"
    lines.append(f"Of those that change something are noticed {shares}.")
    alive = [mutation for mutation, verdict in found if verdict is not None and not verdict.killer]
    return "\n".join([*lines, *map(str, sorted(alive, key=lambda one: (one.module, one.number)))])


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "none"


def judged(chosen: list[Mutation], atlas: Atlas, keep: Path, jobs: int) -> list[tuple[Mutation, Verdict | None]]:
    """Each with what came of it, so many at a time."""
    courts: queue.SimpleQueue[Court] = queue.SimpleQueue()
    for number in range(jobs):
        courts.put(Court(keep / "verdicts", atlas, Tree.copied(atlas.root, keep / f"tree{number}")))

    def one(mutation: Mutation) -> tuple[Mutation, Verdict | None]:
        if changes_nothing(mutation):
            return mutation, None
        court = courts.get()
        try:
            verdict = court.judged(mutation)
        finally:
            courts.put(court)
        print(told(mutation, verdict), flush=True)
        return mutation, verdict

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, chosen))


def known(chosen: list[Mutation], court: Court) -> list[tuple[Mutation, Verdict | None]]:
    """Those of which something is known, with what came of them."""
    found = [(one, None if changes_nothing(one) else court.kept(one)) for one in chosen]
    return [(one, verdict) for one, verdict in found if verdict is None or verdict.killer or verdict.passed]


def main(given: list[str] | None = None, root: Path = ROOT) -> int:
    """Try what isn't known, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.noticing", description=__doc__)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, help="a folder for what was found out")
    parser.add_argument("--room", action="append", choices=ROOMS, help="of those that are drawn, only those of a room")
    parser.add_argument(
        "--tests", nargs="+", default=[], help="directories of `tests`, such as `prove` or `lang/broken`"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--known", action="store_true", help="only say what was found out by now")
    args = parser.parse_args(given)
    for name in ("visits", "verdicts"):
        (args.keep / name).mkdir(parents=True, exist_ok=True)
    tree = Tree(root) if args.known else Tree.copied(root, args.keep / "marked")
    atlas, chosen = Atlas(args.keep / "visits", root), drawn_of(tree, args.seed, args.mutants)
    wanted = [one for one in chosen if not args.room or room_of(one.module) in args.room]
    if args.known:
        print(table(known(wanted, Court(args.keep / "verdicts", atlas, tree))))
    else:
        atlas.fill(files_of_tests(root, args.tests), tree)
        print(table(judged(wanted, atlas, args.keep, args.jobs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
