"""Writes the book of a pack: what is in it, in the order in which a reader wants to know it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebed.content import Entry, Map, Node, PackTree, Rule, Scalar, Seq
from rulebed.language import Passage
from rulebed.playing import info_of
from rulebed_tools.rulebook.book import Book, Chapter, Preset, Setting, Term, Variant, Way
from rulebed_tools.rulebook.things import goods_of, sorts_of
from rulebed_tools.rulebook.voice import Voice, entries, text, upper

END, OTHERWISE = "end", "otherwise"
RESULT = ("score", "ties", "won", "wins")
SLOT = re.compile(r"\{(\w+)(?::\w+)?\}")


def book_of(
    tree: PackTree, language: str, rules: Mapping[str, Rule], picture: str, variants: Sequence[Variant] = ()
) -> Book:
    """The rulebook of a pack with its layers; the picture of its flow and the variants are drawn by others."""
    voice = Voice(tree, language, dict(rules))
    flow = tree.find("flow")
    phases = _in_order([_chapter(entry, "flow", voice, _ways(entry.value, voice)) for entry in entries(flow)])
    triggers = tuple(
        _chapter(entry, section, voice, ())
        for section in ("triggers", "watchers")
        for entry in entries(tree.find(section))
    )
    everything = tuple(_chapter(entry, "procedures", voice, ()) for entry in entries(tree.find("procedures")))
    sorts = sorts_of(voice)
    told = " ".join(
        [_all(one.passage) for one in (*phases, *triggers)]
        + [t for s in sorts for one in s.things for _, t in one.does]
    )
    return Book(
        language,
        voice.locale.text("title") or tree.title,
        voice.locale.text("about") or voice.remark(tree.root, "about"),
        _players(tree, voice),
        tuple(_settings(voice)),
        tuple(_presets(voice)),
        goods_of(voice),
        sorts,
        picture,
        phases,
        _needed(everything, told, voice),
        triggers,
        tuple(_score(voice, phases)),
        tuple(upper(said) for entry in entries(tree.find("laws")) if (said := voice.describe(f"laws.{entry.key}"))),
        tuple(sorted(_terms(voice), key=lambda term: term.name.lower())),
        tuple(variants),
        tuple(_titles([*phases, *everything, *triggers], voice)),
    )


def phase_names(tree: PackTree, language: str) -> dict[str, str]:
    """What each phase is called."""
    voice = Voice(tree, language, {})
    return {entry.key: voice.title(f"flow.{entry.key}", entry.key) for entry in entries(tree.find("flow"))}


def conditions(tree: PackTree, language: str) -> dict[str, str]:
    """The conditions of all ways on, by how they are written."""
    voice = Voice(tree, language, {})
    found = {OTHERWISE: voice.wording.say(OTHERWISE)}
    for phase in entries(tree.find("flow")):
        for node in _listed(phase.value):
            if isinstance(node, Map) and node.get("if") is not None:
                found[text(node.get("if"))] = voice.said(node.get("if"))
    return found


def _players(tree: PackTree, voice: Voice) -> str:
    counts = info_of(tree).players
    if len(counts) > 1:
        return voice.wording.say("players_between", least=counts[0], most=counts[-1])
    return voice.wording.say("one_player") if counts[0] == 1 else voice.wording.say("players", count=counts[0])


def _settings(voice: Voice) -> Iterator[Setting]:
    for name, setting in info_of(voice.tree).settings.items():
        address = f"options.{name}"
        names = {value: voice.title(f"{address}.values.{value}", value) for value in setting.values}
        yield Setting(voice.title(address, name), tuple(names.values()), names.get(setting.default, ""))


def _presets(voice: Voice) -> Iterator[Preset]:
    for entry in entries(voice.tree.find("presets")):
        address, preset = f"presets.{entry.key}", info_of(voice.tree).presets[entry.key]
        about = voice.locale.text(f"{address}.about") or voice.remark(entry.value, "about")
        options = tuple(
            (voice.title(f"options.{name}", name), voice.title(f"options.{name}.values.{value}", value))
            for name, value in preset.options.items()
        )
        count = preset.players
        players = "" if count is None else voice.wording.say("one_player" if count == 1 else "players", count=count)
        yield Preset(voice.title(address, entry.key), about, players, options)


def _chapter(entry: Entry, section: str, voice: Voice, ways: tuple[Way, ...]) -> Chapter:
    address = f"{section}.{entry.key}"
    takes = entry.value.get("takes") if isinstance(entry.value, Map) else None
    named = ", ".join(voice.given(param.key, text(param.value)) for param in entries(takes))
    passage = voice.describer.passage(address, voice.language)
    said = voice.phrases(entry.key) if section == "procedures" else ()
    title = upper(_plain(said[2 if len(said) > 2 else 0], takes, voice)) if said else voice.title(address, entry.key)
    spoken = tuple(filter(None, map(_spoken, said)))
    return Chapter(title, voice.noun(entry.key).one, address, named, passage, ways, voice.rules_of(entry.value), spoken)


def _spoken(said: str) -> str:
    """The words by which a phrase is known wherever it stands: all of it, or the longest part between its slots."""
    longest = max((part.strip() for part in SLOT.split(said)[::2]), key=len)
    return longest if longest == said or " " in longest else ""


def _plain(said: str, takes: Node | None, voice: Voice) -> str:
    """A phrase with one of the kind of what it is about in the place of each name."""
    kinds = {param.key: voice.any_of(text(param.value)) for param in entries(takes)}
    return voice.grown(SLOT.sub(lambda match: kinds.get(match[1], match[1]), said))


def _listed(phase: Node) -> tuple[Node, ...]:
    following = phase.get("next") if isinstance(phase, Map) else None
    return following.items if isinstance(following, Seq) else () if following is None else (following,)


def _ways(phase: Node, voice: Voice) -> tuple[Way, ...]:
    """How it goes on after a phase."""
    return tuple(_way(node, voice) for node in _listed(phase))


def _way(node: Node, voice: Voice) -> Way:
    needs, to = (node.get("if"), node.get("to") or node.get(OTHERWISE)) if isinstance(node, Map) else (None, node)
    condition = voice.wording.say("next_if", condition=voice.said(needs)) if needs is not None else ""
    if isinstance(node, Map) and OTHERWISE in node:
        condition = voice.wording.say(OTHERWISE)
    target = text(to)
    if target == END:
        return Way(condition, voice.wording.say("over"), "result")
    return Way(condition, voice.title(f"flow.{target}", target), f"flow.{target}")


def _in_order(phases: list[Chapter]) -> tuple[Chapter, ...]:
    """The phases as a game comes to them, from the first one on."""
    known = {phase.anchor: phase for phase in phases}
    ordered = dict.fromkeys(phase.anchor for phase in phases[:1])
    for anchor in (waiting := list(ordered)):
        new = [way.anchor for way in known[anchor].ways if way.anchor in known and way.anchor not in ordered]
        ordered |= dict.fromkeys(new)
        waiting += dict.fromkeys(new)
    return tuple(known[anchor] for anchor in {**ordered, **dict.fromkeys(known)})


def _all(passage: Passage) -> str:
    """All that a passage says."""
    return " ".join(
        [passage.text, *(said for _, said in passage.terms), *map(_all, (*passage.steps, *passage.options))]
    )


def _needed(chapters: tuple[Chapter, ...], told: str, voice: Voice) -> tuple[Chapter, ...]:
    """The procedures that are spoken of, and those that they speak of; others are said in their place."""
    opening, closing = voice.wording.say("opening"), voice.wording.say("closing")
    names = {one.anchor: one.anchor.partition(".")[2] for one in chapters}
    found = {one.anchor: one for one in chapters if voice.phrases(names[one.anchor])}
    told = " ".join([told, *(_all(one.passage) for one in found.values())])
    while True:
        new = [
            one
            for one in chapters
            if one.anchor not in found and f"{opening}{voice.noun(names[one.anchor]).one}{closing}" in told
        ]
        if not new:
            return tuple(one for one in chapters if one.anchor in found)
        found |= {one.anchor: one for one in new}
        told = " ".join(_all(one.passage) for one in new)


def _score(voice: Voice, phases: tuple[Chapter, ...]) -> Iterator[str]:
    """When it is over, what counts, and what decides between equals."""
    say = voice.wording.say
    for phase in phases:
        for way in phase.ways:
            if way.anchor == "result":
                is_last = way.condition in ("", say(OTHERWISE))
                yield say("ends", phase=phase.title, condition="" if is_last else f" {way.condition}")
    yield from _winning(voice)


def _winning(voice: Voice) -> Iterator[str]:
    """Who wins, and what else can be earned."""
    say, result = voice.wording.say, voice.tree.find("result")
    score, ties, won, wins = (result.get(key) if isinstance(result, Map) else None for key in RESULT)
    if score is not None:
        parts = [
            say("part", what=voice.called(f"result.score.{one.key}", one.key), amount=voice.said(one.value))
            for one in entries(score)
        ]
        parted = f"{say('stop')} ".join(parts)
        yield say("score_in_parts", parts=parted) if parts else say("score", score=voice.said(score))
        yield say("wins")
    if isinstance(ties, Seq):
        yield say("ties", ties=", ".join(map(voice.said, ties.items)))
    if won is not None:
        yield say("must_hold" if score is not None else "won", condition=voice.said(won))
    if wins is not None:
        yield say("winners", winners=voice.said(wins))
    for one in entries(voice.tree.find("result.honours")):
        yield say("honour", what=voice.title(f"result.honours.{one.key}", one.key), condition=voice.said(one.value))


def _terms(voice: Voice) -> Iterator[Term]:
    """Words that the texts use, with what they mean or where they are explained."""
    for entry in entries(voice.tree.find("resources")):
        yield Term(upper(voice.noun(entry.key).one), f"resources.{entry.key}", voice.remark(entry.value))
    for entry in entries(voice.tree.find("kinds")):
        yield Term(upper(voice.noun(entry.key).one), f"kinds.{entry.key}", voice.remark(entry.value))
    for entry in entries(voice.tree.find("costs")):
        yield Term(upper(voice.noun(entry.key).one), "", upper(voice.price(entry.value)))
    for entry in entries(voice.tree.find("values")):
        said = voice.describe(f"values.{entry.key}")
        if said and not isinstance(_constant(entry.value), int):
            yield Term(upper(voice.noun(entry.key).one), "", upper(said))
    for section in ("game.state", "players.state"):
        for entry in entries(voice.tree.find(section)):
            if voice.remark(entry.value):
                yield Term(upper(voice.noun(entry.key).one), "", upper(voice.remark(entry.value)))


def _constant(node: Node) -> object:
    return node.value if isinstance(node, Scalar) else None


def _titles(chapters: list[Chapter], voice: Voice) -> Iterator[tuple[str, str]]:
    for chapter in chapters:
        yield from _titles_in(chapter.passage, voice)


def _titles_in(passage: Passage, voice: Voice) -> Iterator[tuple[str, str]]:
    """What steps and options are called; in another language than the pack's own, only those that have a text."""
    for step in _called(passage.steps, voice):
        yield step.address, voice.step(step.address)
    for option in _called(passage.options, voice):
        yield option.address, voice.title(option.address, option.address.rpartition(".")[2])
    for part in (*passage.steps, *passage.options):
        yield from _titles_in(part, voice)


def _called(parts: Iterable[Passage], voice: Voice) -> Iterator[Passage]:
    return (part for part in parts if voice.own or voice.locale.text(part.address))
