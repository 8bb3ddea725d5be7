"""Loading: a reference to a pack becomes a game, or a report that says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rulebed.packs as packs  # noqa: PLR0402 - of `rulebed` itself nothing is known here
from rulebed.packs.gather import fingerprint
from rulebed.packs.places import search_path
from rulebed.packs.words import LANGUAGE
from rulebed.pipeline.content_error import ContentError
from rulebed.pipeline.kept_models import KeptModels
from rulebed.pipeline.manifest import info_of, locks_of, manifest_as_json, manifest_from_json
from rulebed.play.game import Game
from rulebed.play.rules import arguments
from rulebed.play.rules.setup import setups
from rulebed.play.rules.teller import Teller
from rulebed.run.cache import Cache, cache_key
from rulebed.run.quiet import uncollected
from rulebed.source.diagnostics import Report, Severity

if TYPE_CHECKING:
    from rulebed.incremental.known import Known
    from rulebed.packs.node import Node
    from rulebed.packs.pack import PackTree
    from rulebed.pipeline.models import Models
    from rulebed.run.notebook import Notebook


def load(
    reference: str, *, patches: Sequence[str] = (), search: Sequence[Path] = (), entry: Node | None = None
) -> Game:
    """The game of a reference such as `harbour+storms`; raises ContentError where the pack has errors.

    `entry` is where it begins instead of its first phase: the name of a phase, or a program after which it is over.
    """
    return load_aloud(reference, _nobody, patches=patches, search=search, entry=entry)


def _nobody() -> None:
    """Nobody waits who would have to be told."""


def load_aloud(
    reference: str,
    compiling: Callable[[], None],
    *,
    patches: Sequence[str] = (),
    search: Sequence[Path] = (),
    entry: Node | None = None,
) -> Game:
    """The same for who waits: `compiling` is called before anything is compiled, now or when it is first needed."""
    reference, patches, search = _checked_arguments(reference, patches, search)
    if entry is not None:
        _check_entry(entry)
    places = search_path(*search)
    hashes = fingerprint(reference, places, patches) if entry is None else None
    again = partial(load, reference, patches=patches, search=search) if entry is None else None
    read = partial(packs.load, reference, places, patches)
    kept = _game_from_cache(reference, hashes, lambda: read()[0], again, compiling) if hashes else None
    if kept is not None:
        return kept
    compiling()
    with uncollected():
        tree, report = read()
        return _game(tree, report, entry, hashes, again, compiling)


def _checked_arguments(
    reference: str, patches: Sequence[str], search: Sequence[Path]
) -> tuple[str, tuple[str, ...], tuple[Path, ...]]:
    """What is to be looked at, as it must be given."""
    places = arguments.paths("search", search)
    return arguments.text("reference", reference), arguments.texts("patches", patches), places


def _check_entry(entry: Node) -> None:
    from rulebed.packs.node import Map, Scalar, Seq  # noqa: PLC0415 - hardly ever given

    if not isinstance(entry, Map | Scalar | Seq):
        arguments.one_of_sort("entry", entry, Map, "a node of a pack")


def load_text(text: str, name: str = "pack.yaml") -> Game:
    """The game of a pack given as one text."""
    tree, report = packs.load_text(arguments.text("text", text), arguments.text("name", name))
    return _game(tree, report, None, None, partial(load_text, text, name))


def _content(reference: str, hashes: Mapping[str, str]) -> str:
    """One digest for all that a game is made of, and for its name: the same content in another place says so."""
    return sha256(repr((reference, sorted(hashes.items()))).encode()).hexdigest()


def _game_from_cache(
    reference: str,
    hashes: Mapping[str, str],
    read: Callable[[], PackTree | None],
    again: partial[Game] | None,
    compiling: Callable[[], None],
) -> Game | None:
    """The game, if this very content was found sound before."""
    content = _content(reference, hashes)
    record = Cache().record(cache_key(content, 0, {}, "manifest", ""))
    if record is None:
        return None
    info, locks = manifest_from_json(record, hashes)

    def open_tree() -> PackTree:
        tree = read()
        if tree is None:
            raise ContentError(Report())
        return tree

    models = KeptModels(content, open_tree, compiling)
    return Game(info, models.program, locks, tell=Teller(lambda: models.tree), again=again)


def _game(
    tree: PackTree | None,
    report: Report,
    entry: Node | None,
    hashes: Mapping[str, str] | None,
    again: partial[Game] | None,
    compiling: Callable[[], None] = _nobody,
) -> Game:
    if tree is None or report.errors:
        raise ContentError(report)
    info, locks = info_of(tree), locks_of(tree)
    if hashes is None:
        from rulebed.pipeline.models import Models  # noqa: PLC0415 - a cached game needs no compiler

        models = Models(tree, () if entry is None else (entry,))
        provide = models.program
    else:
        kept = KeptModels(_content(tree.reference, hashes), lambda: tree, compiling)
        models, provide = kept.models, kept.program
    found, more = models.make(min(info.players), {name: each.default for name, each in info.settings.items()})
    if found is None:
        raise ContentError(_not_shared(tree, report.merge(more)))
    if hashes is not None:
        Cache().keep_record(
            cache_key(_content(tree.reference, hashes), 0, {}, "manifest", ""), manifest_as_json(info, locks)
        )
    return Game(info, provide, locks, tell=Teller(lambda: tree), again=again)


def _not_shared(tree: PackTree, report: Report) -> Report:
    if packs.is_shared(tree.root) and not report.errors:
        message = f"`{tree.name}` is shared by other packs, and no game of its own"
        report.error("P110", tree.root.entries["shared"].key_span, message, help="load one of those that require it")
    return report


def describe(game: Game, address: str, language: str = LANGUAGE) -> str:
    """What the program, value or option at an address of a game does, in words."""
    return arguments.one_of_sort("game", game, Game, "a game").describe(address, language)


def face(game: Game, address: str, language: str = LANGUAGE) -> dict[str, Any]:
    """What stands on the thing at an address of a game, such as `cards.gem`: as JSON, in words."""
    return arguments.one_of_sort("game", game, Game, "a game").face(address, language)


def check(reference: str, *, patches: Sequence[str] = (), search: Sequence[Path] = ()) -> Report:
    """Everything that is wrong, or looks wrong, with a pack, for every number of players and value of an option."""
    reference, patches, search = _checked_arguments(reference, patches, search)
    tree, report = packs.load(reference, search_path(*search), patches)
    return check_tree(tree, report)


def check_tree(tree: PackTree | None, report: Report, known: Known | None = None) -> Report:
    """The same of a pack that has been read.

    What is known of its programs is kept for the next look: here, or with whoever has others to look at, too.
    """
    from rulebed.packs.sound import is_hopeless  # noqa: PLC0415 - as below

    if tree is None or is_hopeless(report.merge(packs.read_ledger(tree)[1])):
        return report
    if known is not None:
        return _check(tree, report, known)
    notebook = notebook_of(tree)
    known = notebook.open()
    found = _check(tree, report, known)
    notebook.close(known)
    return found


def notebook_of(tree: PackTree) -> Notebook:
    """What is kept of a pack from one look to the next: it goes by where its parts lie."""
    from rulebed.run.notebook import Notebook  # noqa: PLC0415 - only who checks needs it

    return Notebook((tree.reference, [str(part.path.resolve()) for part in tree.parts]), tree.files)


def check_text(text: str, name: str = "pack.yaml") -> Report:
    """Everything that is wrong, or looks wrong, with a pack given as one text."""
    tree, report = packs.load_text(arguments.text("text", text), arguments.text("name", name))
    return _check(tree, report)


def _check(tree: PackTree | None, report: Report, known: Known | None = None) -> Report:
    from rulebed.packs.sound import is_hopeless  # noqa: PLC0415 - a cached game is not checked

    if tree is None or is_hopeless(report):
        return report
    with uncollected():
        *_, found = check_in_steps(tree, report, known)
    return found


def check_in_steps(tree: PackTree, report: Report, known: Known | None = None) -> Iterator[Report]:
    """What is found in a pack, setup by setup: errors at once, all the rest in the last step.

    If something was refused before, the rest is looked at without it, and what only comes of that isn't said. What is
    known of programs from a look before, and is as it was, is not worked out again.
    """
    from rulebed.pipeline.in_vain import really_in_vain  # noqa: PLC0415
    from rulebed.pipeline.models import Models  # noqa: PLC0415
    from rulebed.pipeline.preset_findings import check_presets  # noqa: PLC0415 - as above
    from rulebed.source.echoes import first_causes, without_never_offered  # noqa: PLC0415

    models, found = Models(tree, known=known), list[Report]()
    look = models.look if report.errors else models.make
    for players, options in setups(info_of(tree)):
        found.append(first_causes(look(players, options)[1], report.lost))
        for one in found[-1]:
            if one.severity is Severity.ERROR:
                report.add(one)
        yield report
    listed = (one for one in without_never_offered(found[0]) if one.severity is not Severity.ERROR)
    everywhere = [one for one in listed if all(one in other for other in found)]
    for one in really_in_vain(everywhere, tree, known):
        report.add(one)  # what is in vain in one setup may be of use in another
    if not report.errors and not packs.is_shared(tree.root):
        report.merge(check_presets(tree, Game(info_of(tree), models.program)))
    yield report.merge(_in_words(tree, models, report))


def _in_words(tree: PackTree, models: Models, report: Report) -> Report:
    """What is found in the languages of a pack; whether they say all of it can only be told of a sound one."""
    from rulebed.describing import check_languages, in_play  # noqa: PLC0415 - a game that is only played needs none of it
    from rulebed.source.echoes import first_causes  # noqa: PLC0415

    if report.errors:
        return first_causes(packs.locales(tree)[1], report.lost)
    return check_languages(tree, in_play(models.sound_models()))
