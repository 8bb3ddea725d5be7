"""What `sim --offered` says: how often options were offered and taken, those that hardly anybody sees first."""

from __future__ import annotations

from typing import Any

from rulebed.playing import Rules
from rulebed.text import did_you_mean
from rulebed_tools.cli import console
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.sim.tally import Tally, share_of
from rulebed_tools.sim.uses import Use, is_meant, listed, places

Wanted = str | None  # an address or a kind, nothing for all choices; none where nobody asked
EVERYTHING = "write an address of the pack or a kind of things, or nothing for all choices"


def check(wanted: Wanted, rules: Rules, reference: str) -> None:
    """Refuse what nothing is ever chosen at, before any game is played."""
    known = places(rules)
    if wanted is not None and not any(is_meant(one, wanted) for one in known):
        help_ = did_you_mean(wanted, known, EVERYTHING)
        raise Misuse(f"nobody chooses anything at `{wanted}` in `{reference}`; {help_}")


def as_json(wanted: Wanted, tally: Tally, rules: Rules) -> dict[str, Any]:
    """The same for programs."""
    if wanted is None:
        return {}
    return {"options": [_plain(use, tally.games) for use in listed(tally.uses, rules, wanted)]}


def _plain(use: Use, games: int) -> dict[str, Any]:
    return {
        "at": use.where,
        "option": use.option,
        "offered": {"times": use.offered, "games": share_of(use.offering, games)},
        "taken": {"times": use.taken, "games": share_of(use.taking, games)},
    }


def show(wanted: Wanted, tally: Tally, rules: Rules) -> None:
    """A line for each option; where it is chosen is said if that can be in several places."""
    if wanted is None:
        return
    found = listed(tally.uses, rules, wanted)
    has_places = len({use.where for use in found}) > 1
    head = ("at", "option", "offered in", "a game", "taken in", "a game", "when offered")
    rows = [_row(use, tally.games) for use in found]
    first = 0 if has_places else 1
    console.say()
    console.say(console.table(head[first:], [row[first:] for row in rows]))


def _row(use: Use, games: int) -> tuple[object, ...]:
    when = f"{use.taken / use.offered:.1%}" if use.offered else ""
    return (
        use.where,
        use.option,
        f"{use.offering / games:.1%}",
        use.offered / games,
        f"{use.taking / games:.1%}",
        use.taken / games,
        when,
    )
