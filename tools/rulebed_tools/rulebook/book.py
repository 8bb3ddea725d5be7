"""What is in a rulebook, whatever it is printed with."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.language import Passage


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of the setup: its values in words, and which of them is usual."""

    title: str
    values: tuple[str, ...]
    usual: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A setup with a name: for whom it is, how many play, and its options, each with its value."""

    title: str
    about: str
    players: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Good:
    """What a player has so many of; texts where something is said of it."""

    name: str
    anchor: str
    start: str
    most: str
    remark: str


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of a kind: what is printed on it by column, and what it does, each with what it is called."""

    name: str
    cells: tuple[str, ...]
    does: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """A kind of things."""

    title: str
    anchor: str
    remarks: tuple[str, ...]
    columns: tuple[str, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from a phase: on which condition, and to which phase; to none where the game is over."""

    condition: str
    target: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase or procedure: what is done, for what, and how it goes on; `said` is how texts speak of it."""

    title: str
    name: str
    anchor: str
    takes: str
    passage: Passage
    ways: tuple[Way, ...]
    rules: tuple[tuple[str, str], ...]
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A word with what it stands for, or where that is said."""

    name: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a variant has otherwise; nothing stands for what isn't there."""

    name: str
    address: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A layer: what it is called, what it is about, and what it changes."""

    title: str
    reference: str
    about: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook."""

    language: str
    title: str
    about: str
    players: str
    settings: tuple[Setting, ...]
    presets: tuple[Preset, ...]
    goods: tuple[Good, ...]
    sorts: tuple[Sort, ...]
    picture: str
    phases: tuple[Chapter, ...]
    procedures: tuple[Chapter, ...]
    triggers: tuple[Chapter, ...]
    score: tuple[str, ...]
    laws: tuple[str, ...]
    terms: tuple[Term, ...]
    variants: tuple[Variant, ...]
    titles: tuple[tuple[str, str], ...]  # of steps and options, by address
    layers: tuple[tuple[str, str], ...] = ()  # that it is about: what each is called, and what it is about
