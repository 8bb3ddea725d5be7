"""How play says things: names of instances, and the texts of a pack by address and language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulebed.lang.types import Type

LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The names of each kind's instances, and texts: language -> address -> text."""

    instances: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, Mapping[str, str]]

    def text(self, address: str, language: str = LANGUAGE) -> str | None:
        """The pack's own text for an address, if it has one."""
        return self.texts.get(language, {}).get(address)

    def say(self, address: str, language: str = LANGUAGE) -> str:
        """The text of an address, or its last name in plain letters."""
        return self.text(address, language) or address.rpartition(".")[2].replace("_", " ")

    def say_instance(self, kind: str, number: int, language: str = LANGUAGE) -> str:
        """What an instance is called."""
        name = self.instances[kind][number]
        if kind == "player":
            return f"{self.say('player', language)} {name}"
        return self.text(f"{kind}.{name}", language) or name.replace("_", " ")

    def plain(self, value: Any, sort: Type) -> Any:
        """A value as JSON: instances by name, seats by number, flags as booleans, none as null."""
        if sort.base == "sequence":
            return [self.plain(item, sort.item or sort) for item in value]
        if sort.base == "flag":
            return bool(value)
        if sort.base == "entity":
            return self._plain_entity(value, sort.kind)
        return None if sort.optional and value == -1 else value

    def _plain_entity(self, number: int, kind: str) -> str | int | None:
        if number < 0:
            return None
        return number + 1 if kind == "player" else self.instances[kind][number]
