"""One step of another world, from rest to rest: taken so that the viewer is told and shown what they were.

What isn't known of it, luck and hidden answers, are **picks**. A step is run with some picks; where it isn't as it was,
it is run again with one of them otherwise. Which one, is told by what goes wrong first: what was told before a pick
doesn't hang on it. Where what several picks bring is told at once (three dice in one sentence, answers that were given
in secret), each is taken so that what is told is as much like what was told as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import CHANCE
from rulebed.play.rules.log import SIZE
from rulebed.play.telling.told import DECIDE

if TYPE_CHECKING:
    from rulebed.lang.domain import Domain
    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.injected import Drawn, Luck
    from rulebed.play.imagining.moments import Moment, News
    from rulebed.play.imagining.renaming import Pattern

RUN = 8  # what it takes to begin a run
BEGINNINGS, HASTY = 8, 5  # of one step, each with other picks at first; of how many not all is tried that may be
Script = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Run:
    """A step as it was taken: where it led, and how like what was told it is; `wrong` is the pick where that ends."""

    life: Life
    picks: list[Drawn]
    notes: list[Any]
    wrong: int = -1
    likeness: tuple[int, int] = (0, 0)
    fits: bool = False
    arrives: bool = True  # whether it could be taken at all

    @property
    def script(self) -> list[int]:
        """What was picked."""
        return [one.value for one in self.picks]


@dataclass(slots=True)
class Step:
    """The step that leads a life to its next moment."""

    life: Life
    moment: Moment
    luck: Luck
    is_first: bool
    left: int  # work that may be done yet: entries that are written, and so many for each run
    like: Pattern | None = None

    def solve(self, script: Script = (), *, hastily: bool = False) -> Run:
        """The step as it fits, or as near as it comes to that, beginning with a script."""
        best: Run | None = None
        for number in range(1 if hastily else BEGINNINGS):
            run = self._settle(self.run(() if number else script), is_thorough=number >= HASTY)
            best = run if best is None or run.fits or run.likeness > best.likeness else best
            if best.fits or not run.picks or self.left <= 0:
                break
        assert best is not None
        return best

    def every(self) -> Iterator[Run]:
        """Each way in which the step fits; the luck must give the first there is wherever it isn't told what."""
        script: list[int] | None = []
        while script is not None and self.left > 0:
            run = self.run(script)
            if run.fits:
                yield run
            script = _next(run.picks if run.fits or run.wrong < 0 else run.picks[: run.wrong + 1])

    def run(self, script: Script, like: Pattern | None = None) -> Run:
        """The step taken with these picks, and others where they end; `like` is another world's, which fitted."""
        life = self.life.copy()
        self.luck.begin(life.slots, script)
        self.like = like
        reached = life.begin(self.luck.notes, like) if self.is_first else self._take(life)
        picks = self.luck.picks
        self.left -= RUN + len(self.luck.notes) // SIZE
        if reached is not None and reached[1:] == self.moment[1:]:
            return Run(life, picks, self.luck.notes, fits=True)
        if like is not None:
            return Run(life, picks, self.luck.notes, arrives=reached is not None)
        told = () if reached is None else reached.told
        likeness = _likeness(told, self.moment.told)
        return Run(life, picks, self.luck.notes, self._first_wrong(picks), likeness, arrives=reached is not None)

    # Taking it.

    def _take(self, life: Life) -> Moment | None:
        """By the viewer, by whoever was heard to take it, by luck, or by all others in secret."""
        rules, moment = life.rules, self.moment
        seats = rules.seats(life.slots)
        if moment.own is not None:
            return self._decide(life, life.viewer, moment.own) if life.viewer in seats else None
        if life.block is not None:
            own = rules.luck_of(life.slots, life.viewer)
            return self._all_in_secret(life) if own is None else self._own_luck(life, *own)
        taken = next((one.taken for one in moment.told if one.kind == DECIDE and one.taken), None)
        if taken is None:
            return self._decide(life, -1, None) if -1 in seats else None
        seat, site, value = taken
        if seat not in seats or rules.site(life.slots, seat) != site:
            return None
        return self._decide(life, seat, value)

    def _own_luck(self, life: Life, site: int, weighed: Sequence[tuple[int, int]]) -> Moment | None:
        """Luck decides in the viewer's own branch, whoever else waits for it."""
        value = self.luck.answer(*_weigh_evenly(weighed, life.rules.menus[site].domain))
        self.luck.notes = []
        return (life.go_on(CHANCE, value, self.luck.notes, owner=life.viewer) or (None,))[-1]

    def _all_in_secret(self, life: Life) -> Moment | None:
        block, moment = life.block, None
        while life.block is block:
            seat = next((one for one in life.rules.seats(life.slots) if one != life.viewer), None)
            if seat is None:
                return None
            moment = self._decide(life, seat, None)
        if block is not None:
            self.luck.notes = block.log.with_marks()
        return moment

    def _decide(self, life: Life, seat: int | None, value: int | None) -> Moment | None:
        """A seat takes this, or, where nobody knows what, one of what it is offered."""
        if seat is None:
            return None
        offered = life.rules.values(life.slots, seat)
        if value is None:
            site = life.rules.site(life.slots, seat)
            domain, weighed = life.rules.menus[site].domain, [(one, 1) for one in offered]
            if seat < 0:
                weighed = life.rules.program.odds_of(life.slots)
            elif not life.block:
                weighed = [(one, 1) for one in life.unheard_values(seat, site, offered)]
            value = self.luck.answer(*_weigh_evenly(weighed, domain)) if weighed else None
        if value is None or value not in offered:
            return None
        self.luck.notes = []
        return (life.go_on(seat, value, self.luck.notes, self.like) or (None,))[-1]

    # Taking it otherwise.

    def _settle(self, run: Run, *, is_thorough: bool) -> Run:
        """The step with one pick after another taken otherwise, until it fits or nothing makes it more alike."""
        done = 0
        while run.picks and not run.fits and self.left > 0:
            other = self._right_up_to_the_next(run) if run.wrong >= done else None
            if other is not None:
                run, done = other, run.wrong + 1
                continue
            if not is_thorough:
                break
            before = run.likeness
            for at in range(done, len(run.picks)):
                if at < len(run.picks) and not run.fits:
                    run = self._most_alike(run, at)
            if run.likeness <= before:
                break
        return run

    def _right_up_to_the_next(self, run: Run) -> Run | None:
        """The step with the pick after which it goes wrong taken otherwise, so that it is right up to the next one."""
        at = run.wrong
        for value in self._other_values(run.picks[at]):
            other = self.run([*run.script[:at], value])
            if other.fits or other.wrong > at or self.left <= 0:
                return other
        return None

    def _most_alike(self, run: Run, at: int) -> Run:
        """The step with one pick taken so that what is told is as much as can be like what was told."""
        best, script = [run], run.script
        for value in self._other_values(run.picks[at]):
            other = self.run([*script[:at], value, *script[at + 1 :]])
            if other.fits or self.left <= 0:
                return other
            if other.likeness >= best[0].likeness:
                best = [other] if other.likeness > best[0].likeness else [*best, other]
        return best[self.luck.dice.between(0, len(best) - 1)]

    def _other_values(self, pick: Drawn) -> Iterator[int]:
        """What else the pick could have been: of a deck first what is told to leave it, all others in any order."""
        among = pick.among or range(pick.count)
        told = [one for one in self.luck.shown.get(pick.deck, ()) if one in among]
        others = [one for one in self.luck.dice.shuffled(among) if one not in told]
        yield from (one for one in (*told, *others) if one != pick.value)

    # Where it goes wrong.

    def _first_wrong(self, picks: Sequence[Drawn]) -> int:
        """The first pick after which something else is told than was; none where that is only seen at the end."""
        if self.life.block is not None or not picks:
            return -1
        notes, low, high = self.luck.notes, 0, len(picks) - 1  # what was told before pick `low` may be right
        while low < high:
            middle = (low + high + 1) // 2
            if self._may_begin(self.life.news_of(notes[: picks[middle].told])):
                low = middle
            else:
                high = middle - 1
        return low

    def _may_begin(self, told: Sequence[News]) -> bool:
        """Whether this is how the news of the moment may begin."""
        whole = self.moment.told
        if len(told) > len(whole) + 1 or told[:-1] != whole[: max(len(told) - 1, 0)]:
            return False
        return not told or len(told) > len(whole) or _may_become(told[-1], whole[len(told) - 1])


def _weigh_evenly(weighed: Sequence[tuple[int, int]], domain: Domain) -> tuple[list[int], str]:
    """What may come, each as often as it may, and of which kind the pieces are, if they are pieces."""
    return [one for one, weight in weighed for _ in range(weight)], domain.kind if domain.sort == "entity" else ""


def _next(picks: Sequence[Drawn]) -> list[int] | None:
    """The picks that come after these, if all are gone through in order; none where these are the last."""
    for at in reversed(range(len(picks))):
        following = picks[at].following
        if following is not None:
            return [*(one.value for one in picks[:at]), following]
    return None


def _may_become(part: News, whole: News) -> bool:
    """Whether more of the same may make one piece of news of another."""
    if part == whole:
        return True
    if not part.way:
        return part[:2] == whole[:2] and part.note == whole.note[: len(part.note)] and not part.taken
    if not whole.way or part.way[4] < 0:  # what has left its place may come to another one yet
        return bool(part.way[4] < 0)
    (kind, pieces, count, *ends), (other, every, most, *others) = part.way, whole.way
    return kind == other and ends == others and count <= most and pieces == every[: len(pieces)]


def _likeness(told: Sequence[News], whole: Sequence[News]) -> tuple[int, int]:
    """How much of what is told is what was told: from the beginning on, and anywhere in the rest."""
    same = next((n for n, (one, other) in enumerate(zip(told, whole, strict=False)) if one != other), len(told))
    rest, wanted = (Counter(atom for one in each[same:] for atom in _atoms(one)) for each in (told, whole))
    return same, (rest & wanted).total() - (rest - wanted).total()


def _atoms(one: News) -> Iterator[tuple[Any, ...]]:
    """The parts of a piece of news, each by itself."""
    yield one.kind, one.address, one.taken
    yield from (("piece", piece) for piece in (one.way[1] if one.way else ()))
    for slot, _, after in one.changes:
        yield from ((slot, str(item)) for item in (after if isinstance(after, tuple | list) else (after,)))
    for at, value in enumerate(one.note):
        yield from ((at, *item) for item in enumerate(value if isinstance(value, tuple) else (value,)))
