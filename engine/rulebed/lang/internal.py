"""The names of what the engine makes beside what a pack declares: this module alone builds them and takes them apart.

Each has a `:` or a space in it, which no name of a pack can have: so none means both. What a thing is for is said by
its role in the model; a pass asks for that, and never how a name is spelled. What people see in views and saves and
have always seen so goes without: who acted once already, and what a party has (`me.stock` is a word of the language).
"""

from __future__ import annotations

OWN = ":"
STOCK = "party.stock"  # how much of each resource every party has
SUPPLY = "resource.supply"  # how much of it is left for all of them
APART = f"game.apart{OWN}"  # whether seats act apart: claims then wait until they are together again
DEPTH = f"game.effect_depth{OWN}"  # within how many effects that put to sleep what is gained
WAY_IN = "game.way in"  # which of several ways into the game is taken
REST = f"watch{OWN}"  # the procedure in which whoever waits for something to hold may claim it
WAKE = f"wake{OWN}"  # the procedure that wakes what was gained within an effect
DOOR = f"door{OWN}"  # the phase that leads to one of several ways in
AROUND = "whole board"  # what stands around a board that is drawn for each of several, or not always
TRIED = "scenario"  # the address of a program that is tried out by itself
_CAN = f"can{OWN}"


def local(word: str) -> str:
    """A local of the engine's own, beside those that programs name."""
    return f"{word}{OWN}"


VIEWER = local("viewer")  # who sees, in what is asked of each seat


# Fields.


def place_of(kind: str) -> str:
    """Where each piece of a kind lies."""
    return f"{kind}.place{OWN}"


def known_of(kind: str) -> str:
    """Which seats know each piece of a kind where it lies."""
    return f"{kind}.known{OWN}"


def asleep_of(fact: str) -> str:
    """Since how deep within effects what a fact says has been asleep."""
    return f"{fact}.asleep{OWN}"


def acted_of(waiting: str) -> str:
    """Who acted once already by what waits at an address."""
    return f"{waiting}.acted"


def met_of(waiting: str) -> str:
    """Who met what waits at an address while all acted apart."""
    return f"{waiting}.met{OWN}"


def suspended_of(proc: str) -> str:
    """How often a procedure is switched off."""
    return f"game.suspended {proc}"


def shift_of(value: str) -> str:
    """By how much a value is changed for the time being."""
    return f"game.shift of {value}"


def running_of(proc: str) -> str:
    """Whether what such a procedure runs is running: the programs of instances, or what waits for an event."""
    return f"{proc}running" if proc.endswith(OWN) else f"{proc}.running"


def earlier(address: str) -> str:
    """How saves of before call a slot or a local: most names of the engine's own could be typed then."""
    return address.replace(OWN, "") if address.endswith(OWN) or f"{OWN}." in address else address


# Procedures, values and phases.


def lift_of(kind: str) -> str:
    """The procedure that takes a piece from wherever it is."""
    return f"lift{OWN}{kind}"


def witness_of(kind: str) -> str:
    """The procedure by which those who see a piece know it from here on."""
    return f"witness{OWN}{kind}"


def raised(event: str) -> str:
    """The procedure that runs what waits for an event."""
    return f"event{OWN}{event}"


def program_of(kind: str, program: str) -> str:
    """The procedure that runs the program of whichever instance it is given."""
    return f"{kind}.{program}{OWN}"


def in_force_of(kind: str) -> str:
    """The value that says whether an instance is in force for somebody."""
    return f"{kind}.in_force{OWN}"


def held_at(address: str) -> str:
    """The value that says whether what an instance spares is in force for somebody."""
    return f"{address}{OWN}"


def can_of(proc: str) -> str:
    """The value that says whether a procedure can be got through."""
    return f"{_CAN}{proc}"


def is_question(value: str) -> bool:
    """Whether a value says that a procedure can be got through."""
    return value.startswith(_CAN)


def asked_by(value: str) -> str:
    """The procedure that such a value is about."""
    return value.removeprefix(_CAN)


def way_in(number: int) -> str:
    """The phase that tries the program of this number out."""
    return f"{TRIED}{OWN}{number}"


def plain(name: str) -> str:
    """A name as people read it."""
    return name.removesuffix(OWN)
