"""Says what stands on things, how they are now, and what they do: beside options, and to who asks about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rulebed import Option, State
from rulebed.play.faces import Face, Faces, faces_of
from rulebed.play.words import LANGUAGE, begun
from rulebed_tools.tui.wording import Wording

NOTHING: tuple[object, ...] = (None, 0, False, [], {"count": 0})
MOST = 6  # things that are told of at once
MOST_NAMES = 30
INDENT = "  "
STOCK = re.compile(r"party\.([^.]+)\.stock\.(\w+)")  # in a view


@dataclass(frozen=True, slots=True)
class Guide:
    """Knows the things of a game in one language."""

    language: str = LANGUAGE

    def note(self, state: State, option: Option, facts: Sequence[Mapping[str, Any]] | None = None) -> str:
        """What stands on the things that an option names, or these facts of them; often nothing."""
        faces = faces_of(state.rules, self.language)
        found = [one for kind, name in option.entities for one in _of(faces, kind) if one.id == name]
        return " / ".join(filter(None, (self._brief(face, facts) for face in found)))

    def _brief(self, face: Face, facts: Sequence[Mapping[str, Any]] | None) -> str:
        told = list(dict.fromkeys(f"{one.name} {one.text}" for one in face.facts))
        if facts is not None:
            told = [_said(one) for one in facts if one["value"] not in NOTHING]
        return ". ".join(filter(None, (", ".join(told), self._deeds(face))))

    def _deeds(self, face: Face) -> str:
        return " ".join(deed.whole for deed in face.does)

    def about(self, state: State, viewer: int | None, wanted: str) -> Iterator[str]:
        """All that can be said of the things of this name, or whose name has this in it; several are only named."""
        found = self._meant(state, wanted.strip().casefold())
        if len(found) > MOST:
            names = list(dict.fromkeys(face.name for face in found))
            more = [] if len(names) <= MOST_NAMES else ["..."]
            yield Wording(self.language).say("several", names=", ".join([*names[:MOST_NAMES], *more]))
            return
        for face in found:
            yield from self.told(state, viewer, face)
        if not found:
            yield from self._stocks(state, viewer, wanted.strip().casefold())

    def _stocks(self, state: State, viewer: int | None, wanted: str) -> Iterator[str]:
        """Of a resource how much everybody has, as far as the viewer knows."""
        words, colon = state.rules.words, Wording(self.language).say("colon")
        owned: dict[str, list[str]] = {}
        for address, value in state.view(viewer, self.language)["fields"].items():
            found = STOCK.fullmatch(address)
            if found and wanted and wanted in words.say(found[2], self.language).casefold() and isinstance(value, int):
                owner = words.say_instance("party", words.instances["party"].index(found[1]), self.language)
                owned.setdefault(found[2], []).append(f"{owner}{colon}{value}")
        for name, each in owned.items():
            yield begun(words.say(name, self.language))
            yield f"{INDENT}{'; '.join(each)}"

    def at(self, state: State, viewer: int | None, addresses: Sequence[str]) -> Iterator[str]:
        """The same of the things at these addresses."""
        faces = faces_of(state.rules, self.language)
        every = chain.from_iterable(map(faces.of, faces.kinds()))
        for face in (one for one in every if one.address in addresses):
            yield from self.told(state, viewer, face)

    def _meant(self, state: State, wanted: str) -> list[Face]:
        """The things that somebody may mean, those whose whole name it is before all others."""
        faces = faces_of(state.rules, self.language)
        every = [one for kind in faces.kinds() for one in faces.of(kind)] if wanted else []
        fits: tuple[Callable[[Face], bool], ...] = (
            lambda one: wanted in (one.name.casefold(), one.id.casefold(), one.id.replace("_", " ").casefold()),
            lambda one: wanted in (one.address.casefold(), one.sort.casefold()),
            lambda one: one.name.casefold().startswith(wanted),
            lambda one: wanted in one.name.casefold() or wanted in one.id.casefold(),
        )
        return next(filter(None, ([one for one in every if fit(one)] for fit in fits)), [])

    def told(self, state: State, viewer: int | None, face: Face) -> Iterator[str]:
        """A thing: what it is, what stands on it, how it is now, what it does, and the rules that it comes from."""
        thing, wording = state.thing(face.address, viewer, self.language), Wording(self.language)
        colon = wording.say("colon")
        yield f"{begun(face.name)} ({face.sort})"
        facts = dict.fromkeys(f"{one.name}{colon}{one.text}" for one in face.facts)
        if facts:
            yield f"{INDENT}{'; '.join(facts)}"
        now = [_now(one, colon) for one in thing["now"] if one["value"] not in NOTHING]
        if now:
            yield f"{INDENT}{wording.say('now')}{colon}{'; '.join(now)}"
        if thing["in_force"]:
            names = ", ".join(one["text"] for one in thing["in_force"])
            yield f"{INDENT}{wording.say('in_force', names=names)}"
        for deed in face.does:
            yield f"{INDENT}{deed.whole}"
        if face.note:
            yield f"{INDENT}{face.note}"
        for rule in face.rules:
            yield f"{INDENT}[{rule.id}]{f' {rule.text}' if rule.text else ''}"


def _said(fact: Mapping[str, Any]) -> str:
    """A fact beside an option: of what holds only what it is called."""
    name: str = fact["name"]
    return name if fact["value"] is True else f"{name} {fact['text']}"


def _now(fact: Mapping[str, Any], colon: str) -> str:
    """A fact as it is now; of pairs with the other one."""
    whose = f" ({fact['for']})" if "for" in fact else ""
    return f"{fact['name']}{whose}{colon}{fact['text']}"


def _of(faces: Faces, kind: str) -> tuple[Face, ...]:
    return faces.of(kind) if kind in faces.kinds() else ()
