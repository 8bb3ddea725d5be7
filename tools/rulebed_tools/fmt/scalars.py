"""How a single value is spelled: without quotes where it can be, the effects in it as the language spells them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebed.content import Entry, Scalar, plain_scalar
from rulebed.language import formatted
from rulebed.text import Report, Source, Span

WIDTH = 120
STEP = 2
FIRST = re.compile(r"[-?:](?=\S)|[^-?:,\[\]{}#&*!|>'\"%@`\s]")
SPLIT = re.compile(r": | #|:\Z|\t")
BRACKETS = re.compile(r"[,\[\]{}?]")  # YAML 1.1 takes a `?` in brackets for the sign of a key
OTHER_TYPE = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|=|<<)\Z|[-+]?\.?[0-9][0-9a-fA-Fx_:.+-]*\Z")
BREAKS = re.compile(r"(?<=[^ ]) (?=[^ ])")
CODE_BREAKS = re.compile(r"(?<=[;,]) (?=[^ ])| (?=(?:and|or|where|otherwise)\b|[+] )")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
HEADER = re.compile(r"([|>])([-+]?)([1-9]?)([-+]?)")


def flat(value: Scalar, *, code: bool, inside: bool) -> str:
    """A value on one line; `inside` brackets, where commas and brackets need quotes."""
    if not value.style:
        if not isinstance(value.value, str):
            return "" if value.value is None and not value.text else value.text
    elif _is_escaped(value) and "\n" not in value.span.text:
        return value.span.text
    return quoted(formatted(value.text) if code else value.text, was_quoted=bool(value.style), inside=inside)


def quoted(text: str, *, was_quoted: bool, inside: bool) -> str:
    """A text with quotes around it, if it needs them."""
    if _is_plain(text, inside=inside) and not (was_quoted and OTHER_TYPE.match(text)):
        return text
    if not text.isprintable() or ('"' in text and "'" in text):
        return _escaped(text)
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def key(entry: Entry, *, inside: bool) -> str:
    """A key; any is a text, so that quotes are only needed for signs."""
    text = entry.key_span.text
    if "\n" not in text and (text[:1] not in ("'", '"') or "\\" in text):
        return text
    return entry.key if _has_no_signs(entry.key, inside=inside) else quoted(entry.key, was_quoted=True, inside=inside)


def filled(value: Scalar, first: int, indent: int, *, code: bool) -> list[str]:
    """A value over as many lines as it needs; the first one begins at column `first`."""
    if "\n" in value.span.text and ("\n" in value.text or _is_escaped(value)):
        return list(_as_it_is(value.span.text, indent))
    text = flat(value, code=code, inside=False)
    if first + len(text) <= WIDTH or (text[:1] == '"' and "\\" in text):
        return [text]
    return list(_code_lines(text, first, indent)) if code else _wrapped(text, first, indent)


def block(value: Scalar, indent: int, *, code: bool) -> list[str]:
    """The header of a block, and its lines."""
    found = HEADER.search(value.span.text)
    assert found is not None
    sign, chomp = found[1], found[2] or found[4]
    text = formatted(value.text) if code else value.text
    if sign == ">" and found[3]:
        return [quoted(text, was_quoted=True, inside=False)]
    lines = list(_undented(_whole(value.span).split("\n")[1:])) if sign == ">" else text.rstrip("\n").split("\n")
    if chomp == "+":
        lines += [""] * (len(value.text) - len(value.text.rstrip("\n")) - 1)
    digit = str(STEP) if text.lstrip("\n").startswith(" ") else ""  # else the first line would say how deep it is
    blanks = " " * (indent + STEP)
    return [sign + digit + chomp, *(blanks + line if line else "" for line in lines)]


def _whole(span: Span) -> str:
    """What stands there, with the blanks at the end of its last line, which a block keeps."""
    end = span.source.text.find("\n", span.end)
    return span.source.text[span.start : end if end >= 0 else None]


def _undented(lines: list[str]) -> Iterator[str]:
    own = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    yield from (line[own:].rstrip("\r") for line in lines)


def _is_escaped(value: Scalar) -> bool:
    """Whether the quotes hold something that is spelled otherwise, such as a line break."""
    return value.style == '"' and "\\" in value.span.text


def _is_plain(text: str, *, inside: bool) -> bool:
    """Whether a text needs no quotes to be read as this very text."""
    return _has_no_signs(text, inside=inside) and isinstance(plain_scalar(Source("", text), 0, Report()).value, str)


def _has_no_signs(text: str, *, inside: bool) -> bool:
    """Whether no sign in a text means something else without quotes."""
    if not FIRST.match(text) or text != text.strip() or SPLIT.search(text) or not text.isprintable():
        return False
    return not text.startswith(("---", "...")) and not (inside and (BRACKETS.search(text) or text[0] in "-?:"))


def _wrapped(text: str, first: int, indent: int) -> list[str]:
    """Prose broken between words, as late as possible."""
    lines, used = [""], first
    for piece in BREAKS.split(text):
        joint = " " if lines[-1] else ""
        if lines[-1] and used + len(joint) + len(piece) > WIDTH and not piece.startswith("#"):
            lines.append(piece)
            used = indent + len(piece)
        else:
            lines[-1] += joint + piece
            used += len(joint) + len(piece)
    return [lines[0], *(" " * indent + line for line in lines[1:])]


def _code_lines(text: str, first: int, indent: int) -> Iterator[str]:
    """An effect or expression broken where it has the fewest brackets open."""
    blanks, room = "", WIDTH - first
    while len(text) > room and (places := [found.start() for found in CODE_BREAKS.finditer(text)]):
        fitting = [place for place in places if place <= room] or places[:1]
        place = min(fitting, key=lambda one: (_depth(text[:one]), -one))
        yield blanks + text[:place]
        text, blanks, room = text[place + 1 :], " " * indent, WIDTH - indent
    yield blanks + text


def _depth(text: str) -> int:
    """How many brackets are open at the end of a text."""
    return sum((sign in "([") - (sign in ")]") for sign in text)


def _as_it_is(text: str, indent: int) -> Iterator[str]:
    """The lines of a text with line breaks or escapes in it: only how far they are indented doesn't matter."""
    first, *others = text.splitlines()
    yield first.rstrip(" \t") if not first.endswith(("\\ ", "\\\t")) else first
    for line in others:
        bare = line.lstrip(" \t")
        kept = bare if bare.rstrip().endswith("\\") else bare.rstrip(" \t")
        yield " " * indent + kept if kept else ""


def _escaped(text: str) -> str:
    """A text in double quotes, with every sign that can't stand there by itself spelled out."""
    return '"' + "".join(ESCAPES.get(sign) or (sign if sign.isprintable() else _code(sign)) for sign in text) + '"'


def _code(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"
