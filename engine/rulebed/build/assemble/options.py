"""Setup options: what may be chosen before the game, as constants of the pack."""

from __future__ import annotations

from collections.abc import Mapping

from rulebed.build.assemble.bench import Bench, at
from rulebed.lang.symbols import KindSymbol
from rulebed.lang.types import FLAG, NUMBER, entity
from rulebed.packs.node import Entry, Scalar, Seq


def declare_options(bench: Bench, chosen: Mapping[str, str]) -> None:
    """Each option with the value chosen, or its default."""
    for entry in bench.section("options"):
        values = at(entry.value, "values")
        words = [item.text for item in values if isinstance(item, Scalar)] if isinstance(values, Seq) else []
        default = at(entry.value, "default")
        word = chosen.get(entry.key) or (default.text if isinstance(default, Scalar) else "")
        if not words:
            bench.report.error(
                "P330", entry.key_span, f"the option `{entry.key}` has no values", help="add `values: [..]`"
            )
        elif word not in words:
            span = default.span if default is not None else entry.key_span
            bench.report.error(
                "P331", span, f"`{word}` is no value of the option `{entry.key}`", help="values are " + ", ".join(words)
            )
        else:
            _declare(bench, entry, words, word)


def _declare(bench: Bench, entry: Entry, words: list[str], word: str) -> None:
    if set(words) <= {"true", "false"}:
        bench.symbols.options[entry.key] = (int(word == "true"), FLAG)
    elif all(each.lstrip("-").isdigit() for each in words):
        bench.symbols.options[entry.key] = (int(word), NUMBER)
    else:
        kind = f"option_{entry.key}"
        bench.symbols.kinds[kind] = KindSymbol(kind, f"{kind}s", tuple(words))
        bench.symbols.options[entry.key] = (words.index(word), entity(kind))
