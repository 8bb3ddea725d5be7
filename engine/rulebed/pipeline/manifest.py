"""What a pack says of itself: who can play, what can be set, and which numbers its actions have; as plain data too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulebed.packs.node import Map, Node, Scalar, Seq
from rulebed.packs.players import players_of
from rulebed.packs.settings import needs_of, stated_values
from rulebed.play.rules.actions import Lock
from rulebed.play.rules.setup import Info, Preset, Setting

if TYPE_CHECKING:
    from rulebed.packs.pack import PackTree


def info_of(tree: PackTree) -> Info:
    """What the manifest says of the game."""
    least, most = players_of(tree.root.get("players")) or _counted_players(tree.root.get("players"))
    settings = {}
    options = tree.root.get("options")
    for entry in options if isinstance(options, Map) else ():
        settings[entry.key] = _setting(tree.root, entry.value)
    stated = tree.root.get("presets")
    presets = {entry.key: _preset(entry.value) for entry in (stated if isinstance(stated, Map) else ())}
    players = tuple(range(least, most + 1))
    return Info(tree.reference, tree.title, players, settings, tree.hashes, _layers(tree), presets)


def _preset(node: Node) -> Preset:
    stated = node if isinstance(node, Map) else Map({}, node.span)
    options, answers = stated.get("options"), stated.get("choose")
    chosen = {entry.key: "".join(_words(entry.value)) for entry in (options if isinstance(options, Map) else ())}
    given = tuple(_answer(item) for item in (answers.items if isinstance(answers, Seq) else ()))
    return Preset(_number(stated.get("players")), chosen, given, _number(stated.get("seed")))


def _answer(node: Node) -> tuple[int, str]:
    """Whose answer it is, or anybody's, and the id of the option."""
    if isinstance(node, Map):
        return _number(node.get("by")) or 0, "".join(_words(node.entries["take"].value))
    return 0, "".join(_words(node))


def _number(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _layers(tree: PackTree) -> dict[str, str]:
    """The pack or layer that each file belongs to, the command line's patches included."""
    patched = {setting.span.source.name: setting.layer for setting in tree.settings}
    return patched | {source.name: part.name for part in tree.parts for source in part.sources}


def _counted_players(node: Node | None) -> tuple[int, int]:
    count = node.value if isinstance(node, Scalar) and isinstance(node.value, int) else 2
    return count, count


def _setting(root: Map, node: Node) -> Setting:
    words = tuple(stated_values(root, node))
    stated = node.get("default") if isinstance(node, Map) else None
    default = stated.text if isinstance(stated, Scalar) else "".join(words[:1])
    needs: dict[str, dict[str, tuple[str, ...]]] = {}
    for word, need in needs_of(node):
        for value in (word,) if word else (each for each in words if each != default):
            needs.setdefault(value, {})[need.key] = _words(need.value)
    return Setting(words, default, needs)


def _words(node: Node) -> tuple[str, ...]:
    items = node.items if isinstance(node, Seq) else (node,)
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _rows(needs: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {other: tuple(values) for other, values in needs.items()}


def locks_of(tree: PackTree) -> tuple[Lock, ...]:
    """The action numbers that the pack and each of its layers have given out, in the order of the reference."""
    return tuple(Lock(part.name, part.locked) for part in tree.parts if part.locked)


def manifest_as_json(info: Info, locks: tuple[Lock, ...]) -> dict[str, Any]:
    """The manifest as JSON can hold it."""
    settings = {
        name: [list(each.values), each.default, {value: dict(needs) for value, needs in each.needs.items()}]
        for name, each in info.settings.items()
    }
    return {
        "reference": info.reference,
        "title": info.title,
        "players": list(info.players),
        "settings": settings,
        "layers": dict(info.layers),
        "presets": {
            name: [each.players, dict(each.options), [list(one) for one in each.answers], each.seed]
            for name, each in info.presets.items()
        },
        "locks": [[lock.layer, list(lock.keys)] for lock in locks],
    }


def manifest_from_json(record: Mapping[str, Any], hashes: Mapping[str, str]) -> tuple[Info, tuple[Lock, ...]]:
    """The manifest from what `packed` gave."""
    settings = {
        name: Setting(tuple(values), default, {value: _rows(each) for value, each in needs.items()})
        for name, (values, default, needs) in record["settings"].items()
    }
    presets = {
        name: Preset(players, options, tuple((seat, taken) for seat, taken in answers), seed)
        for name, (players, options, answers, seed) in record["presets"].items()
    }
    players = tuple(record["players"])
    info = Info(record["reference"], record["title"], players, settings, hashes, record["layers"], presets)
    return info, tuple(Lock(layer, tuple(keys)) for layer, keys in record["locks"])
