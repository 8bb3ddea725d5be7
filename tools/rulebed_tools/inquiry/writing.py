"""Values of a pack on one line, as YAML has them."""

from __future__ import annotations

import json
import re

from rulebed.content import Map, Node, Scalar, Seq

PLAIN = re.compile(r"[A-Za-z0-9_(+-][^\n:#{}\[\],\"']*\Z")


def written(node: Node) -> str:
    """A node on one line; a program of several lines has its statements parted by semicolons."""
    match node:
        case Scalar():
            return _line(node)
        case Seq():
            return f"[{', '.join(_inside(item) for item in node)}]"
        case Map():
            return f"{{{', '.join(f'{entry.key}: {_inside(entry.value)}' for entry in node)}}}"


def _line(node: Scalar) -> str:
    lines = [line.rstrip() for line in node.text.rstrip("\n").split("\n")]
    if len(lines) == 1:
        return lines[0]
    nested = any(line.startswith((" ", "\t")) for line in lines)
    return " / ".join(line.strip() for line in lines) if nested else "; ".join(lines)


def _inside(node: Node) -> str:
    if not isinstance(node, Scalar):
        return written(node)
    text = _line(node)
    return text if not isinstance(node.value, str) or PLAIN.match(text) else json.dumps(text, ensure_ascii=False)
