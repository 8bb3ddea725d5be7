"""Writes a tree anew: blocks two columns deeper each, what stands in brackets on one line where it fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulebed.content import Entry, Map, Node, Scalar, Seq
from rulebed.text import Source
from rulebed_tools.fmt import scalars
from rulebed_tools.fmt.comments import Comments, comments_of
from rulebed_tools.fmt.scalars import STEP, WIDTH

GAP = 2  # the least number of blanks before a comment behind a line

IsCode = Callable[[tuple[str, ...]], bool]  # by the keys that lead to a value
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """What follows a block: where it begins, and the column of the block that it belongs to."""

    start: int
    column: int


def written(source: Source, root: Node, is_code: IsCode) -> str:
    """The text of a file in its canonical layout."""
    writer = Writer(source, comments_of(source, root), is_code)
    if isinstance(root, Scalar):
        return source.text
    if _is_flow(root) and not writer.comments.are_within(root.span):
        writer.leading(root.span.start, 0)
        writer.put(writer.brackets(root, 0, STEP, ()))
    elif len(root):
        writer.block(root, 0, Next(len(source.text), -1), ())
    writer.leading(len(source.text) + 1, 0)
    return "\n".join([*writer.lines, ""]) if writer.lines else ""


@dataclass(slots=True)
class Writer:
    """The lines so far, and the comments that are still to come."""

    source: Source
    comments: Comments
    is_code: IsCode
    lines: list[str] = field(default_factory=list)
    opened: bool = True  # nothing stands yet in the innermost block: no blank line comes first

    def put(self, lines: list[str]) -> None:
        """More lines."""
        self.lines += lines
        self.opened = False

    def blank(self, offset: int) -> None:
        """A blank line, if there is one above this offset."""
        if not self.opened and self.lines[-1] and self.comments.is_after_blank(offset):
            self.lines.append("")

    def leading(self, offset: int, indent: int) -> None:
        """The comments up to an offset, each on a line of its own."""
        for comment in self.comments.before(offset):
            if comment.is_alone:
                self.blank(comment.start)
            self.put([" " * indent + comment.text])

    def trailing(self, column: int, until: Next, indent: int) -> None:
        """The comments that end a block: they stand as deep as it does, and deeper than what follows."""
        while (found := self.comments.next()) is not None and found.start < until.start:
            if not found.is_alone or found.column < column or found.column <= until.column:
                return
            self.leading(found.start + 1, indent)

    def column(self, offset: int) -> int:
        """The column of an offset, counted from 0."""
        return self.source.position(offset)[1] - 1

    def block(self, node: Map | Seq, indent: int, until: Next, path: Path) -> None:
        """The parts of a mapping or list, one below the other; `until` is what follows."""
        starts, column = _starts(node), self.column(node.span.start)
        for part, start, end in zip(node, starts, [*(Next(one, column) for one in starts[1:]), until], strict=True):
            self.leading(start, indent)
            self.blank(start)
            if isinstance(part, Entry):
                self.entry(part, indent, end, (*path, part.key))
            else:
                self.item(part, indent, end, path)
        if _is_flow(node):
            self.leading(node.span.end, indent)
        else:
            self.trailing(column, until, indent)

    def entry(self, entry: Entry, indent: int, until: Next, path: Path) -> None:
        """A key with its value."""
        head = " " * indent + scalars.key(entry, inside=False) + ":"
        below = self.as_block(entry.value)
        if below is not None:
            self.put([head])
            self.behind(min(self.comments.end_of_line(entry.key_span.end), _starts(below)[0]))
            self.opened = True
            self.block(below, indent + STEP, until, path)
            self.opened = False
        else:
            self.value(entry.value, head, indent, entry.key_span.end, path)
            if _is_empty(entry.value):  # what may be filled in stands below
                self.trailing(self.column(entry.key_span.start) + 1, until, indent + STEP)

    def item(self, node: Node, indent: int, until: Next, path: Path) -> None:
        """One of a list."""
        head = " " * indent + "-"
        below = self.as_block(node)
        if below is None:
            self.value(node, head, indent, node.span.start, path)
            return
        first = len(self.lines)
        self.opened = True
        self.block(below, indent + STEP, until, path)
        while self.lines[first].lstrip().startswith("#"):  # what stood between a key and its value
            self.lines[first] = " " * indent + self.lines[first].lstrip()
            first += 1
        self.lines[first] = head + self.lines[first][indent + 1 :]

    def as_block(self, node: Node) -> Map | Seq | None:
        """A node whose parts stand one below the other: as they did, or since there are comments in it."""
        if isinstance(node, Scalar) or not len(node):
            return None
        return node if not _is_flow(node) or self.comments.are_within(node.span) else None

    def value(self, node: Node, head: str, indent: int, start: int, path: Path) -> None:
        """A value behind its key or dash, with the comment of its line."""
        is_text = isinstance(node, Scalar) and node.is_block
        end = self.comments.end_of_line(start if _is_empty(node) or is_text else max(node.span.end, start))
        found = list(self.comments.before(end))
        behind = found[-1] if found and found[-1].line == self.source.position(end)[0] else None
        self.lines += [" " * indent + comment.text for comment in found if comment is not behind]
        lines = self.spelled(node, len(head) + 1, indent, path)
        self.put([f"{head} {lines[0]}".rstrip(), *lines[1:]])
        if behind is not None:
            self.beside(len(self.lines) - (len(lines) if is_text else 1), behind.text, behind.column)

    def behind(self, end: int) -> None:
        """The comment of the last line, which opens a block."""
        for comment in self.comments.before(end):
            self.beside(len(self.lines) - 1, comment.text, comment.column)

    def beside(self, place: int, text: str, column: int) -> None:
        """A comment behind a line, where it stood if there is room."""
        line = self.lines[place]
        self.lines[place] = line + " " * max(GAP, column - len(line)) + text

    def spelled(self, node: Node, first: int, indent: int, path: Path) -> list[str]:
        """The lines of a value; the first one begins at column `first`."""
        code = self.is_code(path)
        if not isinstance(node, Scalar):
            return self.brackets(node, first, indent + STEP, path)
        if node.is_block:
            return scalars.block(node, indent, code=code)
        return scalars.filled(node, first, indent + STEP, code=code)

    def brackets(self, node: Map | Seq, first: int, indent: int, path: Path) -> list[str]:
        """What stands in brackets: on one line if it fits, else over several; lists of lists line by line."""
        whole = self.flat(node, path)
        if first + len(whole) <= WIDTH or not len(node):
            return [whole]
        opening, closing = ("{", "}") if isinstance(node, Map) else ("[", "]")
        one_each = isinstance(node, Seq) and all(isinstance(item, Map | Seq) for item in node)
        lines = [opening]
        for part in node:
            self.appended(part, lines, first, indent, path, is_new=one_each and lines != [opening])
        return [*lines[:-1], lines[-1].removesuffix(",") + closing]

    def appended(
        self, part: Entry | Node, lines: list[str], first: int, indent: int, path: Path, *, is_new: bool
    ) -> None:
        """One more part behind the last line, or on a new one."""
        text = self.flat_part(part, path)
        used = len(lines[-1]) + (first if len(lines) == 1 else 0)
        joint = " " if lines[-1].endswith(",") else ""
        if joint and (is_new or used + len(joint + text) + 1 > WIDTH):
            lines.append(" " * indent)
            used, joint = indent, ""
        inner = part.value if isinstance(part, Entry) else part
        if used + len(joint + text) + 1 > WIDTH and not isinstance(inner, Scalar):
            head = _key(part) if isinstance(part, Entry) else ""
            below = (*path, part.key) if isinstance(part, Entry) else path
            rest = self.brackets(inner, used + len(joint + head), indent + STEP, below)
            text = head + rest[0]
            lines[-1] += joint + text
            lines += rest[1:]
            lines[-1] += ","
        else:
            lines[-1] += joint + text + ","

    def flat(self, node: Node, path: Path) -> str:
        """A value on one line."""
        if isinstance(node, Scalar):
            return scalars.flat(node, code=self.is_code(path), inside=True)
        parts = ", ".join(self.flat_part(part, path) for part in node)
        return f"{{{parts}}}" if isinstance(node, Map) else f"[{parts}]"

    def flat_part(self, part: Entry | Node, path: Path) -> str:
        """A part of what stands in brackets; a name alone stands for a key with nothing behind it."""
        if not isinstance(part, Entry):
            return self.flat(part, path)
        after = self.source.text[part.key_span.end :].lstrip()
        if isinstance(part.value, Scalar) and not part.value.span.text and not after.startswith(":"):
            return _key(part)[:-2]
        return _key(part) + self.flat(part.value, (*path, part.key))


def _starts(node: Map | Seq) -> list[int]:
    """Where each part begins."""
    return [part.key_span.start if isinstance(part, Entry) else part.span.start for part in node]


def _key(entry: Entry) -> str:
    return scalars.key(entry, inside=True) + ": "


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.span.text


def _is_flow(node: Node) -> bool:
    """Whether a mapping or list stands in brackets."""
    return node.span.text[:1] in ("{", "[") and not isinstance(node, Scalar)
