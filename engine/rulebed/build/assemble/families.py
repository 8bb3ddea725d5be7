"""What setups of a pack have in common: a program that asks for nothing in which they differ is made once for all.

    options: {goal: [20, 30]}
    procedures: {rest: gain 1 food, race: if food >= options.goal: end the game}

With another goal `race` is another program, and `rest` is the one that was made before. To know which is which, each
program, phase and value is a *piece* of work that notes what it asked for: options, and the types of values. It is
handed on where all of these are the same.

Besides, a piece may ask for anything that is declared. So it is handed on only within a *family* of setups: those for
as many players, with the same values of the options that somebody outside of all pieces asked for, such as a kind that
has some things with an option alone. Whoever asks for an option does so through `Symbols.option`.

Pieces lie within each other: a value is worked out when a program first speaks of it. Each one keeps what is its own
alone, so that either can be handed on without the other. What found something wrong is never kept: it is to be said
of each setup.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulebed.build.same import Same
from rulebed.lang.remarks import Remarks

if TYPE_CHECKING:
    from rulebed.lang.scope import Names
    from rulebed.lang.symbols import Symbols
    from rulebed.packs.pack import PackTree


@dataclass(slots=True)
class Trail:
    """What is left on the bench by what is made, besides itself."""

    remarks: Remarks = field(default_factory=Remarks)
    named: dict[str, list[Names]] = field(default_factory=dict)  # by address, what its programs name and read
    steps: set[str] = field(default_factory=set)  # the addresses that hooks may name
    renewing: set[str] = field(default_factory=set)  # those with which something may start anew

    def add(self, other: Trail) -> None:
        """That of a piece, which leaves no more than what is looked at when all are made."""
        self.remarks.add(other.remarks)
        for address, listed in other.named.items():
            self.named.setdefault(address, []).extend(listed)
        self.steps |= other.steps
        self.renewing |= other.renewing


@dataclass(frozen=True, slots=True)
class Piece:
    """Something made, and what it left."""

    made: Any
    trail: Trail

    def fits(self, symbols: Symbols) -> bool:
        """Whether all that it asked for is here as it was there."""
        asked = self.trail.remarks
        return all(symbols.options[name][0] == value for name, value in asked.options.items()) and all(
            symbols.values[name].resolve() == kind for name, kind in asked.types.items()
        )


@dataclass(slots=True)
class Family:
    """Setups that declare the same, since they agree in these options, and the pieces made for one of them."""

    players: int
    options: Mapping[str, str | None] = field(default_factory=dict)
    pieces: dict[tuple[str, str], list[Piece]] = field(default_factory=dict)
    same: Same = field(default_factory=Same)


@dataclass(slots=True)
class Families:
    """The families of one pack."""

    tree: PackTree
    known: list[Family] = field(default_factory=list)

    def of(self, players: int, options: Mapping[str, str]) -> Family:
        """The one that a setup belongs to; one that has no member yet, where there is none."""
        for family in self.known:
            if family.players == players and all(options.get(name) == word for name, word in family.options.items()):
                return family
        return Family(players)

    def join(self, family: Family, options: Mapping[str, str], asked: Iterable[str]) -> None:
        """All pieces are made: it is known which options somebody asked for outside of them."""
        if family not in self.known:
            family.options = {name: options.get(name) for name in asked}
            self.known.append(family)
