"""Which files of tests visit which statement of the engine.

Each file of tests is run once, by itself, in a copy of the engine in which a mark is left before every statement: what
one test has had the process remember, such as a game that was compiled, would else be visited by no other. A statement
goes by its function and its first line, so that edits elsewhere leave it known; a file of tests is run again when it
changes, or what it imports of other tests.
"""

from __future__ import annotations

import ast
import json
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from tests.noticing.mutations import Mutation, Place, places
from tests.noticing.trees import Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARKS, MODULE = "RULEBED_VISITED", "rulebed_visited"
LEFT_OUT = {"meta", "noticing", "bench", "editor", "openspiel", "zoo"}  # they say nothing of rules, or are measured
LONGEST = 400.0  # seconds for a file of tests, with marks
MARKING = '''"""Where marks are left, by all processes: in one file."""
import mmap, os
if "{marks}" in os.environ:
    with open(os.environ["{marks}"], "r+b") as file:
        VISITED = mmap.mmap(file.fileno(), 0)
else:
    VISITED = bytearray({count})
'''


@dataclass(frozen=True, slots=True)
class Visits:
    """What a file of tests costs, whether it passes at all, and what it visits."""

    key: str
    seconds: float
    failed: str
    marks: str  # which statements had a mark before them
    names: frozenset[str] = field(repr=False)


def name_of(function: str, line: str) -> str:
    """A statement, however many lines stand before it, and in whatever module."""
    return sha256(f"{function}\n{line}".encode()).hexdigest()[:12]


def marked(text: str, numbers: dict[str, int]) -> str:
    """A module that leaves a mark before each statement; its statements are numbered along with those of others."""
    tree, lines = ast.parse(text), text.split("\n")
    names = {id(one): name_of(function, lines[one.lineno - 1].strip()) for one, function in places(tree)}
    for node in list(ast.walk(tree)):
        for _, statements in ast.iter_fields(node):
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                statements[:] = [
                    each
                    for one in statements
                    for each in ([one] if _comes_first(one) else [_mark(numbers, names[id(one)]), one])
                ]
    at = next((place for place, one in enumerate(tree.body) if not _comes_first(one)), len(tree.body))
    tree.body[at:at] = ast.parse(f"from {MODULE} import VISITED as _visited_").body
    return ast.unparse(ast.fix_missing_locations(tree))


def _places(text: str) -> Iterator[Place]:
    lines = text.split("\n")
    yield from ((function, lines[one.lineno - 1].strip()) for one, function in places(ast.parse(text)))


def _comes_first(node: ast.stmt) -> bool:
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or (
        isinstance(node, ast.ImportFrom) and node.module == "__future__"
    )


def _mark(numbers: dict[str, int], name: str) -> ast.stmt:
    return ast.parse(f"_visited_[{numbers.setdefault(name, len(numbers))}] = 1").body[0]


def mark_all(tree: Tree) -> list[str]:
    """Have all modules of a tree leave marks; the statements by number."""
    numbers: dict[str, int] = {}
    for module in tree.modules():
        tree.write(module, marked(tree.text(module), numbers))
    marking = MARKING.format(marks=MARKS, count=len(numbers))
    (tree.folder / "engine" / f"{MODULE}.py").write_text(marking, encoding="utf-8")
    return list(numbers)


def files_of_tests(root: Path, directories: Iterable[str]) -> list[str]:
    """The files of tests below these directories of `tests`, or all that say something of rules."""
    wanted = [root / "tests" / one for one in directories]
    return [
        path.relative_to(root).as_posix()
        for path in sorted((root / "tests").rglob("test_*.py"))
        if (any(path.is_relative_to(one) for one in wanted) if wanted else directory_of(path, root) not in LEFT_OUT)
    ]


def directory_of(path: Path, root: Path) -> str:
    """The directory of `tests` that a file is in."""
    return path.relative_to(root / "tests").parts[0]


def key_of(root: Path, file: str) -> str:
    """What a file of tests says, with what it imports of `tests`, and all in its directory that isn't Python."""
    path = root / file
    beside = {one for one in path.parent.rglob("*") if one.is_file() and one.suffix not in {".py", ".pyc"}}
    said = sorted(beside | _imported(root, {path, root / "tests" / "conftest.py"}))
    return sha256(b"\n".join(one.read_bytes() for one in said)).hexdigest()[:16]


def _imported(root: Path, paths: set[Path]) -> set[Path]:
    """Modules of `tests`, with those that they import, and so on."""
    found: set[Path] = set()
    left = set(paths)
    while left:
        path = left.pop()
        found.add(path)
        modules = {root.joinpath(*name.split(".")) for name in _names_in(path, path.relative_to(root).parts[:-1])}
        left |= {one.with_suffix(".py") for one in modules if one.with_suffix(".py").is_file()} - found
    return found


@cache
def _names_in(path: Path, folder: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for node in ast.walk(ast.parse(path.read_bytes())) for name in _names(node, folder))


def _names(node: ast.AST, folder: tuple[str, ...]) -> Iterator[str]:
    """What a statement imports, as a name from the root on; `from a import b` may mean a or a.b."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        around = folder[: len(folder) - node.level + 1] if node.level else ()
        base = ".".join((*around, *filter(None, [node.module])))
        yield from (base, *(f"{base}.{alias.name}" for alias in node.names))


@dataclass(slots=True)
class Atlas:
    """What is kept of the visits, a file for each file of tests."""

    folder: Path
    root: Path
    known: dict[str, Visits] = field(default_factory=dict)
    statements: dict[str, frozenset[str]] = field(default_factory=dict)  # that had a mark before them, visited or not

    def fill(self, files: list[str], tree: Tree) -> None:
        """Know the visits of these files: run those that are new or have changed."""
        names: list[str] = []
        for number, file in enumerate(files, 1):
            key, found = key_of(self.root, file), self._read(file)
            if found is None or found.key != key:
                names = names or mark_all(tree)
                found = self._visited(file, key, names, tree)
                print(
                    f"{number} of {len(files)}: {file} visits {len(found.names)}, {found.seconds:.0f} s {found.failed}"
                )
                self._write(file, found)
            self.known[file] = found

    def visiting(self, mutation: Mutation) -> list[str]:
        """The files that visit a line, those first that take least; none that fails as it is.

        A line that is new since they were run is visited by those that visit its function, or else its module.
        """
        every = list(_places(mutation.original))
        around = [[mutation.place], [place for place in every if place[0] == mutation.place[0]], every]
        ways = [{name_of(*place) for place in places} for places in around]
        found = [file for file, one in self.known.items() if not one.failed and self._is_visited(ways, one)]
        return sorted(found, key=lambda file: (self.known[file].seconds, file))

    def _is_visited(self, ways: list[set[str]], visits: Visits) -> bool:
        """Whether one visits the first of these that had marks when it was run."""
        marked = self._marked(visits.marks)
        names = next((way for way in ways if not way.isdisjoint(marked)), marked)
        return not names.isdisjoint(visits.names)

    def _marked(self, marks: str) -> frozenset[str]:
        if marks not in self.statements:
            self.statements[marks] = frozenset(json.loads(self._path(marks).read_text(encoding="utf-8")))
        return self.statements[marks]

    def _visited(self, file: str, key: str, names: list[str], tree: Tree) -> Visits:
        marks = f"marks {sha256(''.join(names).encode()).hexdigest()[:12]}"
        self._path(marks).write_text(json.dumps(names), encoding="utf-8")
        path = self.folder / "visited"
        path.write_bytes(bytes(len(names)))
        ran = tree.run([file], LONGEST, {MARKS: str(path)})
        found = frozenset(name for name, mark in zip(names, path.read_bytes(), strict=True) if mark)
        return Visits(key, ran.seconds, ran.failed, marks, found)

    def _path(self, file: str) -> Path:
        return self.folder / f"{file.replace('/', '.')}.json"

    def _read(self, file: str) -> Visits | None:
        try:
            kept = json.loads(self._path(file).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return Visits(**kept | {"names": frozenset(kept["names"])})

    def _write(self, file: str, visits: Visits) -> None:
        plain = asdict(visits) | {"names": sorted(visits.names)}
        self._path(file).write_text(json.dumps(plain), encoding="utf-8")
