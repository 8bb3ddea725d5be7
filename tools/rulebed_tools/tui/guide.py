"""Says what stands on things, how they are now, and what they do: beside options, and to who asks about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rulebed import Option, State
from rulebed.playing import LANGUAGE, Face, Faces, begin_sentence, faces_of
from rulebed_tools.tui.blocks import lines_of
from rulebed_tools.tui.drawing import Drawing, things
from rulebed_tools.tui.lookup import RESOURCE, Drawn, Lookup, Topic
from rulebed_tools.tui.wording import Wording

NOTHING: tuple[object, ...] = (None, 0, False, [], {"count": 0}, {"hidden": True})
MOST = 6  # things that are told of at once
MOST_NAMES = 30
MOST_NOTED = 2  # parts of the board of whose things it is told, too
INDENT = "  "
WIDTH = 96  # columns of a part of the board
STOCK = "stock"


@dataclass(frozen=True, slots=True)
class Guide:
    """Knows the things of a game in one language."""

    language: str = LANGUAGE

    @property
    def _wording(self) -> Wording:
        return Wording(self.language)

    # Beside options.

    def note(self, state: State, option: Option, facts: Sequence[Mapping[str, Any]] | None = None) -> str:
        """What stands on the things that an option names, or these facts of them; often nothing."""
        faces = faces_of(state.rules, self.language)
        found = [one for kind, name in option.entities for one in _of(faces, kind) if one.id == name]
        return " / ".join(filter(None, (self._brief(face, facts) for face in found)))

    def _brief(self, face: Face, facts: Sequence[Mapping[str, Any]] | None = None) -> str:
        told = list(dict.fromkeys(f"{one.name} {one.text}" for one in face.facts))
        if facts is not None:
            told = [_said(one) for one in facts if one["value"] not in NOTHING]
        return ". ".join(filter(None, (", ".join(told), self._deeds(face))))

    def _deeds(self, face: Face) -> str:
        return " ".join(deed.whole for deed in face.does)

    # To who asks.

    def about(self, state: State, viewer: int | None, wanted: str) -> Iterator[str]:
        """All that can be said of what goes by this name, or whose name has this in it; several are only named."""
        found = Lookup(state, viewer, self.language).find(wanted)
        if len(found) > MOST:
            names = list(dict.fromkeys(one.name for one in found))
            more = [] if len(names) <= MOST_NAMES else ["..."]
            yield self._wording.say("several", names=", ".join([*names[:MOST_NAMES], *more]))
            return
        for one in found:
            if one.face is not None:
                yield from self._told(state, viewer, one.face, one.box)
            else:
                yield from self._part(one)
                yield from self._noted(state, one) if len(found) <= MOST_NOTED else ()

    def at(self, state: State, viewer: int | None, addresses: Sequence[str]) -> Iterator[str]:
        """The same of the things at these addresses."""
        faces = faces_of(state.rules, self.language)
        every = chain.from_iterable(map(faces.of_kind, faces.kinds()))
        for face in (one for one in every if one.address in addresses):
            yield from self._told(state, viewer, face)

    def _told(self, state: State, viewer: int | None, face: Face, box: Drawn | None = None) -> Iterator[str]:
        """A thing: what it is, what stands on it, how it is now, what it does, and the rules that it comes from."""
        thing, colon = state.thing(face.address, viewer, self.language), self._wording.say("colon")
        yield f"{begin_sentence(face.name)} ({face.sort})"
        facts = dict.fromkeys(f"{one.name}{colon}{one.text}" for one in face.facts)
        if facts:
            yield f"{INDENT}{self._wording.say('semicolon').join(facts)}"
        yield from self._drawn(box)
        now = [_now(one, colon) for one in thing["now"] if one["value"] not in NOTHING]
        if now:
            yield f"{INDENT}{self._wording.say('now')}{colon}{self._wording.say('semicolon').join(now)}"
        if thing["in_force"]:
            names = ", ".join(one["text"] for one in thing["in_force"])
            yield f"{INDENT}{self._wording.say('in_force', names=names)}"
        if face.kind == RESOURCE:
            yield from self._held(state, viewer, face)
        yield from (f"{INDENT}{deed.whole}" for deed in face.does)
        if face.note:
            yield f"{INDENT}{face.note}"
        yield from (f"{INDENT}[{rule.id}]{f' {rule.text}' if rule.text else ''}" for rule in face.rules)

    def _held(self, state: State, viewer: int | None, resource: Face) -> Iterator[str]:
        """How much of a resource everybody has, as far as the viewer knows, and how much that can be."""
        words, colon, owned = state.rules.words, self._wording.say("colon"), []
        for address, value in state.view(viewer, self.language)["fields"].items():
            kind, _, rest = address.partition(".")
            owner, _, name = rest.partition(".")
            if name == f"{STOCK}.{resource.id}" and isinstance(value, int):
                number = words.instances[kind].index(owner)
                owned.append(f"{words.say_instance(kind, number, self.language)}{colon}{value}")
        if owned:
            yield f"{INDENT}{self._wording.say('semicolon').join(owned)}"
        most = _most(state, resource)
        if most is not None:
            yield f"{INDENT}{self._wording.say('most', count=most)}"

    def _part(self, topic: Topic) -> Iterator[str]:
        """All of a part of the board."""
        owner = "" if topic.owner is None else f" ({self._wording.player(topic.owner)})"
        yield f"{begin_sentence(topic.name)}{owner}"
        yield from self._drawn(topic.box)

    def _noted(self, state: State, topic: Topic) -> Iterator[str]:
        """What is to be said of the things on a part of the board."""
        faces, colon = faces_of(state.rules, self.language), self._wording.say("colon")
        for face in map(faces.at, dict.fromkeys(_on(topic.box or {}))):
            brief = self._brief(face)
            if brief:
                yield f"{INDENT}{face.name}{colon}{brief}"

    def _drawn(self, box: Drawn | None) -> Iterator[str]:
        """The lines of a part of the board, without its title."""
        if box is not None:
            block = Drawing({}, self._wording.say("colon"), is_light=True).block({**box, "title": ""}, WIDTH)
            yield from (f"{INDENT}{line}" for line in lines_of(block) if line)


def _said(fact: Mapping[str, Any]) -> str:
    """A fact beside an option: of what holds only what it is called."""
    name: str = fact["name"]
    return name if fact["value"] is True else f"{name} {fact['text']}"


def _now(fact: Mapping[str, Any], colon: str) -> str:
    """A fact as it is now: of pairs with the other one; how much there is of something by what that is."""
    if fact["fact"] == STOCK and "for" in fact:
        return f"{fact['for']}{colon}{fact['text']}"
    whose = f" ({fact['for']})" if "for" in fact else ""
    return f"{fact['name']}{whose}{colon}{fact['text']}"


def _most(state: State, resource: Face) -> int | None:
    """How much anybody can have of a resource, if there is an end to it."""
    for field in state.rules.program.model.fields.values():
        if field.per == RESOURCE and field.limits and field.name.endswith(f".{STOCK}"):
            return field.limits[state.rules.words.instances[RESOURCE].index(resource.id)][1]
    return None


def _on(box: Drawn) -> Iterator[str]:
    """The addresses of the things on a part of the board."""
    yield from (one["address"] for one in things(box) if one.get("address"))
    for inner in box.get("boxes", ()):
        yield from _on(inner)


def _of(faces: Faces, kind: str) -> tuple[Face, ...]:
    return faces.of_kind(kind) if kind in faces.kinds() else ()
