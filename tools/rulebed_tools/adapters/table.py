"""Dense integers for the options of a game: players' actions from 0 on, and luck's outcomes from 0 at each roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulebed.playing import Menu, Rules

Numbers = Mapping[int, int]


class Table:
    """For each choice of the program, the integer of each value that it can offer, and the other way round.

    The integers are places in `names`, the keys of all actions.
    """

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.outcomes = max((len(_values(menu)) for menu in rules.menus if menu.chance), default=0)
        places = {name: number for number, name in enumerate(self.names)}
        self.numbers = tuple(_numbers(menu, places) for menu in rules.menus)
        self.values = tuple({number: value for value, number in each.items()} for each in self.numbers)
        self.plain = tuple(all(value == number for value, number in each.items()) for each in self.numbers)

    def legal(self, site: int, values: Sequence[int]) -> list[int]:
        """The integers of these values at a choice, in rising order."""
        if self.plain[site]:
            return sorted(values)
        return sorted(map(self.numbers[site].__getitem__, values))


def own_actions(rules: Rules, locked: Sequence[str]) -> tuple[str, ...]:
    """The keys of all options that players can take by these rules, locked ones first and in their order."""
    taken = _taken(rules)
    return tuple(dict.fromkeys((*(key for key in locked if key in taken), *taken)))


def every_action(rules: Rules, locked: Sequence[str]) -> tuple[str, ...]:
    """All locked keys, so that they have the same integers in every setup, then what these rules offer besides."""
    return tuple(dict.fromkeys((*locked, *_taken(rules))))


def _taken(rules: Rules) -> dict[str, None]:
    return {menu.option(value).key: None for menu in rules.menus if not menu.chance for value in _values(menu)}


def _values(menu: Menu) -> list[int]:
    return [*menu.every_value(), *((menu.domain.none,) if menu.decline is not None else ())]


def _numbers(menu: Menu, places: Mapping[str, int]) -> dict[int, int]:
    if menu.chance:
        return {value: place for place, value in enumerate(_values(menu))}
    return dict(_placed(menu, places))


def _placed(menu: Menu, places: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for value in _values(menu):
        yield value, places[menu.option(value).key]
