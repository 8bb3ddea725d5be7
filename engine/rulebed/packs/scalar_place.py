"""Maps the characters of a decoded YAML scalar back to the characters that they were written as."""

from __future__ import annotations

from collections.abc import Callable

ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
ESCAPED_DIGITS = {"x": 2, "u": 4, "U": 8}
Unit = tuple[str, int]


def offsets_of(raw: str, style: str, text: str) -> list[int]:
    """For each character of `text`, and for its end, the offset in `raw`; never an empty list.

    `raw` is the scalar as it stands in the file, from its quote or block sign on. Where the two can't be
    brought together every character is taken to stand at the beginning.
    """
    units = _units(raw, style, text)
    if units is None or "".join(char for char, _ in units) != text:
        return [0] * (len(text) + 1)
    places = [place for _, place in units]
    return [*places, places[-1] + 1 if places else 0]


def _units(raw: str, style: str, text: str) -> list[Unit] | None:
    if not style and raw == text:
        return list(zip(raw, range(len(raw)), strict=True))
    if style == "|":
        return _block_units(raw, text)[: len(text)]
    if style == ">":
        return _align(_block_units(raw, text), text)
    return _flow_units(raw, style)


def _flow_units(raw: str, style: str) -> list[Unit]:
    """Plain and quoted scalars: quotes, escapes, and line breaks that are folded into blanks."""
    place, end = (1, len(raw) - 1) if style else (0, len(raw))
    units: list[Unit] = []
    kept = 0  # blanks before this unit were escaped and aren't folded away
    while place < end:
        char = raw[place]
        if char in "\r\n":
            while len(units) > kept and units[-1][0] in " \t":
                units.pop()
            place = _fold(raw, place, end, units.append)
        elif style == '"' and char == "\\":
            place = _escape(raw, place, end, units.append)
            kept = len(units)
        else:
            units.append((char, place))
            place += 2 if style == "'" and char == "'" else 1
    return units


def _fold(raw: str, place: int, end: int, add: Callable[[Unit], None], already: int = 0) -> int:
    """Read line breaks and the blanks around them: one is a blank, any further one stays a break."""
    breaks = [at for at in range(place, _after_blanks(raw, place, end)) if raw[at] == "\n"]
    if len(breaks) == 1 and not already:
        add((" ", breaks[0]))
    for at in breaks[1:]:
        add(("\n", at))
    return _after_blanks(raw, place, end)


def _after_blanks(raw: str, place: int, end: int) -> int:
    while place < end and raw[place] in " \t\r\n":
        place += 1
    return place


def _escape(raw: str, place: int, end: int, add: Callable[[Unit], None]) -> int:
    sign = raw[place + 1]
    if sign in "\r\n":
        return _fold(raw, place + 1, end, add, already=1)
    digits = ESCAPED_DIGITS.get(sign, 0)
    char = chr(int(raw[place + 2 : place + 2 + digits], 16)) if digits else ESCAPES.get(sign, sign)
    add((char, place))
    return place + 2 + digits


def _block_units(raw: str, text: str) -> list[Unit]:
    """The characters of a block's lines behind their indentation, line breaks included."""
    header_end = raw.find("\n") + 1
    lines = raw[header_end:].splitlines(keepends=True) if header_end else []
    indent = _leading(lines) - _leading(text.splitlines())
    units: list[Unit] = []
    place = header_end
    for line in lines:
        body = line.rstrip("\r\n")
        units.extend((char, place + at) for at, char in enumerate(body) if at >= indent)
        units.append(("\n", place + len(body)))
        place += len(line)
    units.extend([("\n", place)] * (len(text) - len(units)))  # `|+` keeps breaks behind the block
    return units


def _leading(lines: list[str]) -> int:
    """The blanks before the first line that has anything else."""
    full = next((line for line in lines if line.strip()), "")
    return len(full) - len(full.lstrip(" "))


def _align(units: list[Unit], text: str) -> list[Unit] | None:
    """A folded block: a single break was made a blank, one of several was dropped."""
    aligned: list[Unit] = []
    at = 0
    for char in text:
        folded = char == " " and at < len(units) and units[at][0] == "\n"
        while not folded and at < len(units) and units[at][0] != char:
            if units[at][0] != "\n":
                return None
            at += 1
        if at < len(units):
            aligned.append((char, units[at][1]))
        elif char == "\n" and units:  # `>+` keeps breaks behind the block
            aligned.append((char, units[-1][1]))
        else:
            return None
        at += 1
    return aligned
