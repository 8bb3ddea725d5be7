"""What layers do to a pack, and who is to blame for a value."""

import pytest

from rulebed import packs
from rulebed.packs.node import plain

HARBOUR = {
    "harbour/pack.yaml": "title: Harbour\nplayers: 2..4\nrequires: [sea]\n",
    "harbour/kinds.yaml": "kinds: {card: {data: {cost: thing, gives: thing, points: number}}}\n",
    "harbour/cards.yaml": "cards:\n  pier: {cost: 1, gives: [wood]}\n  quay: {cost: 2, gives: [], on: {a.b: hurry}}\n",
    "harbour/flow.yaml": "flow:\n  do:\n    first: roll\n    second: place\n    third: pay\n",
    "sea/pack.yaml": "kinds: {good: {data: {worth: number}}}\ngoods: {fish: {worth: 1}}\n",
    "harbour/layers/calm.yaml": "title: Calm\n",
    "harbour/locale/fr.yaml": "texts: {cards.pier: jetée}\n",
    "harbour/scenarios/one.yaml": "scenario: it rains\n",
}


@pytest.fixture
def load(tmp_path):
    """Loads harbour with layers given as texts."""

    def write_and_load(*patches, reference=None, **layers):
        files = HARBOUR | {f"harbour/layers/{name}.yaml": text for name, text in layers.items()}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        tree, report = packs.load(reference or "+".join(["harbour", *layers]), [tmp_path], patches)
        assert not report.errors, report.sorted()
        return tree

    return write_and_load


def test_a_pack_changes_what_it_requires(tmp_path):
    """A pack patches what lies beneath it as a layer does, adds to its facts, and takes the blame."""
    files = {
        "sea/pack.yaml": "game: {state: {tide: number}}\nkinds: {good: {data: {worth: number}}}\n",
        "sea/goods.yaml": "goods: {fish: {worth: 1}}\n",
        "bay/pack.yaml": "requires: sea\ngame: {state: {wind: number}}\npatch: {goods.fish.worth: 2}\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tree, report = packs.load("bay", [tmp_path])
    assert not report.errors
    assert plain(tree.root)["goods"] == {"fish": {"worth": 2}}
    assert plain(tree.root)["game"] == {"state": {"tide": "number", "wind": "number"}}
    assert [blame.layer for blame in tree.blame("goods.fish.worth")] == ["bay", "sea"]


@pytest.mark.parametrize(("inside", "reference"), [("", "."), ("", "./"), ("layers", ".."), ("", ".+calm")])
def test_a_pack_is_there_where_one_stands(load, tmp_path, monkeypatch, inside, reference):
    """It goes by its own name, however its place is said."""
    load()
    monkeypatch.chdir(tmp_path / "harbour" / inside)
    tree = load(reference=reference)
    assert [blame.layer for blame in tree.blame("flow.do.first")] == ["harbour"]


def test_files_and_required_packs_become_one_tree(load):
    """What is required lies beneath; folders with a role of their own stay out."""
    tree = load()
    assert plain(tree.root)["goods"] == {"fish": {"worth": 1}}
    assert list(tree.root.get("cards").entries) == ["pier", "quay"]
    assert tree.title == "Harbour"
    assert "texts" not in tree.root
    assert [source.name.split("/")[-1] for source in tree.locale] == ["fr.yaml"]
    assert [path.name for path in tree.scenarios] == ["one.yaml"]
    assert set(tree.hashes) == {"harbour", "sea"}


STEPS = "flow.do"
OPERATIONS = [
    ("cards.pier.cost: 5", "cards.pier.cost", 5),
    ("cards.pier: {set: {cost: 5}}", "cards.pier", {"cost": 5}),
    ("cards.pier: {cost: 5}", "cards.pier", {"cost": 5}),
    ("cards.pier: {add: {points: 3}}", "cards.pier", {"cost": 1, "gives": ["wood"], "points": 3}),
    ("cards.quay: {remove: true}", "cards", {"pier": {"cost": 1, "gives": ["wood"]}}),
    ("cards.pier.gives.0: {remove: true}", "cards.pier.gives", []),
    ("cards.pier.gives: {extend: [fish, salt]}", "cards.pier.gives", ["wood", "fish", "salt"]),
    ("cards.pier.gives.0: stone", "cards.pier.gives", ["stone"]),
    (
        "flow.do: {insert: {before: second, x: a, y: b}}",
        STEPS,
        {"first": "roll", "x": "a", "y": "b", "second": "place", "third": "pay"},
    ),
    (
        "flow.do: {insert: {after: third, x: a}}",
        STEPS,
        {"first": "roll", "second": "place", "third": "pay", "x": "a"},
    ),
    (
        "flow.do: {insert: [{before: first, x: a}, {after: x, y: b}], add: {z: c}}",
        STEPS,
        {"x": "a", "y": "b", "first": "roll", "second": "place", "third": "pay", "z": "c"},
    ),
    (
        "flow: {insert: [{after: third, x: a}, {before: second, y: b}], with: storm}",
        STEPS,
        {"first": "roll", "y": "b", "second": "place", "third": "pay", "x": "a"},
    ),
    (
        "flow.do.second: {wrap: {before: {x: a}, after: {y: b}}}",
        STEPS,
        {"first": "roll", "x": "a", "second": "place", "y": "b", "third": "pay"},
    ),
    (
        "flow: {insert: {after: first, x: a}}",
        STEPS,
        {"first": "roll", "x": "a", "second": "place", "third": "pay"},
    ),
    ("cards.quay.on.a.b: wait", "cards.quay.on", {"a.b": "wait"}),
    ("flow.second: {replace: wait}", STEPS, {"first": "roll", "second": "wait", "third": "pay"}),
    ("flow.do.second: {replace: wait}", STEPS, {"first": "roll", "second": "wait", "third": "pay"}),
    ("cards.pier.cost: {set: 5, with: storm}", "cards.pier.cost", 5),
    ("cards.pier.cost: {set: 5, with: calm}", "cards.pier.cost", 1),
    ("cards.pier.cost: {set: 5, not_with: storm}", "cards.pier.cost", 1),
]


@pytest.mark.parametrize(("patch", "address", "value"), OPERATIONS, ids=[patch for patch, _, _ in OPERATIONS])
def test_each_operation(load, patch, address, value):
    """The tree after one patch; the order of keys counts."""
    found = plain(load(storm=f"patch:\n  {patch}\n").find(address))
    assert found == value
    if isinstance(value, dict):
        assert list(found) == list(value)


def test_a_layer_adds_instances_as_a_file_would(load):
    """Sections beside `patch` are content."""
    tree = load(storm="title: Storm\ncards: {wreck: {cost: 0}}\n")
    assert list(tree.root.get("cards").entries) == ["pier", "quay", "wreck"]
    assert tree.title == "Harbour"


def test_a_layer_may_be_a_directory(load):
    """Its files are put together like a pack's."""
    tree = load(
        **{"storm/layer": "title: Storm\n", "storm/cards": "patch: {cards.pier.cost: 9}\n"},
        reference="harbour+storm",
    )
    assert tree.find("cards.pier.cost").value == 9


PATCHES = [
    ("cards.pier.cost=5", 5),
    ("cards.pier.cost=gain 3 food; lose 1", "gain 3 food; lose 1"),
    ("cards.pier.cost = if a: b # c", "if a: b # c"),
    ("cards.pier.cost='5'", "5"),
    ("cards.pier.cost=[1, 2]", [1, 2]),
    ("cards.pier.cost={set: {a: 1}}", {"a": 1}),
    ("cards.pier.cost=a=b", "a=b"),
]


@pytest.mark.parametrize(("patch", "value"), PATCHES, ids=[patch for patch, _ in PATCHES])
def test_a_patch_on_the_command_line_is_a_layer_of_one_line(load, patch, value):
    """It comes last, and its value is taken as it stands unless it begins with a bracket or a quote."""
    tree = load(patch, storm="patch: {cards.pier.cost: 7}\n")
    assert plain(tree.find("cards.pier.cost")) == value
    assert [blame.layer for blame in tree.blame("cards.pier.cost")] == ["--patch", "storm", "harbour"]
    assert "--patch" in tree.hashes


def test_after_settles_the_order(load):
    """A layer comes after those that it names, however the reference has them."""
    layers = {"storm": "patch: {cards.pier.cost: 5}\nafter: calm\n", "calm": "patch: {cards.pier.cost: 7}\n"}
    one = load(**layers, reference="harbour+storm+calm")
    two = load(**layers, reference="harbour+calm+storm")
    assert plain(one.root) == plain(two.root)
    assert one.find("cards.pier.cost").value == 5


def where(blame):
    return f"{blame.layer}:{blame.span.line}:{blame.span.column} {blame.operation}"


BLAME = [
    ("cards.pier.cost", ["calm:1:26 set", "storm:2:22 set", "harbour:2:16 defined"]),
    ("cards.quay.cost", ["harbour:3:16 defined"]),
    ("cards.pier.gives", ["storm:4:22 extend", "harbour:2:26 defined"]),
    ("goods.fish.worth", ["sea:2:23 defined"]),
    ("cards.wreck.cost", ["storm:5:24 defined"]),
    ("cards.pier.points", ["storm:3:30 add"]),
    ("cards.nowhere", []),
]


@pytest.mark.parametrize(("address", "chain"), BLAME, ids=[address for address, _ in BLAME])
def test_every_value_knows_who_set_it(load, address, chain):
    """The last one first, down to the file that defined it."""
    storm = (
        "patch:\n  cards.pier.cost:   5\n  cards.pier: {add: {points: 3}}\n"
        "  cards.pier.gives: {extend: [fish]}\ncards: {wreck: {cost:  0}}\n"
    )
    tree = load(storm=storm, calm="patch: {cards.pier.cost: 7}\nafter: [storm]\n")
    assert [where(blame) for blame in tree.blame(address)] == chain


def test_what_changed_an_item_changed_the_list(load):
    """Items have no names that last; so the list has a history, with what it was at each step."""
    tree = load(storm="patch: {cards.pier.gives.0: rope}\n", calm="patch: {cards.pier.gives: [net]}\nafter: [storm]\n")
    steps = [(blame.layer, plain(blame.value)) for blame in tree.blame("cards.pier.gives")]
    assert steps == [("calm", ["net"]), ("storm", ["rope"]), ("harbour", ["wood"])]
    assert [blame.layer for blame in tree.blame("cards.pier.gives.0")] == ["calm", "storm", "harbour"]


def test_the_fingerprint_is_that_of_the_tree(load, tmp_path):
    """It can be asked for without loading, and any change of a file changes it."""
    tree = load(storm="patch: {cards.pier.cost: 5}\n")
    assert packs.fingerprint("harbour+storm", [tmp_path]) == tree.hashes
    (tmp_path / "sea/pack.yaml").write_text("title: Ocean\n")
    changed = packs.fingerprint("harbour+storm", [tmp_path])
    assert {name for name in changed if changed[name] != tree.hashes[name]} == {"sea"}
    assert packs.fingerprint("harbour+nothing", [tmp_path]) is None


def test_the_list_of_packs(load, tmp_path):
    """Names, titles, players and layers, from the manifests alone."""
    load(storm="title: Storm\n")
    (tmp_path / "rock.yaml").write_text("players: {min: 1, max: 3}\n")
    (tmp_path / "reef.yaml").write_text("requires: [rock, reef]\n")
    listed = {pack.name: pack for pack in packs.available([tmp_path])}
    assert sorted(listed) == ["harbour", "reef", "rock", "sea"]
    assert listed["harbour"].players == (2, 4)
    assert listed["harbour"].layers == ("calm", "storm")
    assert listed["rock"].players == (1, 3)
    assert listed["rock"].title == "Rock"
    assert listed["reef"].players == (1, 3)


def test_a_pack_can_be_named_by_its_path(load, tmp_path):
    """So that a newcomer can check a file anywhere."""
    load()
    assert packs.load(str(tmp_path / "sea/"), [tmp_path])[0].title == "Sea"


def test_texts_by_address_and_language(load, tmp_path):
    """The language is the file's name or what it says; a layer's text takes the place of the pack's."""
    (tmp_path / "harbour/layers/storm/locale").mkdir(parents=True)
    (tmp_path / "harbour/layers/storm/locale/french.yaml").write_text(
        "language: fr\ntexts: {cards.quay: quai, cards.pear: poire}\nnouns: {wood: {one: bois, gender: m}}\n"
    )
    tree = load(**{"storm/layer": "title: Storm\n"}, reference="harbour+storm")
    found, report = packs.locales(tree)
    assert list(found) == ["fr"]
    assert found["fr"].text("cards.pier") == "jetée"
    assert found["fr"].text("cards.quay") == "quai"
    assert found["fr"].text("cards.nothing") is None
    assert list(found["fr"].nouns) == ["wood"]
    assert [(item.code, item.span.line, item.span.column, item.help) for item in report] == [
        ("L101", 2, 27, "did you mean `cards.pier`?")
    ]


def test_what_a_layer_calls_itself_is_not_what_the_game_is_called(load, tmp_path):
    """Its title and what it is about are texts of the layer; the pack keeps its own in each language."""
    for at, title in (("harbour/locale", "Hafen"), ("harbour/layers/storm/locale", "Sturm")):
        (tmp_path / at).mkdir(parents=True, exist_ok=True)
        (tmp_path / at / "de.yaml").write_text(f"texts: {{title: {title}, about: {title}!}}\n")
    texts = packs.locales(load(**{"storm/layer": "title: Storm\n"}, reference="harbour+storm"))[0]["de"]
    assert (texts.text("title"), texts.text("about")) == ("Hafen", "Hafen!")


def test_a_text_of_the_pack_may_be_for_what_a_layer_takes_out(load):
    """The pack alone has it still."""
    files = {"storm/layer": "title: Storm\npatch: {cards.pier: {remove: true}}\n"}
    found, report = packs.locales(load(**files, reference="harbour+storm"))
    assert found["fr"].text("cards.pier") == "jetée"
    assert not report


def test_a_file_beside_the_pack_is_checked_by_its_kind(load, tmp_path):
    """Scenarios are read by the tools, with the findings of their schema."""
    tree = load()
    root, report = packs.read_file(tree.scenarios[0], "scenario")
    assert plain(root) == {"scenario": "it rains"}
    assert not report
    (tmp_path / "odd.yaml").write_text("- a")
    assert packs.read_file(tmp_path / "odd.yaml", "scenario")[1].codes == ["Y113"]


def test_a_circle_of_layers_is_told_without_those_that_wait_for_it(tmp_path):
    """Each layer of it, and where it says so; who comes after one of them, or after nothing, has no part in it."""
    layers = {"a": "after: b", "b": "after: a", "c": "after: a", "d": "after: c", "e": "title: E"}
    for name, text in {"pack": "title: Sea", **{f"layers/{name}": text for name, text in layers.items()}}.items():
        path = tmp_path / "sea" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
    _, report = packs.load("sea+d+c+b+e+a", [tmp_path])
    (found,) = report.sorted()
    assert found.message == "the layers `b`, `a` each want to come after another one of them"
    assert [note.message for note in found.notes] == ["`a` wants to come after `b` here"]


def test_packs_that_require_each_other_are_told_without_those_that_lead_there(tmp_path):
    """The circle alone."""
    for name, requires in {"a": "b", "b": "c", "c": "b"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(f"requires: {requires}\n", encoding="utf-8")
    _, report = packs.load("a", [tmp_path])
    assert [found.message for found in report.sorted()] == ["`b` requires itself: b -> c -> b"]
