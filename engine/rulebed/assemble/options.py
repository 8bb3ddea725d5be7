"""Setup options: what may be chosen before the game, as constants of the pack."""

from __future__ import annotations

from collections.abc import Mapping

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.names import check_spelling
from rulebed.lang.symbols import KindSymbol
from rulebed.lang.types import FLAG, NUMBER, entity
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.settings import OF, VALUES, needs_of, stated_values
from rulebed.source.lacks import halves
from rulebed.source.suggest import did_you_mean
from rulebed.source.text import Span

FLAGS = {"true", "false"}


def declare_options(bench: Bench, chosen: Mapping[str, str]) -> None:
    """Each option with the value chosen, or its default."""
    for entry in bench.section("options"):
        words = stated_values(bench.root, entry.value)
        default = at(entry.value, "default")
        word = chosen.get(entry.key) or (default.text if isinstance(default, Scalar) else "".join(words[:1]))
        if not words and not _of_unknown(bench, entry):
            bench.report.error(
                "P330",
                entry.key_span,
                f"the option `{entry.key}` has no values",
                help="add `values: [..]`, or `of: KIND`",
            )
        elif words and word not in words:
            _no_value(bench, entry.key, word, default.span if default is not None else entry.key_span, words)
            _declare(bench, entry, words, words[0])
        elif at(entry.value, OF) is None:
            _check_words(bench, entry, words)
            _declare(bench, entry, words, word)


def check_needs(bench: Bench) -> None:
    """What an option needs must be other options, with values that they have."""
    known = {entry.key: stated_values(bench.root, entry.value) for entry in bench.section("options")}
    for option in bench.section("options"):
        for _, need in needs_of(option.value):
            if need.key != "players" and need.key not in known:
                bench.report_unknown(need.key_span, "setup option", need.key, [*known, "players"])
                continue
            for word, span in bench.names_of(need.value):
                if need.key in known and word not in known[need.key]:
                    _no_value(bench, need.key, word, span, known[need.key])


def settle_options(bench: Bench, chosen: Mapping[str, str]) -> None:
    """Options whose values are instances of a kind, now that the kinds are known."""
    for entry in bench.section("options"):
        of, default = at(entry.value, OF), at(entry.value, "default")
        if not isinstance(of, Scalar):
            continue
        kind = bench.symbols.kinds.get(of.text)
        if kind is None:
            bench.report_unknown(of.span, "kind", of.text, list(bench.symbols.kinds))
            continue
        place = kind.number(chosen.get(entry.key) or (default.text if isinstance(default, Scalar) else ""))
        if place is not None:
            bench.symbols.options[entry.key] = (place, entity(kind.name))


def _of_unknown(bench: Bench, entry: Entry) -> bool:
    """Whether the values are those of a kind that is not there: that is said of the kind."""
    of = at(entry.value, OF)
    return isinstance(of, Scalar) and of.text not in {kind.key for kind in bench.section("kinds")}


def _no_value(bench: Bench, option: str, word: str, span: Span, words: list[str]) -> None:
    message = f"`{word}` is no value of the option `{option}`"
    help_ = did_you_mean(word, words, "values are " + ", ".join(words))
    bench.report.error("P331", span, message, help=help_, hangs_on=halves([option]))


def _check_words(bench: Bench, entry: Entry, words: list[str]) -> None:
    """Values that are neither numbers nor flags are words that expressions can say."""
    if not all(word in FLAGS or word.removeprefix("-").isdigit() for word in words):
        listed = at(entry.value, VALUES)
        keys = [(each.key, each.key_span) for each in listed] if isinstance(listed, Map) else bench.names_of(listed)
        for word, span in keys:
            check_spelling(bench, word, span, "value")


def _declare(bench: Bench, entry: Entry, words: list[str], word: str) -> None:
    if set(words) <= FLAGS:
        bench.symbols.options[entry.key] = (int(word == "true"), FLAG)
    elif all(each.lstrip("-").isdigit() for each in words):
        bench.symbols.options[entry.key] = (int(word), NUMBER)
    else:
        kind = f"option_{entry.key}"
        bench.symbols.kinds[kind] = KindSymbol(kind, f"{kind}s", tuple(words))
        bench.symbols.options[entry.key] = (words.index(word), entity(kind))
