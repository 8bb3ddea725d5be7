"""Finds packs and layers by name and reads their files, with a digest of each."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rulebed.packs.places import display_name
from rulebed.source.diagnostics import Report
from rulebed.source.suggest import closest
from rulebed.source.text import Source, Span
from rulebed.source.visible import in_line, is_shown_as_it_is

NAME = re.compile(r"[a-z][a-z0-9_]{0,99}\Z")
LOCK = "actions.lock"
LOCKED = re.compile(r"^[^#\s].*$", re.MULTILINE)
MANIFEST = "pack.yaml"
LEDGER = "ledger.yaml"
LAYERS, LOCALE, SCENARIOS = "layers", "locale", "scenarios"
ROLE_FOLDERS = (LAYERS, LOCALE, SCENARIOS)
MOST_FILES = 500
LARGEST = 8_000_000
HERE = {".", ".."}


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
    beneath: tuple[str, ...] = ()  # layers of the same name in packs that its pack requires, on which it builds


def parse_reference(text: str, report: Report) -> Reference | None:
    """The names in a reference, or none where it is malformed."""
    base, *layers = text.split("+")
    counts = Counter(map(part_name, layers))
    wrong = [name for name in (base, *layers) if not _may_be_meant(name)]
    for name in dict.fromkeys(wrong):
        message = f"`{text}` names no pack: `{name}` is no name" if name else f"`{text}` lacks a name"
        help_ = "write `pack` or `pack+layer+layer`; names are small letters, digits and `_`"
        report.error("P105", None, message, help=help_)
    for name in sorted(name for name, count in counts.items() if count > 1):
        report.error("P211", None, f"`{text}` names the layer `{name}` twice", help="name it once")
    return None if wrong else Reference(base, tuple(dict.fromkeys(layers)))


def _may_be_meant(name: str) -> bool:
    """Whether there can be a pack or layer of that name, or a path to one."""
    return is_shown_as_it_is(name) if _is_path(name) else bool(NAME.match(name))


def find_pack(name: str, search: Iterable[Path], report: Report, span: Span | None = None) -> Path | None:
    """Where a pack is: a directory with a manifest, or a single file."""
    roots = list(search)
    found = _pack_at(_with_name(Path(name))) if _is_path(name) else _first_pack(name, roots)
    if found is None:
        known = closest(name, pack_names(roots))
        help_ = f"did you mean `{known}`?" if known else "`rulebed list` shows the packs there are"
        if _pack_at(Path(name)) is not None:
            help_ = f"the one in this directory is `./{name}`"
        elif _is_layer(Path(name)):
            help_ = f"a layer lies there: name it behind its pack, as in `PACK+{as_path(name)}`"
        report.error("P101", span, f"there is no pack `{name}`", label="unknown" if span else "", help=help_)
    return found


def layers_beneath(name: str, found: Path, packs: Iterable[Path]) -> list[tuple[str, Path]]:
    """The layers of the same name in packs beneath that of the one that was found, the lowest first."""
    places = [(pack.stem, place) for pack in packs if (place := _own_layer(pack, name)) is not None]
    return [] if found not in [place for _, place in places] else places[: [place for _, place in places].index(found)]


def _own_layer(pack: Path, name: str) -> Path | None:
    folder = _layer_folder(pack)
    return next((path for path in (folder / name, folder / f"{name}.yaml") if path.exists()), None)


def part_name(text: str) -> str:
    """What a part of a reference is called: a path by its own name."""
    return _with_name(Path(text)).stem if _is_path(text) else text


def names_of(reference: str) -> tuple[str, ...]:
    """The names in a reference: that of its base, then those of its layers."""
    return tuple(map(part_name, reference.split("+")))


def find_layer(name: str, packs: Iterable[Path], report: Report) -> Path | None:
    """Where a layer is: by a path anywhere, by name in the directory of one of the packs that it can stand on."""
    if _is_path(name):
        return _layer_at(_with_name(Path(name)), report)
    folders = {pack: _layer_folder(pack) for pack in packs}
    for pack, folder in folders.items():
        home, file = folder / name, folder / f"{name}.yaml"
        if home.is_dir() and file.is_file():
            message = f"`{display_name(file)}` is not read, since the layer has a directory of its own"
            report.warning("P108", None, message, help=f"move it to `{display_name(home / file.name)}`")
        if home.is_dir() or file.is_file():
            found = home if home.is_dir() else file
            return found if is_own(found, pack, report) else None
    names = sorted({found for folder in folders.values() for found in _layer_names(folder)})
    known = closest(name, names)
    listed = f"the layers are: {', '.join(f'`{found}`' for found in names)}" if names else "it has no layers"
    help_ = f"did you mean `{known}`?" if known else listed
    if _is_layer(Path(name)):
        help_ = f"the one in this directory is `{as_path(name)}`, as in `PACK+{as_path(name)}`"
    report.error("P201", None, f"there is no layer `{name}` here", help=help_)
    return None


def _layer_at(path: Path, report: Report) -> Path | None:
    """A layer of one's own: a directory with files, or a single one; no pack is a layer."""
    if (path.suffix == ".yaml" and path.is_file()) or _is_layer(path):
        return path
    message = f"there is no layer at `{path.as_posix()}`"
    help_ = "a layer is a directory with files of YAML, or one such file"
    if (path / MANIFEST).is_file():
        help_ = "that is a pack: a pack builds on another one by `requires`"
    report.error("P201", None, message, help=help_)
    return None


def _is_layer(path: Path) -> bool:
    """Whether a directory holds the files of a layer."""
    try:
        return path.is_dir() and not (path / MANIFEST).is_file() and any(path.glob("*.yaml"))
    except OSError:  # no file can be called so, or nobody may look there
        return False


def as_path(name: str) -> str:
    """A part of a reference that says where something lies, so that no name can be taken for it."""
    return name if _is_path(name) else f"./{name}"


def pack_names(search: Iterable[Path]) -> list[str]:
    """The names of all packs that can be found."""
    found = (_pack_at(entry) for root in search if root.is_dir() for entry in sorted(root.iterdir()))
    return list(dict.fromkeys(path.stem for path in found if path and NAME.match(path.stem)))


def layer_names(pack: Path) -> list[str]:
    """The names of the layers that a pack has."""
    return _layer_names(_layer_folder(pack))


def read_part(path: Path, name: str, report: Report) -> Part:
    """All files of a pack or layer that make it what it is."""
    content, locale, scenarios = (
        _yaml_files(root, skipped, path, report)
        for root, skipped in ((path, ROLE_FOLDERS), (path / LOCALE, ()), (path / SCENARIOS, ()))
    )
    _only_called_so(path, report)
    lock = lock_of(path)
    locks = [lock] if lock.is_file() and is_own(lock, path, report) else []
    wanted = [*content, *locale, *locks]
    raw = [(file, _bytes(file, report)) for file in wanted] if _is_small(name, wanted, report) else []
    digest = hashlib.sha256()
    for file, data in raw:
        digest.update(f"{file.relative_to(path.parent).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    sources = iter([decoded(display_name(file), data, report) for file, data in raw])
    texts, said = (tuple(islice(sources, len(files) if raw else 0)) for files in (content, locale))
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
    return decoded(display_name(file), _bytes(file, report), report)


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


def _is_small(name: str, wanted: list[Path], report: Report) -> bool:
    """Whether all files of a pack or layer together can be looked at."""
    size = sum(file.stat().st_size for file in wanted)
    if size <= LARGEST:
        return True
    message = f"the files of `{name}` have {size:,} bytes, and {LARGEST:,} are the most"
    report.error("Y106", None, message, help="leave out what the game doesn't need")
    return False


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".yaml") or name in HERE


def _with_name(path: Path) -> Path:
    """The same place by its own name, which a pack goes by: `.` has none."""
    return path if path.name not in {"", ".."} else path.resolve()


def _pack_at(path: Path) -> Path | None:
    try:
        is_pack = (path / MANIFEST).is_file() or (path.suffix == ".yaml" and path.is_file())
    except OSError:  # no file can be called so, or nobody may look there
        return None
    return path if is_pack else None


def _first_pack(name: str, roots: list[Path]) -> Path | None:
    candidates = (path for root in roots for path in (root / name, root / f"{name}.yaml"))
    return next(filter(None, map(_pack_at, candidates)), None)


def _layer_folder(pack: Path) -> Path:
    return (pack if pack.is_dir() else pack.with_suffix("")) / LAYERS


def _layer_names(folder: Path) -> list[str]:
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path.stem for path in found if (path.is_dir() or path.suffix == ".yaml") and NAME.match(path.stem)]


def _yaml_files(root: Path, skipped: tuple[str, ...], pack: Path, report: Report) -> list[Path]:
    """The files below a directory of a pack in a fixed order, the manifest first; or a pack that is one file."""
    if pack.is_file():
        return [pack] if root == pack and is_own(pack, pack, report) else []
    found = [path for path in root.rglob("*.yaml") if _belongs(path, root, skipped)]
    for path in sorted(path for path in root.rglob("*.yml") if _belongs(path, root, skipped)):
        message = f"`{display_name(path)}` is not read, since its name doesn't end in `.yaml`"
        report.warning("P108", None, message, help=f"call it `{path.stem}.yaml`")
    own = [path for path in found if is_own(path, pack, report) and _can_be_named(path, root, report)]
    if len(own) > MOST_FILES:
        message = f"`{pack.stem}` has {len(own)} files, and {MOST_FILES} are the most"
        report.error("P106", None, message, help="put small files together")
        return []
    return sorted(own, key=lambda path: (path.name != MANIFEST or path.parent != root, path.as_posix()))


def is_own(file: Path, pack: Path, report: Report) -> bool:
    """Whether what is found in a pack really lies there: a link may lead anywhere."""
    home = pack.resolve() if pack.is_dir() else pack.parent.resolve()
    if file.resolve().is_relative_to(home):
        return True
    message = f"`{display_name(file)}` is a link that leads out of its pack"
    report.error("P109", None, message, help="put the file itself there")
    return False


def _can_be_named(path: Path, root: Path, report: Report) -> bool:
    """Whether the name of a file is a text; a file system takes nearly any bytes for one."""
    if is_shown_as_it_is(path.relative_to(root).as_posix()):
        return True
    message = f"the name of `{in_line(display_name(path))}` has a sign in it that a text can't hold"
    report.error("P113", None, message, help="give the file a name of letters, digits and `_`")
    return False


def _belongs(path: Path, root: Path, skipped: tuple[str, ...]) -> bool:
    parts = path.relative_to(root).parts
    if skipped and parts == (LEDGER,):  # beside the content, not part of it
        return False
    return parts[0] not in skipped and not any(part.startswith(".") for part in parts) and path.is_file()


def _only_called_so(pack: Path, report: Report) -> None:
    """Directories of a pack that are called as files are that would be read."""
    below = [path for path in sorted(pack.rglob("*")) if path.suffix == ".yaml" or path.name == LOCK]
    for path in [path for path in below if path.is_dir() and "/." not in path.relative_to(pack.parent).as_posix()]:
        message = f"`{display_name(path)}` is not read, since it is a directory"
        report.warning("P108", None, message, help="put a file there, or give the directory another name")


def decoded(name: str, data: bytes, report: Report) -> Source:
    """A text as it comes in bytes, by the name of where it comes from."""
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        source = Source(name, data.decode("utf-8", errors="replace").replace("\ufffd", "?"))
        place = len(data[: error.start].decode("utf-8", errors="replace"))
        message = f"`{name}` is not written in UTF-8"
        report.error("Y112", source.span(place, place + 1), message, help="save it as UTF-8")
        return source
