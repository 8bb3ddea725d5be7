"""What can be set when a game starts, and a helpful no to what can't."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulebed.play.rules import arguments
from rulebed.play.rules.errors import SetupError
from rulebed.source.suggest import closest

PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setup option: the values that it can have, and the one that it has unless another is given.

    `needs` has for a value other options (or `players`), and the values that they must have for it to be chosen.
    """

    values: tuple[str, ...]
    default: str
    needs: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preset:
    """A setup with a name: how many play, options, the first answers, and luck; what isn't said is as always."""

    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[tuple[int, str], ...] = ()  # seats from 1, 0 for any; ids of options
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Info:
    """What a game is: its reference, its title, the contents it is made of, and what can be set."""

    reference: str
    title: str
    players: tuple[int, ...]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)  # layer -> hash of its content
    layers: Mapping[str, str] = field(default_factory=dict)  # file -> the pack or layer that it belongs to
    presets: Mapping[str, Preset] = field(default_factory=dict)


def setups(info: Info) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players with the defaults, and every value of each option once that can be had in this game."""
    defaults = {name: setting.default for name, setting in info.settings.items()}
    for players in info.players:
        yield players, defaults
    for name, setting in info.settings.items():
        for value in setting.values:
            if value != setting.default and (counts := _counts_for(info, setting, value)):
                yield counts[0], _with(info, defaults, name, value)


def _counts_for(info: Info, setting: Setting, value: str) -> list[int]:
    """The numbers of players with whom a value can be chosen; a layer may leave none of them."""
    needed = setting.needs.get(value, {}).get(PLAYERS)
    return [count for count in sorted(info.players) if needed is None or str(count) in needed]


def _with(info: Info, defaults: dict[str, str], name: str, value: str) -> dict[str, str]:
    """The options where one has a value, and all that it needs."""
    chosen = {**defaults, name: value}
    for other, values in info.settings[name].needs.get(value, {}).items():
        if other != PLAYERS and chosen.get(other) not in values:
            chosen[other] = values[0]
    return chosen


def players_of(info: Info, players: int | None) -> int:
    """The number of players, or the smallest one that the game has."""
    if players is None:
        return min(info.players)
    if players not in info.players:
        raise SetupError(f"`{info.reference}` is for {_range(info.players)} players, not for {players}")
    return players


def options_of(info: Info, given: Mapping[str, str] | None, players: int) -> dict[str, str]:
    """Every setup option with the value given for it, or its default."""
    chosen = {name: setting.default for name, setting in info.settings.items()}
    for name, value in (given or {}).items():
        chosen[name] = _value(info, name, str(value))
    for name, setting in info.settings.items():
        _check_needs(name, setting, {**chosen, PLAYERS: str(players)})
    return chosen


def named_values(name: str, given: Mapping[str, str]) -> dict[str, str]:
    """Options by name, each a text; a number stands for how it is written."""
    found = arguments.by_name(name, given, SetupError)
    return {key: _as_text(f"{name}[{key!r}]", value) for key, value in found.items()}


def _as_text(name: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(arguments.number(name, value, SetupError))
    return arguments.text(name, value, SetupError)


def preset_of(info: Info, name: str) -> Preset:
    """The preset of a name; without a name one that says nothing."""
    if name and name not in info.presets:
        known = f"; it has {_or(tuple(info.presets))}" if info.presets else ", and no other either"
        raise SetupError(f"`{info.reference}` has no preset `{name}`{known}{_help(name, tuple(info.presets))}")
    return info.presets[name] if name else Preset()


def settled_setup(
    info: Info, preset: str, players: int | None, options: Mapping[str, str] | None
) -> tuple[int, dict[str, str]]:
    """How many play, and every option with its value: what is said here, else by the preset, else as always."""
    chosen = preset_of(info, preset)
    count = players_of(info, chosen.players if players is None else players)
    return count, options_of(info, {**chosen.options, **(options or {})}, count)


def one_of(what: str, value: str, values: Sequence[str]) -> str:
    """The value, if it is one of these."""
    if value not in values:
        raise SetupError(f"`{what}` can be {_or(values)}, not `{value}`{_help(value, values)}")
    return value


def _value(info: Info, name: str, value: str) -> str:
    if name not in info.settings:
        known = f"; it has {_or(tuple(info.settings))}" if info.settings else ", and no other either"
        raise SetupError(f"`{info.reference}` has no option `{name}`{known}{_help(name, tuple(info.settings))}")
    return one_of(name, value, info.settings[name].values)


def _check_needs(name: str, setting: Setting, chosen: Mapping[str, str]) -> None:
    for other, values in setting.needs.get(chosen[name], {}).items():
        if chosen.get(other) not in values:
            raise SetupError(f"`{name}` can only be `{chosen[name]}` if `{other}` is {_or(values)}")


def _help(wanted: str, names: Sequence[str]) -> str:
    guess = closest(wanted, names)
    return f" (did you mean `{guess}`?)" if guess else ""


def _or(values: Sequence[str]) -> str:
    quoted = [f"`{value}`" for value in values]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]])) if quoted else "nothing"


def _range(players: tuple[int, ...]) -> str:
    ordered = sorted(players)
    if len(ordered) > 1 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    return _or(tuple(map(str, ordered)))
