"""Games that were recorded before content moved between packs, played again today: they are the same up to names.

A game isn't kept but found again: at each decision, of luck as of players, the options are put in the order of the
names that they had, and a hash of the game's number and of how many decisions there have been says which is taken. Of
each stretch of `STRIDE` decisions a mark is kept: a hash of who decided where, of options by their names, and of all
facts at its end. `python -m tests.content.moved` writes the marks of today; `ep1.yaml` beside it says what is called
otherwise since, and which facts are new and keep their first value.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import yaml

import rulebed

HERE = Path(__file__).parent
STRIDE, DIGITS = 20, 8
SETUPS = [
    ("ep1", {"leaders": "a"}),
    ("ep1", {"leaders": "b"}),
    ("ep1+beta", {}),
    ("ep1+deterministic_threat", {"leaders": "b", "start": "first_game"}),
]


@dataclass(frozen=True, slots=True)
class Moved:
    """What names and addresses of today were before; facts that are new, facts that not every setup has any more."""

    names: dict[str, str]
    of_parties: list[str]
    facts: dict[str, str]
    programs: dict[str, str]
    new: dict[str, object]
    lost: dict[str, object]

    def name(self, value):
        """A value of today with the names of before."""
        if isinstance(value, list):
            return [self.name(one) for one in value]
        return self.names.get(value, value) if isinstance(value, str) else value

    def fact(self, address):
        found = self.facts.get(address, address)
        if found.startswith("party.") and found.rpartition(".")[2] in self.of_parties:
            found = found.replace("party.", "player.", 1)
        return ".".join(self.names.get(part, part) for part in found.split("."))

    def program(self, address):
        """The longest beginning that moved is put back."""
        longest = max((one for one in self.programs if f"{address}.".startswith(f"{one}.")), key=len, default="")
        return self.programs[longest] + address[len(longest) :] if longest else address

    def fields(self, fields):
        """All facts as they were before; a new one must still have its first value."""
        for address, first in self.new.items():
            assert fields.get(address, first) == first, f"{address} is new and should keep its first value"
        kept = {self.fact(address): self.name(value) for address, value in fields.items() if address not in self.new}
        return self.lost | kept


@cache
def moved() -> Moved:
    table = yaml.safe_load((HERE / "ep1.yaml").read_text(encoding="utf-8"))
    return Moved(**{part: table[part] for part in ("names", "of_parties", "facts", "programs", "new", "lost")})


def setup_of(number):
    """How a game is set up: the reference, its options and how many play."""
    reference, options = SETUPS[number % len(SETUPS)]
    return reference, options, 2 + number // len(SETUPS) % 3


@cache
def loaded(reference):
    return rulebed.load(reference)


def opened(number):
    reference, options, players = setup_of(number)
    return loaded(reference).start(players=players, options=options, seed=number, chance="explicit")


def walk(number) -> Iterator[tuple[object, object]]:
    """Each state of a game as it is before a decision, with what is asked; and at last the state that is over."""
    state, table, count = opened(number), moved(), 0
    while not state.over:
        decision = state.decision
        options = sorted(decision.options, key=lambda one: table.name(one.id))
        yield state, [decision.player, table.program(decision.address), [table.name(one.id) for one in options]]
        taken = int.from_bytes(blake2b(f"{number} {count}".encode(), digest_size=8).digest(), "big") % len(options)
        state.apply(options[taken])
        count += 1
    yield state, "over"


def marks(number) -> Iterator[str]:
    """The marks of a game, one for each stretch of its decisions."""
    digest = blake2b(digest_size=DIGITS // 2)
    for count, (state, asked) in enumerate(walk(number), 1):
        digest.update(json.dumps(asked).encode())
        if count % STRIDE == 0 or asked == "over":
            digest.update(json.dumps(moved().fields(state.fields), sort_keys=True).encode())
            yield digest.hexdigest()


def recorded() -> list[str]:
    """For each game its marks, one behind the other."""
    return (HERE / "ep1.txt").read_text(encoding="ascii").split()
