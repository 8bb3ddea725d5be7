"""A pack as it stood in an earlier commit: what of its content and scenarios has changed since then."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulebed.content import PackTree, load_tree, plain, search_path
from rulebed_tools.cli import opening
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.ledger.instances import instances
from rulebed_tools.ledger.naming import sites
from rulebed_tools.ledger.plan import Bench, digest
from rulebed_tools.scenario.reading import read_file, reference_of

Contents = dict[str, object]


def changed_since(commit: str, bench: Bench, targets: Iterable[str], patches: list[str]) -> list[str]:
    """The rules and instances whose content isn't as it was then, or for which a scenario is new."""
    tree = bench.court.tree(bench.court.reference)
    with _checked_out(commit, _folders(tree)) as roots:
        search = [*roots, *search_path(*opening.own_packs())]
        before = {one: load_tree(one, search, patches)[0] for one in bench.references}
        cases = set(_cases(before.values()))
        then = {reference: _contents(old) for reference, old in before.items() if old is not None}
        now = {reference: _contents(bench.court.tree(reference)) for reference in then}
    return [name for name in targets if _has_changed(name, bench, cases, then, now)]


def _has_changed(name: str, bench: Bench, cases: set[str], then: dict[str, Contents], now: dict[str, Contents]) -> bool:
    own = {bench.court.cases[number].digest for number in bench.cases_of(name)}
    return not own <= cases or any(
        reference not in then or _about(name, bench, now[reference]) != _about(name, bench, then[reference])
        for reference in bench.references
    )


def _about(name: str, bench: Bench, contents: Contents) -> list[object]:
    """All content that a rule or the instances of a group are made of."""
    names = [one.address for one in bench.groups[name].members] if name in bench.groups else [name]
    return [contents.get(each) for each in names]


def _contents(tree: PackTree) -> Contents:
    """By rule and by instance, what stands there, without its place."""
    found: dict[str, object] = {one.address: plain(one.site.node) for one in instances(tree)}
    for site in sites(tree):
        for rule in site.rules:
            found[rule] = (found.get(rule), site.address, plain(site.node))
    return found


def _cases(trees: Iterable[PackTree | None]) -> Iterator[str]:
    paths = dict.fromkeys(path for tree in trees if tree is not None for path in tree.scenarios)
    for path in paths:
        for one in read_file(path, reference_of(path))[0]:
            yield digest((one.digest, one.reference))


def _folders(tree: PackTree) -> list[Path]:
    """The folders that the packs of a reference lie in; layers lie in their packs."""
    return list(dict.fromkeys(part.path.resolve().parent for part in tree.parts if part.path.parent.name != "layers"))


@contextmanager
def _checked_out(commit: str, folders: list[Path]) -> Iterator[list[Path]]:
    """The same folders as they were then, in a place of their own."""
    with tempfile.TemporaryDirectory() as place:
        roots = []
        for number, folder in enumerate(folders):
            root = Path(place) / str(number)
            with tarfile.open(fileobj=io.BytesIO(_git(folder, "archive", commit, "."))) as file:
                file.extractall(root, filter="data")
            roots.append(root)
        yield roots


def _git(folder: Path, *words: str) -> bytes:
    """What git says; that it says no is said in its own words."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)  # noqa: S607
    except FileNotFoundError as error:
        raise Misuse("git is not installed: nobody knows what has changed") from error
    if done.returncode:
        raise Misuse(f"git can't show what stood in {folder}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
