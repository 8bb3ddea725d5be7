"""How play says things: names of instances, and the texts of a pack by address and language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from rulebed.lang.domain import NO_NUMBER, NONE
from rulebed.lang.types import Type
from rulebed.packs.words import LANGUAGE, composed, languages, word_table
from rulebed.play.rules import arguments
from rulebed.source.suggest import closest

ANSWERS = frozenset({"none", "done", "yes", "no"})  # besides what is offered
ONE, MANY = "one", "many"  # the forms of a noun that each language has
OFFERED = ".offered"  # behind a kind: what one of it is called that can be chosen
MOST_SET = 4096  # texts that are kept as a language sets them
LONGEST_LABEL = 80  # letters: what does more than can be said so briefly goes by its name
BRACES, OPEN = re.compile(r"\{[^{}]*\}"), "…"
STOPS = (".", "!", "?", "…")
Contractions = tuple[tuple[re.Pattern[str], str], ...]
Tell = Callable[[str, str], str]  # what stands at an address, in a language; nothing where that can't be said


class Item(NamedTuple):
    """So many of something that has this name; none: it is one of its own, and this is what it is called."""

    many: int
    name: str
    kind: str = ""


Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The names of each kind's instances, and texts: language -> address -> text."""

    instances: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, Mapping[str, str]]
    tell: Tell | None = None
    told: dict[tuple[str, str], str] = field(default_factory=dict, compare=False)  # what was asked for once
    contractions: dict[str, Contractions] = field(default_factory=dict, compare=False)  # by language
    sections: Mapping[str, str] = field(default_factory=dict)  # where the instances of each kind are listed

    def address(self, kind: str, name: str) -> str:
        """The address of an instance."""
        return f"{self.sections.get(kind, kind)}.{name}"

    def at(self, address: str) -> tuple[str, int] | None:
        """The thing at an address, or in whose part of the pack that stands: its kind and number; none: no thing's."""
        section, _, rest = address.partition(".")
        name = rest.partition(".")[0]
        kind = next((kind for kind, listed in self.sections.items() if listed == section), None)
        return (kind, self.instances[kind].index(name)) if kind and name in self.instances[kind] else None

    def kinds_that_show(self) -> frozenset[str]:
        """The kinds for whose things some language has words for how they look where they can be chosen."""
        addresses = (name for texts in self.texts.values() for name in texts if name.endswith(OFFERED))
        return frozenset(name.removesuffix(OFFERED) for name in addresses)

    def known_language(self, language: object) -> str:
        """A language that the engine or the pack speaks; any other one is refused, with those that there are."""
        if type(language) is str and language in self.texts:
            return language
        return arguments.language(language, {*languages(), *self.texts})

    def contracted(self, text: str, language: str) -> str:
        """A text in which words that meet have grown together, as the language has it."""
        if language not in self.contractions:
            rows = self.table(language).get("contractions", {}).items()
            self.contractions[language] = tuple((re.compile(meeting), str(grown)) for meeting, grown in rows)
        for meeting, grown in self.contractions[language]:
            text = meeting.sub(grown, text)
        return text

    def text(self, address: str, language: str = LANGUAGE) -> str | None:
        """The pack's own text for an address, if it has one."""
        return self.texts.get(language, {}).get(address)

    def say(self, address: str, language: str = LANGUAGE) -> str:
        """The text of an address, or what its last name is called, or that name in plain letters."""
        name = address.rpartition(".")[2]
        own = self.text(address, language)
        return own or (
            self.table(language)["answers"][name] if name in ANSWERS else self._words_for_name(name, language)
        )

    def say_question(self, address: str, kind: str, language: str = LANGUAGE) -> str:
        """The text of a choice, or that one of its kind is to be chosen, or its name; what fills it is left open."""
        key = f"kinds.{kind}", language
        if not kind or not self.tell or self.text(address, language):
            return BRACES.sub(OPEN, self.say(address, language))
        if key not in self.told:
            self.told[key] = self.tell(*key).rstrip(".")
        return self.told[key] or self.say(address, language)

    def say_option(self, address: str, language: str = LANGUAGE) -> str:
        """The text of an option, or what it does, or its name."""
        key = address, language
        if key not in self.told:
            self.told[key] = self._does(address, language) or self.say(address, language)
        return self.told[key]

    def has_name(self, address: str, language: str = LANGUAGE) -> bool:
        """Whether an option goes by a name, of the pack or its own, and not by what it does."""
        return self.say_option(address, language) != self._does(address, language)

    def _does(self, address: str, language: str) -> str:
        """What an option does, if it is called by that."""
        does = self.tell(address, language) if self.tell and not self.text(address, language) else ""
        return does if len(does) <= LONGEST_LABEL else ""

    def say_program(self, address: str, language: str = LANGUAGE) -> str:
        """The text of a program, or what it does, however long that is."""
        key = f"{address}.", language  # told in full, and not as the label of an option
        if key not in self.told:
            self.told[key] = self.text(address, language) or (self.tell(address, language) if self.tell else "")
        return self.told[key]

    def say_instance(self, kind: str, number: int, language: str = LANGUAGE) -> str:
        """What an instance is called."""
        name = self.instances[kind][number]
        if kind == "player" or (kind == "party" and number < len(self.instances.get("player", ()))):
            said = self.text("player", language) or self.table(language)["nouns"]["player"]["one"]
            return f"{said} {name}"
        many = self.text(f"{name}.many", language) if kind == "resource" else None  # of which there are several
        return many or self.text(f"{kind}.{name}", language) or self._words_for_name(name, language)

    def say_within(self, kind: str, number: int, language: str = LANGUAGE) -> str:
        """What an instance is called within a sentence: with its article, where the language gives names one."""
        name = self.instances[kind][number]
        if kind == "player" or (kind == "party" and number < len(self.instances.get("player", ()))):
            player = self.table(language)["nouns"]["player"]
            said = self.text("player.the", language) or (None if self.text("player", language) else player.get("the"))
            return f"{said} {name}" if said else self.say_instance(kind, number, language)
        own = f"{kind}.{name}"
        if self.text(own, language) or self.text(name, language):
            known = self.text(f"{own if self.text(own, language) else name}.the", language)
        else:
            known = self._numbered(name, language)
        return known or self.say_instance(kind, number, language)

    def _numbered(self, name: str, language: str) -> str:
        """One of several of a name that has an article, such as `mill_2`; nothing if it isn't one."""
        base, _, number = name.rpartition("_")
        article = self.text(f"{base}.the", language) if number.isdecimal() else None
        return f"{article} {number}" if article else ""

    def several(self, language: str = LANGUAGE) -> frozenset[str]:
        """The parties of whom one speaks as of several: the word for one of them is that for many."""
        found: set[str] = set()
        for number, name in enumerate(self.instances.get("party", ())):
            many = self.text(f"{name}.many", language)
            found |= (
                {self.say_within("party", number, language)} if many and many == self.text(name, language) else set()
            )
        return frozenset(found)

    def say_short(self, kind: str, name: str, language: str = LANGUAGE) -> str:
        """What an instance is called where there is little room."""
        own, plain = f"{kind}.{name}", self.text(f"{name}.short", language)
        said = self.text(f"{own}.short", language) or self.text(own, language) or plain
        return said or self._words_for_name(name, language)

    def say_several(self, kind: str, language: str = LANGUAGE) -> str:
        """What the things of a kind are called together."""
        known = self.table(language)["nouns"].get(kind)
        return self.text(f"{kind}.many", language) or (str(known["many"]) if known else self.say(kind, language))

    def say_fact(self, kind: str, name: str, language: str = LANGUAGE) -> str:
        """What a fact is called: that of this kind, or whatever has the name."""
        return self.text(f"{kind}.{name}", language) or self.say(name, language)

    def _words_for_name(self, name: str, language: str) -> str:
        """What a name is called: as a whole, or word by word, or by the engine's own word for it, or as it is."""
        said = composed(name, lambda word: self.text(word, language))
        own = self.table(language)["nouns"].get(name)
        return said or (own["one"] if own is not None else name.replace("_", " "))

    def say_amount(self, count: int, name: str, language: str = LANGUAGE, kind: str = "") -> str:
        """So many of something, by the number and the word for it; for a thing of this kind it may have its own."""
        name = f"{kind}.{name}" if kind and self.text(f"{kind}.{name}", language) else name
        counts = self.table(language)["counts"].items()
        sort = next((sort for sort, figures in counts if re.fullmatch(figures, str(count))), MANY)
        forms = (self.text(f"{name}.{form}", language) for form in (sort, MANY)) if sort != ONE else ()
        return f"{count} {next(filter(None, forms), None) or self.say(name, language)}"

    def say_items(self, items: Iterable[Item], language: str = LANGUAGE) -> str:
        """So many of each, and what can be told apart by its name, as a list."""
        said = [
            self.say_amount(item.many, item.name, language, item.kind) if item.many else item.name for item in items
        ]
        return self.say_all(said, language) if said else ""

    def say_value(self, value: Any, sort: Type, language: str = LANGUAGE) -> str:
        """A value in words, within a sentence: things by their names, several as a list."""
        if sort.base == "sequence":
            return self.say_all([self.say_value(item, sort.item or sort, language) for item in value], language)
        if sort.base == "flag":
            return self.flag(bool(value), language)
        if value == (NO_NUMBER if sort.base == "number" else NONE):
            return str(self.table(language)["patterns"]["none"])
        return self.say_within(sort.kind, value, language) if sort.base == "entity" else str(value)

    def say_all(self, parts: Sequence[str], language: str = LANGUAGE) -> str:
        """Several as one: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts) or str(self.table(language)["patterns"]["none"])
        words = self.table(language)["words"]
        return f"{words['between'].join(parts[:-1])} {words['and']} {parts[-1]}"

    def say_sentence(self, who: str, does: Sequence[str], language: str = LANGUAGE) -> str:
        """What somebody does, or what happens, as a sentence."""
        text = f"{who} {self.say_all(does, language)}".strip()
        return f"{capitalised(text)}{'' if text.endswith(STOPS) else '.'}"

    def table(self, language: str = LANGUAGE) -> Any:
        """The engine's own words in a language; in English where it has no table for it."""
        return word_table(language)

    def flag(self, value: bool, language: str = LANGUAGE) -> str:  # noqa: FBT001 - the value is what is said
        """A flag in words."""
        return str(self.table(language)["words"]["true" if value else "false"])

    def plain(self, value: Any, sort: Type) -> Any:
        """A value as JSON: instances by name, whoever has a seat by its number, flags as booleans, none as null."""
        if sort.base == "sequence":
            return [self.plain(item, sort.item or sort) for item in value]
        if sort.base == "flag":
            return bool(value)
        if sort.base == "entity":
            return self._plain_entity(value, sort.kind)
        return None if value == NO_NUMBER else value

    def reader(self, sort: Type) -> Callable[[Any], Any]:
        """`plain` for one type, for values that are read again and again."""
        if sort.base == "number" and not sort.optional:
            return int
        if sort.base == "entity":
            count = len(self.instances[sort.kind])
            names = (*(self._plain_entity(number, sort.kind) for number in range(count)), None)  # none is -1: the last
            return names.__getitem__
        return lambda value: self.plain(value, sort)

    def value(self, plain: Any, sort: Type) -> Any:
        """What a state holds for a JSON value; the opposite of `plain`."""
        if sort.base == "sequence":
            return tuple(self.value(item, sort.item or sort) for item in _list(plain))
        if sort.base == "entity":
            return self._entity(plain, sort)
        if plain is None and sort.optional:
            return NO_NUMBER
        if not isinstance(plain, int) or isinstance(plain, bool) != (sort.base == "flag"):
            said = str(plain).lower() if isinstance(plain, bool) else plain
            raise ValueError(f"`{said}` is no {sort}")  # whoever wrote it gave a wrong value
        return int(plain)

    def _entity(self, plain: Any, sort: Type) -> int:
        names = self.instances[sort.kind]
        if plain in (None, "none") and sort.optional:
            return NONE
        if isinstance(plain, list | tuple | dict):
            raise ValueError(f"`{plain}` is more than one {sort.kind}")  # noqa: TRY004 - the same
        if str(plain) not in names:
            guess = closest(str(plain), names)
            raise ValueError(f"there is no {sort.kind} `{plain}`" + (f": did you mean `{guess}`?" if guess else ""))
        return names.index(str(plain))

    def _plain_entity(self, number: int, kind: str) -> str | int | None:
        if number < 0:
            return None
        is_seat = kind == "player" or (kind == "party" and number < len(self.instances.get("player", ())))
        return number + 1 if is_seat else self.instances[kind][number]


@lru_cache(maxsize=MOST_SET)
def set_in(text: str, language: str) -> str:
    """A text that a pack has for all languages, with its signs as this one sets them."""
    rows = word_table(language).get("signs")
    for sign, stands in rows.items() if isinstance(rows, dict) else ():
        text = re.sub(sign, str(stands), text)
    return text


def capitalised(text: str) -> str:
    """Words with which a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"


def _list(plain: Any) -> list[Any]:
    if not isinstance(plain, list | tuple):
        raise ValueError(f"`{plain}` is no list")  # noqa: TRY004 - the same
    return list(plain)
