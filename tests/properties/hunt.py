"""A hunt for silence and false calm: mutants of all packs are checked, and those that are accepted are played.

`python -m tests.properties.hunt --mutants 20000 --keep FOLDER --jobs 2` goes on where it stopped and prints the counts.
A mutant is refused, or accepted with or without warnings; what is accepted is played for 200 decisions. That goes
well, or ends in a diagnostic with a line of the pack. Anything else is a fault of the engine, and kept in the folder.
"""

from __future__ import annotations

import argparse
import json
import linecache
import random
import re
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

import yaml
from tests.sentences.test_sentences import PACKS as SENTENCES
from tests.sentences.test_sentences import REFERENCES

from rulebed.describing import check_languages, in_play
from rulebed.model.budget import BudgetExceeded, file_and_line
from rulebed.packs import files
from rulebed.packs import pack as packs
from rulebed.packs.places import content_root
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.game import Game
from rulebed.play.rules.setup import setups
from rulebed.play.rules.teller import Teller
from rulebed.source.render import render

from .mutants import mutant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rulebed.play.rules.decision import Decision, Option
    from rulebed.play.rules.setup import Info
    from rulebed.play.state import State
    from rulebed.source.diagnostics import Report

Result = TypeVar("Result")
CLASSICS = sorted(path.parent for path in (content_root() / "reference").glob("*/pack.yaml"))
OWN = sorted(path.parent for path in content_root().glob("*/pack.yaml"))
FOLDERS = {folder.name: folder for folder in [*CLASSICS, *SENTENCES, *OWN]}
SMALL = [folder.name for folder in CLASSICS] + REFERENCES
SLOW = [name for name in REFERENCES if name.startswith(("s10", "s11"))]  # those take as long as all others together
LARGE = [name + layer for name, layers in (
    ("ep1", ["", "", "+beta", "+deterministic_dinos", "+deterministic_threat", "+solo"]),
    ("ep2", ["", "+solo"]),
    ("dino_island", ["", "", "+chaos_threat", "+predictable", "+solo"]),
) for layer in layers]  # fmt: skip
SELDOM = 250, 40  # of so many mutants one is of a large pack, and one of a slow one
DECISIONS, GAMES, LOOK = 200, 12, 25  # in play of one mutant; every so many decisions it is looked at what is seen
THOROUGH = 12  # of so many accepted mutants one is played in another setup, too, and looked at by everybody
LINE = re.compile(r"\.yaml:\d+")
PATIENCE, MEMORY = 300, 3 << 30  # seconds and bytes for one mutant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one mutant: what the check said, and how play went where it was accepted."""

    seed: int
    pack: str
    file: str
    check: str  # refused, warned, fine
    play: str = ""  # played, ended, diagnostic
    said: str = ""
    seconds: float = 0


class Fault(Exception):
    """Something that must not be: an accepted pack can't be played, or what is said of it has no line."""


class Diagnosed(Exception):
    """Play ended in a diagnostic: its words, with the line of the pack."""


# Mutants.


def pack_of(luck: random.Random) -> str:
    """A pack for a mutant: mostly a small one."""
    large, slow = SELDOM
    if luck.randrange(large) == 0:
        return luck.choice(LARGE)
    return luck.choice(SLOW if luck.randrange(slow) == 0 else [name for name in SMALL if name not in SLOW])


@cache
def texts_of(name: str) -> dict[Path, str]:
    """The texts of a pack, of its layers and of the packs that it requires, by path; no scenarios."""
    stated = (FOLDERS[name] / "pack.yaml").read_text(encoding="utf-8")
    required = yaml.load(stated, Loader=yaml.CBaseLoader).get("requires", [])  # noqa: S506 - our own packs
    paths = [(Path(part), path) for part in (name, *required) for path in sorted(FOLDERS[part].rglob("*.yaml"))]
    found = {part / path.relative_to(FOLDERS[part.name]): path.read_text(encoding="utf-8") for part, path in paths}
    return {path: text for path, text in found.items() if "scenarios" not in path.parts}


def changeable(reference: str) -> list[Path]:
    """The files in which something may be wrong: those of the pack and of its layers; seldom texts and ledgers."""
    name, *layers = reference.split("+")
    texts = list(texts_of(name))
    seldom = [path for path in texts if "locale" in path.parts or path.name == files.LEDGER]
    of_layers = [path for path in texts if "layers" in path.parts]
    own = [path for path in texts if path not in {*seldom, *of_layers}]
    named = [path for path in of_layers if _layer_of(path) in layers and path not in seldom]
    return own * 4 + named * max(1, 8 // max(1, len(named))) + seldom


def _layer_of(path: Path) -> str:
    """The layer that a file belongs to, whether it is the only one or lies in a folder of its own."""
    return path.parts[path.parts.index("layers") + 1].removesuffix(".yaml")


def write_mutant(root: Path, reference: str, luck: random.Random) -> Path:
    """Put the pack there with up to three things wrong in one of its files; which one."""
    name = reference.partition("+")[0]
    changed = luck.choice(changeable(reference))
    text = _wrong(texts_of(name)[changed], luck)
    for path, sound in texts_of(name).items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text if path == changed else sound, encoding="utf-8")
    return changed


def _wrong(text: str, luck: random.Random) -> str:
    """The text with up to three things wrong in it, that don't cancel out."""
    for _ in range(10):
        other = text
        for _ in range(luck.choice([1, 1, 1, 2, 3])):
            other = mutant(other, luck)
        if _read(other) != _read(text):
            return other
    return text


def _read(text: str) -> object:
    try:
        return repr(yaml.load(text, Loader=yaml.CBaseLoader))  # noqa: S506 - the order of keys counts, too
    except yaml.YAMLError:
        return None


# Judging one.


def judged(seed: int, root: Path, name: str | None = None) -> Outcome:
    """What becomes of the mutant of a seed, written to a folder of its own."""
    luck, began = random.Random(seed), time.monotonic()
    reference = name or pack_of(luck)
    file = write_mutant(root, reference, luck)
    check, play, said = _judged(reference, root, luck)
    return Outcome(seed, reference, file.as_posix(), check, play, said, round(time.monotonic() - began, 2))


def _judged(reference: str, root: Path, luck: random.Random) -> tuple[str, str, str]:
    tree, report = packs.load(reference, [root], [])
    if tree is None or report.errors:
        assert report.errors, "it can't be read, and nothing is said of it"
        return "refused", "", said_of(report)
    models, info = Models(tree), info_of(tree)
    every = list(setups(info))
    if reference in LARGE:  # a check of all of its setups takes half a minute
        every = [every[0], luck.choice(every)]
    for found, more in [models.make(*setup) for setup in every]:
        assert (found is None) == bool(more.errors), f"no model, and nothing is said of it: {more}"
        report.merge(more)
    if not report.errors:
        report.merge(check_languages(tree, in_play(models.sound_models())))
    said = said_of(report)
    if report.errors:
        return "refused", "", said
    check = "warned" if len(report) else "fine"
    try:
        return check, _played(models, info, luck), said
    except Diagnosed as end:
        return check, "diagnostic", str(end)


def said_of(report: Report) -> str:
    """The codes of what was found, each once; all of it can be shown."""
    assert isinstance(render(report), str)
    return " ".join(sorted({one.code for one in report}))


def _played(models: Models, info: Info, luck: random.Random) -> str:
    """Play so many random decisions: whether no game came to its end on the way, or some did."""
    every, is_thorough = list(setups(info)), luck.randrange(THOROUGH) == 0
    some = [every[0], luck.choice(every)] if is_thorough else every[:1]  # each has to be compiled
    game, left, how = Game(info, models.program, tell=Teller(lambda: models.tree)), DECISIONS, "played"
    laws = {law.name: file_and_line(law.at) for law in models.guarded(*every[0]).model.laws}
    walk = Walk(game, laws, look if is_thorough else look_once, luck)
    for number in range(GAMES):
        players, options = some[number % len(some)]
        left -= walk.on(partial(game.start, players=players, options=options, seed=number, events=True), left)
        if left <= 0:
            break
        how = "ended"
    return how


@dataclass(frozen=True, slots=True)
class Walk:
    """Random play of one game; all that people see of it is looked at."""

    game: Game
    laws: Mapping[str, str]  # where each is written
    see: Callable[[Game, State], None]
    luck: random.Random

    def on(self, start: Callable[[], State], limit: int) -> int:
        """How many decisions a game takes, if not more than it may."""
        state = _in_words(start)
        for count in range(limit):
            if count % LOOK == 0 or state.over:
                self.see(self.game, state)
            if state.over:
                result = state.rules.program.model.result
                assert state.winners or result.won or result.wins, "nobody wins where whoever is best does"
                return count + 1
            self._decide(state)
        assert self.game.replay(state.record) == state
        return limit

    def _decide(self, state: State) -> None:
        for law in state.broken_laws:
            raise Diagnosed(_with_line(f"the law {law}", self.laws[law]))
        decision = self.luck.choice(state.decisions)
        option = self.luck.choice(_options(decision))
        assert option.label
        _in_words(partial(state.apply, option, player=decision.player))


def _options(decision: Decision) -> Sequence[Option]:
    if not decision.values:
        raise Diagnosed(_with_line(f"nothing to choose at {decision.address}", decision.place))
    return decision.options


def _in_words(act: Callable[[], Result]) -> Result:
    """What play gives, or the diagnostic that it ends in."""
    try:
        return act()
    except BudgetExceeded as error:
        raise Diagnosed(_with_line("budget", error.place)) from error


def _with_line(what: str, place: str) -> str:
    assert LINE.search(place), f"{what}: no line is said"
    return f"{what} ({place})"


def look(game: Game, state: State) -> None:
    """Everything that a front end asks for, by everybody who can look, in each language."""
    for viewer in (*range(1, state.rules.players + 1), None):
        json.dumps([state.view(viewer), state.events(player=viewer), state.board(viewer, "fr")], default=dict)
        dealt = state.guess(viewer, 7)
        assert dealt.doubts or dealt.view(viewer) == state.view(viewer)
        state.story(player=viewer, language="fr")
    assert game.restore(state.save()) == state
    if not state.over:
        state.why()


def look_once(game: Game, state: State) -> None:
    """What one player is shown."""
    json.dumps([state.view(1), state.events(player=1), state.board(1)], default=dict)
    assert game.restore(state.save()) == state


# Many.


def guarded(seed: int, folder: Path) -> Outcome:
    """What becomes of the mutant of a seed; what must not be is an outcome, too, and the pack is kept."""
    with TemporaryDirectory() as scratch:
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(PATIENCE)
        try:
            return judged(seed, Path(scratch))
        except Exception:  # noqa: BLE001 - whatever it is, it must not be
            signal.alarm(0)
            kept = folder / f"fault-{seed}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(scratch, kept)
            (kept / "fault.txt").write_text(traceback.format_exc(), encoding="utf-8")
            return Outcome(seed, pack_of(random.Random(seed)), "", "fault", said=traceback.format_exc(limit=-1).strip())
        finally:
            signal.alarm(0)
            linecache.clearcache()


def _taken():
    """How much memory this process began with, which was another's."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else 0


def _bounded() -> None:
    most = MEMORY + _taken()
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _too_long(*_: object) -> None:
    raise TimeoutError(f"one mutant takes more than {PATIENCE} seconds")


def table(outcomes: Iterable[Outcome]) -> str:
    """The counts by class, and the faults."""
    found = list(outcomes)
    checks = Counter(one.check for one in found)
    plays = Counter((one.check, one.play) for one in found if one.play)
    lines = [f"{len(found):,} mutants of {len({one.pack for one in found})} packs and layers"]
    lines.append(f"  refused by check                {checks['refused']:7,}")
    for check in ("warned", "fine"):
        lines.append(f"  accepted, {check:6}                {checks[check]:7,}")
        for play, words in (("played", "played on"), ("ended", "played to ends"), ("diagnostic", "diagnostic in play")):
            lines.append(f"    {words:20}          {plays[check, play]:7,}")
    lines.append(f"  faults                          {checks['fault']:7,}")
    lines += [f"    {one.seed} {one.pack}: {one.said.splitlines()[-1]}" for one in found if one.check == "fault"]
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    """Hunt as told, and print the counts; 1 where there is a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.hunt", description=__doc__)
    parser.add_argument("--mutants", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, required=True, help="where outcomes and faults are kept")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(given)
    args.keep.mkdir(parents=True, exist_ok=True)
    log = args.keep / "outcomes.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    done = {one.seed: one for one in (Outcome(**json.loads(line)) for line in lines)}
    seeds = [seed for seed in range(args.first, args.first + args.mutants) if seed not in done]
    with ProcessPoolExecutor(args.jobs, initializer=_bounded) as pool, log.open("a", encoding="utf-8") as out:
        for outcome in pool.map(guarded, seeds, [args.keep] * len(seeds), chunksize=5):
            done[outcome.seed] = outcome
            print(json.dumps(asdict(outcome)), file=out, flush=True)
    print(table(done.values()))
    return 1 if any(one.check == "fault" for one in done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
