"""One compiled program with all that play works out about it once: menus, scores, who sees what."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import CHANCE
from rulebed.model.budget import file_and_line
from rulebed.play.rules.decision import Decision, Menu
from rulebed.play.rules.looking import Look
from rulebed.play.rules.words import Words
from rulebed.run.blueprint import NotePlan

if TYPE_CHECKING:
    from rulebed.play.rules.hearing import Pile
    from rulebed.play.rules.journal import Journal
    from rulebed.play.rules.knowledge import Knowledge
    from rulebed.play.rules.teller import Teller
    from rulebed.run.program import Program

T = TypeVar("T")
Slots = list[Any]
Again = tuple[Any, int, tuple[tuple[str, str], ...], str, str]  # the game, players, options, emission, chance


class Rules:
    """What states of one program share."""

    def __init__(self, program: Program, tell: Teller | None = None) -> None:
        self.program = program
        model = program.model
        self.players = model.players
        kinds = model.kinds.items()
        sections = {name: kind.section for name, kind in kinds if kind.section}
        self.words = Words({name: kind.instances for name, kind in kinds}, model.texts, tell, sections=sections)
        showing = self.words.kinds_that_show()
        self.tell = tell
        self._made: dict[tuple[object, ...], Any] = {}
        self.menus = tuple(
            Menu(
                site.address,
                site.domain,
                self.words,
                decline=site.decline,
                chance=site.chance,
                numbers=range(site.numbers[0], site.numbers[1] + 1),
                place=file_and_line(site.at),
                shows=bool(site.about) or (site.domain.sort == "entity" and site.domain.kind in showing),
            )
            for site in program.sites
        )
        for number, menu in enumerate(self.menus):
            menu.home = self, number
        self.again: Again | None = None  # how another process comes to have it

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it: the game, and by which setup."""
        if self.again is None:
            raise PicklingError(f"these rules of `{self.program.model.reference}` belong to no game")
        return _of_game, self.again

    def once(self, make: Callable[..., T], *which: Hashable) -> T:
        """What a function makes of these rules, and of what else it is given: made when it is first asked for."""
        key = make, *which
        if key not in self._made:
            self._made[key] = make(self, *which)
        found: T = self._made[key]
        return found

    @cached_property
    def knowledge(self) -> Knowledge:
        """Who sees what."""
        from rulebed.play.rules.knowledge import Knowledge  # noqa: PLC0415 - plain simulation never needs it

        return Knowledge(self.program, self.words)

    @cached_property
    def keeps_hands(self) -> bool:
        """Whether effects that wait ever have something in hand that not everybody knows."""
        plan = self.program.blueprint
        hands = (*(one.hand for one in plan.sites), *(one.hand for one in plan.returns))
        return any(hands) or any(one.hand or (one.secret and not one.plain) for one in plan.joints)

    @cached_property
    def open_sites(self) -> frozenset[int]:
        """The choices of which everybody may always know what is taken: no secret, and no piece that may be one."""
        secret = {kind for kind in self.knowledge.held_kinds if kind not in self.knowledge.open_kinds}
        plans = zip(self.program.blueprint.sites, self.menus, strict=True)
        return frozenset(
            number
            for number, (site, menu) in enumerate(plans)
            if not site.confidential and not (menu.domain.sort == "entity" and menu.domain.kind in secret)
        )

    @cached_property
    def open_notes(self) -> frozenset[int]:
        """The notes whose values everybody learns."""
        notes = enumerate(self.program.notes)
        return frozenset(number for number, plan in notes if isinstance(plan, NotePlan) and not plan.seen)

    def statement(self, number: int) -> tuple[str, str]:
        """By which verb a change came about, and where in the pack that stands; nothing if it came by itself."""
        if number < 0:
            return "", ""
        plan = self.program.notes[number]
        return plan.verb, plan.address

    def note_plan(self, number: int) -> NotePlan:
        """What stands behind a note."""
        plan = self.program.notes[number]
        assert isinstance(plan, NotePlan)
        return plan

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """How the entries of the log are heard; see `rules.hearing`."""
        from rulebed.play.rules.hearing import ways  # noqa: PLC0415 - plain simulation never needs it

        return ways(self.knowledge, self.program.layout.size)

    @cached_property
    def piles(self) -> dict[int, Pile]:
        """What has to be known of the places that hold pieces, by slot."""
        from rulebed.play.rules.hearing import piles  # noqa: PLC0415 - as above

        return piles(self.knowledge)

    @cached_property
    def sites_by_address(self) -> dict[str, tuple[int, ...]]:
        """Where in the program a choice stands; several places where it was unrolled."""
        found: dict[str, tuple[int, ...]] = {}
        for number, site in enumerate(self.program.sites):
            found[site.address] = (*found.get(site.address, ()), number)
        return found

    def broken_laws(self, slots: Slots) -> tuple[str, ...]:
        """The laws of the pack that don't hold; there is none in a sound game.

        They are asked when players decide and at the end: while luck decides, a card is between two places.
        """
        if CHANCE in self.seats(slots):
            return ()
        return tuple(name for name, holds in self.program.laws.items() if not holds(slots))

    def seats(self, slots: Slots) -> tuple[int, ...]:
        """The seats that have something to decide."""
        return self.program.waiting(slots)

    def seats_known(self, slots: Slots, viewer: int | None) -> tuple[int, ...]:
        """The same as a viewer knows it: where luck decides in another's branch in secret, they are still busy."""
        return self.program.waiting_for(slots, viewer) if self.is_secret(slots) else self.seats(slots)

    def site(self, slots: Slots, seat: int) -> int:
        """Which choice of the program a seat has to take."""
        return self.program.site_of(slots, seat).pc

    def values(self, slots: Slots, seat: int) -> Sequence[int]:
        """What a seat can take."""
        return self.program.options_of(slots, seat)

    def go_on(
        self,
        slots: Slots,
        seat: int,
        value: int,
        told: list[tuple[Any, ...]] | None = None,
        owner: int | None = None,
    ) -> int | None:
        """Take an option and play on to the next decision; what happens is told to the list.

        Luck may have to say in whose branch (`owner`). Where that ends a block in which seats decide at the same time:
        how much had been told when they met.
        """
        notes = [] if told is None else told
        if owner is None or owner == seat:
            return self.program.apply(slots, seat, value, notes)
        return self.program.apply(slots, seat, value, notes, owner)

    def luck_in(self, slots: Slots) -> list[Any]:
        """How far luck has come."""
        strands = self.program.layout.strands.values()
        return [slots[first + place] for first, count in strands for place in range(count)]

    def luck_heard(self, slots: Slots, viewer: int | None) -> list[Any]:
        """How far luck has come that nobody has alone, and the viewer's own: of others' they hear, or they don't."""
        strands = self.program.layout.strands.values()
        places = ((first, place) for first, count in strands for place in range(count) if count == 1 or place == viewer)
        return [slots[first + place] for first, place in places]

    def owner(self, slots: Slots, seat: int) -> int:
        """In whose branch a seat decides: luck decides in those of others."""
        return self.program.owner(slots, seat) if seat < 0 else seat

    def luck_of(self, slots: Slots, seat: int | None) -> tuple[int, list[tuple[int, int]]] | None:
        """Where luck, which is explicit, is to decide in a seat's own branch: the choice, and outcomes with weights."""
        return None if seat is None else self.program.luck_of(slots, seat)

    def is_secret(self, slots: Slots) -> bool:
        """Whether seats act at the same time and in secret."""
        return self.program.secret(slots)

    def early_changes(self, slots: Slots) -> tuple[tuple[int, int, Any], ...]:
        """What seats have changed in secret before they were first asked: whose, the slot, what was there before."""
        return self.program.early_changes(slots)

    def veiled(self, slots: Slots, viewer: int | None) -> Slots:
        """The state as a seat, or who looks on, knows it where a secret block begins: a copy."""
        return self.program.veiled(slots, viewer)

    def decision(self, slots: Slots, seat: int, past: Journal) -> Decision:
        """What a seat has to decide."""
        site = self.site(slots, seat)
        menu = self.menus[site] if slots[0] >= 0 else self.menus[site].for_player(seat + 1)
        values = self.values(slots, seat)
        odds = self._odds(slots, values) if menu.chance else ()
        return Decision(seat + 1, menu, values, past, odds, self.look(menu, slots, seat) if menu.shows else None)

    def look(self, menu: Menu, slots: Slots, seat: int) -> Look:
        """How what is offered looks at this moment, and what it is offered for."""
        about = self.program.site_of(slots, seat).about
        worded = zip(about, self.program.question_values(slots, seat) if about else (), strict=True)
        return Look(
            self.knowledge, menu, slots.copy(), seat, tuple((name, sort, value) for (name, sort), value in worded)
        )

    def _odds(self, slots: Slots, values: Sequence[int]) -> tuple[int, ...]:
        weights = dict(self.program.odds_of(slots))
        return tuple(weights[value] for value in values)

    def scores(self, slots: Slots) -> tuple[int, ...]:
        """The score of each seat as things stand."""
        return tuple(self.program.score(slots, seat) for seat in range(self.players))


def _of_game(game: Any, players: int, options: tuple[tuple[str, str], ...], emission: str, chance: str) -> Rules:
    """The rules out of a pickle, which all that comes of them shares."""
    rules: Rules = game.rules(players, dict(options), emission, chance)
    return rules
