"""A scenario's game under way: its start, its choices, its luck, and what was decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from rulebed import Decision, IllegalAction, Option, State
from rulebed.analysis import StuckError
from rulebed.playing import CHANCE, preset_of
from rulebed_tools.scenario.addresses import Addresses
from rulebed_tools.scenario.following import followed
from rulebed_tools.scenario.form import ADDRESS, Choice, Failed, Moment, Scenario, Setting
from rulebed_tools.scenario.given import laid_out, read_given
from rulebed_tools.scenario.hints import hint
from rulebed_tools.scenario.luck import Luck
from rulebed_tools.scenario.opening import Opened
from rulebed_tools.scenario.options import has
from rulebed_tools.scenario.seats import setup_of
from rulebed_tools.scenario.values import Held, in_place
from rulebed_tools.scenario.violations import Violation, explained

if TYPE_CHECKING:
    from rulebed.playing import Rules

LONGEST = 100_000
MOST_FORCED = 1_000
MOST_TOLD = 12  # forced answers that are looked ahead to
GOES_ON: dict[str, Any] = {"events": True, "undo": "free"}  # for somebody who plays on from where it stops


class Witness(Protocol):
    """Looks on while scenarios are played."""

    def begins(self, state: State) -> None:
        """A scenario stands at its first decision."""

    def takes(self, decision: Decision, option: Option) -> None:
        """Somebody, or luck, takes an option."""

    def ends(self, state: State) -> None:
        """It stands where it stops."""


class Table:
    """Plays a scenario to where it stops."""

    state: State
    addresses: Addresses

    def __init__(
        self, scenario: Scenario, opened: Opened, witness: Witness | None = None, *, goes_on: bool = False
    ) -> None:
        self.scenario = scenario
        self.witness = witness
        self.goes_on = goes_on
        self.game, self.models, self.root = opened.game, opened.models, opened.models.tree.root
        self.luck = Luck() if scenario.lists_luck else None
        self.moment = scenario.moments[0]
        self.steps: list[tuple[int, int]] = []  # seats from 0, with the values that they took
        self.broken: dict[str, Violation] = {}  # laws
        self.set_anew: set[int] = set()  # slots that were set before anything looked at them, or was chosen
        self.given: dict[str, Any] = dict(opened.given)
        self.followed: dict[str, int] = {}  # what laws give when that is given
        self.opened = opened
        self.is_drawn = self.luck is None and (scenario.do is None or witness is not None)  # whether luck is the seed's
        self.players, self.options = setup_of(self.game.info, scenario)
        rules = self._rules()
        self.questions = opened.questions(self.players, self.options)
        self.questions.expect_unplaced(opened.told(), lambda address: self.addresses.at(address) is not None)
        if scenario.given:
            self.given |= read_given(scenario.given, self.addresses, rules)
            self.followed = followed(rules, self.options, self.models, scenario.seed, self.given)
        self.laid = laid_out(self.given, rules) if scenario.do is not None else {}
        self.state = self._start()
        self._draw_unlisted()

    def _rules(self) -> Rules:
        """The rules of its game, before anything happens in it."""
        chance = "sampled" if self.is_drawn else "explicit"
        rules = self.game.rules(self.players, self.options, "bare", chance)
        self.addresses = self.opened.addresses(rules)
        return rules

    def _draw_unlisted(self) -> None:
        """Where luck comes up of which nothing is said, the seed decides: in a game that is played again up to here.

        Most programs of scenarios come to none: what their setup is compiled to for those that list it will do.
        """
        if self.luck is None and not self.is_drawn and any(decision.chance for decision in self._decisions()):
            self.is_drawn = True
            self._rules()
            self.state = self._start()
            for seat, value in self.steps:
                self.state.decide(seat, value)

    def _start(self) -> State:
        scenario = self.scenario
        preset = preset_of(self.game.info, scenario.preset)
        return self.game.start(
            players=self.players, seed=scenario.seed or preset.seed or 0, options=self.options,
            given=self.beginning or None,
            chance="sampled" if self.is_drawn else "explicit",
            **(GOES_ON if self.goes_on else {}),
        )  # fmt: skip

    def _answers(self) -> tuple[Choice, ...]:
        """What the scenario's preset answers, which comes first; not where it begins in the middle of the game."""
        scenario = self.scenario
        if scenario.do is not None:
            return ()
        answers = preset_of(self.game.info, scenario.preset).answers
        return tuple(Choice(taken, scenario.span, seat or None) for seat, taken in answers)

    @property
    def beginning(self) -> dict[str, Any]:
        """What it begins with, by address."""
        return self.laid | self.given | self.followed

    def play(self) -> Iterator[Moment]:
        """Play each moment: its choices in order, and luck as it is listed; gives it where it has been played."""
        self._check_laws()
        if self.witness:
            self.witness.begins(self.state)
        for moment in self.scenario.moments:
            self.moment = moment
            self._play(moment)
            yield moment
        if self.witness:
            self.witness.ends(self.state)

    def _play(self, moment: Moment) -> None:
        if self.luck is not None:
            self.luck.goes_on(moment.luck or ())
        choices = (*self._answers(), *moment.choices) if moment is self.scenario.moments[0] else moment.choices
        self._pass_luck(more=bool(choices))
        for number, choice in enumerate(choices, 1):
            decision, option = self._understood(choice)
            self._take(decision, option)
            self._pass_luck(more=number < len(choices))

    def _pass_luck(self, *, more: bool) -> None:
        """Let luck decide while it has to; behind the last choice it may stay undecided."""
        self._draw_unlisted()
        rules = self.state.rules
        for _ in range(LONGEST):
            decision = next((one for one in self.state.decisions if one.chance), None)
            if decision is None or self.luck is None:
                return
            if decision.forced:  # what can bring only one thing is no luck
                self._take(decision, decision.options[0])
                continue
            stream = rules.program.site_of(self.state.slots, CHANCE).stream
            if not self.luck.lists(decision, stream):
                if more or self.luck.has_more():
                    raise self._unlisted(decision)
                return
            self._take(decision, self.luck.take(decision, stream))

    def _unlisted(self, decision: Decision) -> Failed:
        ids = ", ".join(f"`{option.id}`" for option in decision.offered)
        message = f"luck decides at `{decision.address}`, and the scenario doesn't list what comes up"
        return Failed(message, self.scenario.span, f"add to `luck` one of {ids}")

    def _understood(self, choice: Choice) -> tuple[Decision, Option]:
        """Whose decision is meant, and which option; answers that are forced come before it, unless it names them."""
        first: tuple[list[Decision], State] | None = None  # what it may have been meant for
        for _ in range(MOST_FORCED):
            decisions = self._decisions()
            fitting = [one for one in decisions if self._fits(one, choice)]
            for decision in fitting:
                option = decision.find(choice.take)
                if option is not None:
                    return decision, option
            if first is None and any(has(one.menu, choice.take) for one in fitting):
                first = fitting, self.state.clone()
            forced = next((one for one in decisions if one.forced and not one.chance), None)
            if forced is None or (self._is_told_apart(choice) and fitting):
                break
            self._take(forced, forced.options[0])
            self._pass_luck(more=True)
        if first is not None:
            fitting, self.state = first
        raise self._not_offered(choice, fitting)

    def _not_offered(self, choice: Choice, fitting: list[Decision]) -> Failed:
        if len(fitting) == 1 and not fitting[0].values:  # a program whose author sees to what it needs needs more
            raise StuckError(f"at `{fitting[0].address}` there is nothing to choose")
        help_ = "; ".join(filter(None, [hint(choice.take, fitting, self.state, self.root), self.where()]))
        return Failed(self._refusal(choice, fitting), choice.span, help_, "not offered")

    def _is_told_apart(self, choice: Choice) -> bool:
        return choice.by is not None or choice.of is not None

    def _decisions(self) -> tuple[Decision, ...]:
        return () if self.state.over else tuple(self.state.decisions)

    def _fits(self, decision: Decision, choice: Choice) -> bool:
        is_seat = choice.by is None or decision.player == choice.by
        is_choice = choice.of is None or decision.address == choice.of or decision.address.endswith(f".{choice.of}")
        return is_seat and is_choice

    def _refusal(self, choice: Choice, fitting: list[Decision]) -> str:
        if self.state.over:
            return f"the game is over before `{choice.take}` can be chosen"
        if not fitting:
            whose = f" by player {choice.by}" if choice.by else ""
            return f"nothing{whose} is to be decided{f' at `{choice.of}`' if choice.of else ''}"
        return f"`{choice.take}` is not offered"

    def _take(self, decision: Decision, option: Option) -> None:
        self.steps.append((decision.player - 1, option.value))
        if self.witness:
            self.witness.takes(decision, option)
        self.state.apply(option, player=decision.player)
        self._check_laws()
        if self.scenario.resumes:
            self._resume()

    def _check_laws(self) -> None:
        for law in self.state.broken_laws:
            if law not in self.broken:
                self.broken[law] = self._violation(law)

    def _violation(self, name: str) -> Violation:
        """Why a law is broken now, unless nobody will read it."""
        count, state = len(self.steps), self.state
        model = self.models.raw(state.rules.players, state.match.options) if self.scenario.interpreted else None
        if model is None:
            return Violation(count)
        return explained(model, name, state, set() if count else set(self.given), count)

    def _resume(self) -> None:
        restored = self.game.restore(self.state.save())
        if restored != self.state or restored.digest != self.state.digest:
            raise Failed(f"after {len(self.steps)} decisions a save doesn't bring the state back", self.scenario.span)
        self.state = restored

    def held(self, one: Setting) -> Held:
        """What there is at an address, or what an expression is worth."""
        place = self.addresses.at(one.address)
        if place is not None:
            return in_place(place, self.state.slots[place.slot], self.state.rules.words)
        self.check_asked(one)
        return self.questions.ask(one.address, self.state)

    def check_asked(self, one: Setting) -> None:
        """That an expression can be asked, where there is no such address."""
        problem = self.questions.problem(one.address)
        if problem is None:
            return
        if ADDRESS.fullmatch(one.address):
            raise self.addresses.missing(one.address, one.key_span)
        first = problem.sorted()[0]
        raise Failed(f"`{one.address}`: {first.message}", one.key_span, first.help, first.label)

    @property
    def pending(self) -> Decision | None:
        """The luck that it has stopped before, if it lists its luck."""
        return None if self.luck is None else next((one for one in self._decisions() if one.chance), None)

    def where(self) -> str:
        """What the game waits for."""
        if self.state.over:
            return "the game is over"
        return "; ".join(map(self._asked, self.state.decisions))

    def _asked(self, decision: Decision) -> str:
        who = "luck" if decision.chance else f"player {decision.player}"
        ids = [f"`{option.id}`" for option in decision.offered] or ["there is nothing to choose"]
        where = f"{who} decides at `{decision.address}`"
        if not decision.forced or decision.chance:
            return f"{where}: {', '.join(ids)}"
        ids += [f"`{one}`" for one in self._forced_behind(decision)]
        only = f"only {ids[0]} is left" if len(ids) == 1 else f"one after another only {', '.join(ids)} are left"
        return f"{where}, where {only}: name {ids[-1]} as the last choice to go on"

    def _forced_behind(self, decision: Decision) -> Iterator[str]:
        """What is the only answer, too, as soon as that one has been given."""
        ahead = self.state.clone()
        for _ in range(MOST_TOLD):
            ahead.apply(decision.options[0], player=decision.player)
            alone = () if ahead.over else ahead.decisions
            if len(alone) != 1 or alone[0].chance or not alone[0].forced:
                return
            decision = alone[0]
            yield decision.options[0].id


def offered(state: State, option: str, seat: int | None) -> bool:
    """Whether an option is offered, to a certain seat or to any."""
    try:
        decisions = state.decisions
    except IllegalAction:
        return False
    return any(one.find(option) for one in decisions if seat is None or one.player == seat)
