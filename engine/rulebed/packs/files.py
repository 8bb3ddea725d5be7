"""Finds packs and layers by name and reads their files, with a digest of each."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rulebed.packs.places import display_name
from rulebed.source.diagnostics import Report
from rulebed.source.suggest import closest
from rulebed.source.text import Source, Span

NAME = re.compile(r"[a-z][a-z0-9_]{0,99}\Z")
LOCK = "actions.lock"
LOCKED = re.compile(r"^[^#\s].*$", re.MULTILINE)
MANIFEST = "pack.yaml"
LEDGER = "ledger.yaml"
LAYERS, LOCALE, SCENARIOS = "layers", "locale", "scenarios"
ROLE_FOLDERS = (LAYERS, LOCALE, SCENARIOS)
MOST_FILES = 500
LARGEST = 8_000_000


@dataclass(frozen=True, slots=True)
class Reference:
    """A base pack and the layers on it, as `base+layer+layer` names them."""

    base: str
    layers: tuple[str, ...]

    def __str__(self) -> str:
        """The text that `parse_reference` reads."""
        return "+".join((self.base, *self.layers))


@dataclass(frozen=True, slots=True)
class Part:
    """The files of one pack or layer."""

    name: str
    path: Path
    sources: tuple[Source, ...]
    locale: tuple[Source, ...]
    scenarios: tuple[Path, ...]
    digest: str
    locked: tuple[str, ...] = ()  # the actions that its lock gives numbers to, in their order


def parse_reference(text: str, report: Report) -> Reference | None:
    """The names in a reference, or none where it is malformed."""
    base, *layers = text.split("+")
    wrong = [name for name in layers if not NAME.match(name)]
    if not base or (not _is_path(base) and not NAME.match(base)):
        wrong.insert(0, base)
    for name in wrong:
        message = f"`{text}` names no pack: `{name}` is no name" if name else f"`{text}` lacks a name"
        help_ = "write `pack` or `pack+layer+layer`; names are small letters, digits and `_`"
        report.error("P105", None, message, help=help_)
    for name in sorted({name for name in layers if layers.count(name) > 1}):
        report.error("P211", None, f"`{text}` names the layer `{name}` twice", help="name it once")
    return None if wrong else Reference(base, tuple(dict.fromkeys(layers)))


def find_pack(name: str, search: Iterable[Path], report: Report, span: Span | None = None) -> Path | None:
    """Where a pack is: a directory with a manifest, or a single file."""
    roots = list(search)
    found = _pack_at(Path(name)) if _is_path(name) else _first_pack(name, roots)
    if found is None:
        known = closest(name, pack_names(roots))
        help_ = f"did you mean `{known}`?" if known else "`rulebed list` shows the packs there are"
        if _pack_at(Path(name)) is not None:
            help_ = f"the one in this directory is `./{name}`"
        report.error("P101", span, f"there is no pack `{name}`", label="unknown" if span else "", help=help_)
    return found


def find_layer(name: str, packs: Iterable[Path], report: Report) -> Path | None:
    """Where a layer is, in the directory of one of the packs that it can stand on."""
    folders = [_layer_folder(pack) for pack in packs]
    for folder in folders:
        home, file = folder / name, folder / f"{name}.yaml"
        if home.is_dir() and file.is_file():
            message = f"`{display_name(file)}` is not read, since the layer has a directory of its own"
            report.warning("P108", None, message, help=f"move it to `{display_name(home / file.name)}`")
        if home.is_dir() or file.is_file():
            return home if home.is_dir() else file
    names = sorted({found for folder in folders for found in _layer_names(folder)})
    known = closest(name, names)
    listed = f"the layers are: {', '.join(f'`{found}`' for found in names)}" if names else "it has no layers"
    help_ = f"did you mean `{known}`?" if known else listed
    report.error("P201", None, f"there is no layer `{name}` here", help=help_)
    return None


def pack_names(search: Iterable[Path]) -> list[str]:
    """The names of all packs that can be found."""
    found = (_pack_at(entry) for root in search if root.is_dir() for entry in sorted(root.iterdir()))
    return list(dict.fromkeys(path.stem for path in found if path and NAME.match(path.stem)))


def layer_names(pack: Path) -> list[str]:
    """The names of the layers that a pack has."""
    return _layer_names(_layer_folder(pack))


def read_part(path: Path, name: str, report: Report) -> Part:
    """All files of a pack or layer that make it what it is."""
    content = [path] if path.is_file() else _yaml_files(path, ROLE_FOLDERS, name, report)
    locale = [] if path.is_file() else _yaml_files(path / LOCALE, (), name, report)
    scenarios = [] if path.is_file() else _yaml_files(path / SCENARIOS, (), name, report)
    locks = [lock] if (lock := lock_of(path)).is_file() else []
    raw = [(file, _bytes(file, report)) for file in [*content, *locale, *locks]]
    digest = hashlib.sha256()
    for file, data in raw:
        digest.update(f"{file.relative_to(path.parent).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    sources = iter([_decode(file, data, report) for file, data in raw])
    texts, said = (tuple(islice(sources, len(files))) for files in (content, locale))
    locked = tuple(key for source in sources for key in _locked_keys(source, report))
    return Part(name, path, texts, said, tuple(scenarios), digest.hexdigest(), locked)


def lock_of(path: Path) -> Path:
    """Where the numbers of a pack's or layer's actions are kept."""
    return path.with_suffix(f".{LOCK}") if path.is_file() else path / LOCK


def ledger_of(path: Path) -> Path:
    """Where the rules of a pack or layer are listed."""
    return path.with_suffix(f".{LEDGER}") if path.is_file() else path / LEDGER


def read_source(file: Path, report: Report) -> Source:
    """One file as a text."""
    return _decode(file, _bytes(file, report), report)


def _locked_keys(lock: Source, report: Report) -> tuple[str, ...]:
    """The actions of a lock, each of which has one number."""
    found: dict[str, None] = {}
    for line in LOCKED.finditer(lock.text):
        if line[0].rstrip() in found:
            message = f"`{line[0].rstrip()}` has a number already"
            report.error("P305", lock.span(*line.span()), message, label="again", help="remove one of the two lines")
        found[line[0].rstrip()] = None
    return tuple(found)


def _bytes(file: Path, report: Report) -> bytes:
    """What is in a file, unless it is far too much to be looked at."""
    if file.stat().st_size <= LARGEST:
        return file.read_bytes()
    message = f"`{display_name(file)}` has more than {LARGEST:,} bytes"
    report.error("Y106", None, message, help="split it into several files")
    return b""


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".yaml")


def _pack_at(path: Path) -> Path | None:
    is_pack = (path / MANIFEST).is_file() or (path.suffix == ".yaml" and path.is_file())
    return path if is_pack else None


def _first_pack(name: str, roots: list[Path]) -> Path | None:
    candidates = (path for root in roots for path in (root / name, root / f"{name}.yaml"))
    return next(filter(None, map(_pack_at, candidates)), None)


def _layer_folder(pack: Path) -> Path:
    return (pack if pack.is_dir() else pack.with_suffix("")) / LAYERS


def _layer_names(folder: Path) -> list[str]:
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path.stem for path in found if (path.is_dir() or path.suffix == ".yaml") and NAME.match(path.stem)]


def _yaml_files(root: Path, skipped: tuple[str, ...], name: str, report: Report) -> list[Path]:
    """The files below a directory in a fixed order, the manifest first."""
    found = [path for path in root.rglob("*.yaml") if _belongs(path, root, skipped)]
    for path in sorted(path for path in root.rglob("*.yml") if _belongs(path, root, skipped)):
        message = f"`{display_name(path)}` is not read, since its name doesn't end in `.yaml`"
        report.warning("P108", None, message, help=f"call it `{path.stem}.yaml`")
    home = root.resolve()
    for path in [path for path in found if not path.resolve().is_relative_to(home)]:
        message = f"`{display_name(path)}` is a link that leads out of its pack"
        report.error("P109", None, message, help="put the file itself there")
        found.remove(path)
    if len(found) > MOST_FILES:
        message = f"`{name}` has {len(found)} files, and {MOST_FILES} are the most"
        report.error("P106", None, message, help="put small files together")
        return []
    return sorted(found, key=lambda path: (path.name != MANIFEST or path.parent != root, path.as_posix()))


def _belongs(path: Path, root: Path, skipped: tuple[str, ...]) -> bool:
    parts = path.relative_to(root).parts
    if skipped and parts == (LEDGER,):  # beside the content, not part of it
        return False
    return parts[0] not in skipped and not any(part.startswith(".") for part in parts) and path.is_file()


def _decode(file: Path, data: bytes, report: Report) -> Source:
    name = display_name(file)
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        source = Source(name, data.decode("utf-8", errors="replace").replace("\ufffd", "?"))
        place = len(data[: error.start].decode("utf-8", errors="replace"))
        message = f"`{name}` is not written in UTF-8"
        report.error("Y112", source.span(place, place + 1), message, help="save it as UTF-8")
        return source
