"""What can be chosen anywhere in a game: whether an id means anything, and what was meant by one that doesn't."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.playing import Menu, Rules
from rulebed.text import closest

OPTION, ENTITY = "option", "entity"
UNBOUNDED = range(1)  # nobody has worked out which numbers there can be


def is_ever_offered(rules: Rules, wanted: str) -> bool:
    """Whether any decision of a player can have an option of this id, or with an address that ends so."""
    return any(has(menu, wanted) for menu in _menus(rules))


def meant(rules: Rules, wanted: str) -> str | None:
    """The id that is nearest to one that no option has."""
    return closest(wanted, (name for menu in _menus(rules) for name in _ids(menu)))


def _menus(rules: Rules) -> Iterator[Menu]:
    yield from (menu for menu in rules.menus if not menu.chance)


def has(menu: Menu, wanted: str) -> bool:
    """Whether a decision can have such an option."""
    if menu.domain.sort not in (OPTION, ENTITY) and wanted.removeprefix("=").isdecimal():
        return menu.numbers == UNBOUNDED or int(wanted.removeprefix("=")) in menu.numbers
    return any(wanted in (name, f"={name}") for name in _ids(menu)) or any(
        address == wanted or address.endswith(f".{wanted}") for address in _addresses(menu)
    )


def _ids(menu: Menu) -> Iterator[str]:
    yield from menu.ids
    if menu.domain.sort == ENTITY:
        yield from menu.words.instances[menu.domain.kind]


def _addresses(menu: Menu) -> Iterator[str]:
    yield from (*menu.domain.options, *((menu.decline,) if menu.decline else ()))
    if menu.domain.sort == ENTITY:
        yield from (f"{menu.address}.{name}" for name in menu.words.instances[menu.domain.kind])
