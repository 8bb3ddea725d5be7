"""Questions about packs: what stands at an address, who set it, what uses it, and how two packs differ."""

import json

import pytest

from rulebed import packs
from rulebed.packs.listing import available
from rulebed.packs.node import Map, plain
from rulebed.packs.places import search_path
from rulebed_tools.inquiry import addresses
from rulebed_tools.inquiry.differences import Comparison
from rulebed_tools.inquiry.history import histories
from rulebed_tools.inquiry.reader import Reader
from rulebed_tools.inquiry.references import uses_of

LAYER = """\
patch:
  cards.ace.worth: 5
  options.stake: {remove: true}
  procedures.bet.options.stake.when: my.chip > 1
  procedures.bet.options: {add: {fold: gain 1 chip}}
  flow.drawing: {insert: {after: take, look: add 1 to bought}}
cards:
  ten: {worth: 1}
"""
NAMED = ("procedures", "values", "costs", "events", "resources")
LISTED = available(search_path())
REFERENCES = [one.name for one in LISTED] + [f"{one.name}+{layer}" for one in LISTED for layer in one.layers]


def some(references):
    """One of three now, the others among the long tests."""
    return [one if not at % 3 else pytest.param(one, marks=pytest.mark.slow) for at, one in enumerate(references)]


SOME = some(REFERENCES)


@pytest.fixture
def layered(own_packs):
    """The pack of cards with a layer."""
    folder = own_packs / "cards" / "layers"
    folder.mkdir(parents=True)
    (folder / "rich.yaml").write_text(LAYER, encoding="utf-8")


def tree_of(reference):
    """The tree of a pack that comes with rulebed; some layers don't stand alone."""
    tree, report = packs.load(reference, search_path())
    if report.errors:
        pytest.skip("it needs others beside it")
    return tree


# What stands at an address.


def answer(rulebed, *words):
    """What a command answers to a program."""
    code, printed, complaint = rulebed(*words, "--json")
    assert code == 0, complaint
    return json.loads(printed)


def test_an_option_is_explained(rulebed, layered):
    """Its words, its place and layer, what it uses, and what it was before."""
    found = answer(rulebed, "explain", "cards+rich", "cards:procedures.bet.options.stake")
    assert found["is"] == "an option of `procedures.bet`"
    assert found["words"] == "Only if your chip is more than 1: pay 1 chip."
    assert (found["layer"], found["file"], found["line"]) == ("cards", "cards.yaml", 26)
    assert [(one["address"], one["layer"]) for one in found["changed"]] == [
        ("procedures.bet.options.stake.when", "rich")
    ]
    assert [one["address"] for one in found["uses"]] == ["resources.chip"]


def test_what_uses_a_declaration_is_listed_with_its_places(rulebed, own_packs):
    """A fact that has its name from a kind is told from others of that name."""
    found = answer(rulebed, "explain", "cards", "kinds.card.data.worth")
    assert found["is"] == "a fact of the kind `card`"
    assert [(one["address"], one["places"][0]["line"]) for one in found["used_by"]] == [("result.score", 41)]
    (phase,) = answer(rulebed, "explain", "cards", "procedures.bet")["used_by"]
    assert phase["address"] == "flow.drawing.bet"


def test_a_fact_of_another_kind_is_not_used(rulebed, own_packs):
    """A condition on what satisfies something is about that, and `per` names a kind and no fact."""
    text = (own_packs / "cards.yaml").read_text(encoding="utf-8")
    kinds = "  hut: {count: 2, state: {owner: player?, card: number}}\n  pen: {count: 2, state: {owner: player?}}\n"
    text = text.replace("kinds:\n", f"kinds:\n{kinds}  tag: {{count: 1, state: {{seen: {{type: flag, per: card}}}}}}\n")
    text = text.replace("laws:\n", "laws:\n  all_lie: all h in huts where any owner satisfy h.card < 3\n")
    (own_packs / "cards.yaml").write_text(text, encoding="utf-8")
    used = [one["address"] for one in answer(rulebed, "explain", "cards", "laws.all_lie")["uses"]]
    assert used == ["kinds.hut", "kinds.hut.state.owner", "kinds.hut.state.card"]
    used = [one["address"] for one in answer(rulebed, "explain", "cards", "kinds.tag")["uses"]]
    assert used == ["kinds.card"]


def test_a_thing_that_only_has_a_name_is_guessed(rulebed):
    """It stands in the list of its kind, and has no key."""
    assert "did you mean `dinos.raptor`" in rulebed("explain", "ep1", "raptor")[2]
    assert rulebed("explain", "ep1", "dinos.raptor")[0] == 0


def test_a_rule_is_explained_by_its_id(rulebed):
    """What it says, what implements it, and which scenarios name it."""
    found = answer(rulebed, "explain", "dice_workers", "perk-3")
    assert found["rule"] == "PERK-3"
    assert [one["address"] for one in found["implemented_by"]] == ["perks.showman"]
    assert found["scenarios"]
    code, printed, _ = rulebed("explain", "dice_workers", "PERK-3")
    assert (code, "implemented by:\n  perks.showman  (" in printed, "scenarios:\n  " in printed) == (0, True, True)
    assert "did you mean `PERK-3`?" in rulebed("explain", "dice_workers", "PERK-33")[2]


def test_an_instance_is_explained_by_its_parts(rulebed):
    """What it does in words, rules with those that name them."""
    found = answer(rulebed, "explain", "dice_workers", "perks.showman")
    assert found["is"] == "an instance of the kind `perk`"
    assert found["parts"] == {"on.built": "If builder is you, gain 1 coin."}
    assert [(one["id"], one["named_by"]) for one in found["rules"]] == [("PERK-3", "perks.showman")]
    found = answer(rulebed, "explain", "dice_workers", "spaces.workbench", "--lang", "fr")
    assert "payez 1 laiton" in found["parts"]["work"]


@pytest.mark.slow
def test_what_a_kind_makes_is_explained_by_it(rulebed):
    """By the word for all of them or for one; another name is not there."""
    for address in ("dino_spaces.far-sustenance_1", "dino_space.far-sustenance_1"):
        code, printed, _ = rulebed("explain", "ep1", address)
        assert (code, f"{address} is a dino_space, one of those that its kind makes" in printed) == (0, True), printed
    assert rulebed("explain", "ep1", "dino_spaces.far-sustenance_9")[0] == 2


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("settlement_spaces", "settlement_spaces is the word for each settlement_space"),
        ("settlement_spaces", "names: 40: sustenance-h1, sustenance-h2"),
        ("dice.1-1.face", "kinds.die.state.face is a fact of the kind `die`"),
        ("players.2.food", "resources.food is a resource: food"),
    ],
)
def test_what_play_speaks_of_is_explained_where_it_is_declared(rulebed, address, says):
    """All things of a kind by one word, facts of a thing, what a player has."""
    code, printed, _ = rulebed("explain", "ep1", address)
    assert (code, says in printed) == (0, True), printed


def test_what_a_kind_does_not_make_is_said_to_be_kept_out(rulebed, own_packs):
    """A combination that `only_if` excludes isn't there, and is no misspelt name."""
    text = (own_packs / "cards.yaml").read_text(encoding="utf-8")
    pairs = "  pairing: {for_each: {one: card, other: card}, only_if: one is not other, state: {met: flag}}\n"
    (own_packs / "cards.yaml").write_text(text.replace("kinds:\n", f"kinds:\n{pairs}"), encoding="utf-8")
    code, _, complaint = rulebed("explain", "cards", "pairings.queen-queen")
    assert (code, "`kinds.pairing.only_if` keeps it out" in complaint) == (2, True), complaint
    assert rulebed("explain", "cards", "pairings.queen-king")[0] == 0


def test_what_players_are_asked_is_explained(rulebed, own_packs):
    """A choice within a program has an address and no node; so have its answers."""
    found = answer(rulebed, "explain", "cards", "flow.drawing.c")
    assert found["is"] == "a choice in `flow.drawing`"
    assert found["parts"] == {"text": "choose c in my.hand", "from": "things of the kind card"}
    assert found["line"] == 32
    assert answer(rulebed, "explain", "cards", "flow.drawing.c.ace")["is"] == "an answer to `flow.drawing.c`"


def test_stand_ins_and_sources_are_said(rulebed, own_packs):
    """Where a value comes from is part of what there is to say of it."""
    text = (own_packs / "cards.yaml").read_text(encoding="utf-8")
    text = text.replace("{worth: 2}", "{worth: 2, stand_in: {worth: nobody knows}, source: page 3}")
    (own_packs / "cards.yaml").write_text(text, encoding="utf-8")
    found = answer(rulebed, "explain", "cards", "cards.queen.worth")
    assert [one["says"] for one in found["stand_ins"]] == ["nobody knows"]
    assert [one["says"] for one in found["sources"]] == ["page 3"]
    code, printed, _ = rulebed("explain", "cards", "cards.queen.worth")
    assert code == 0
    assert "stand-ins:\n  cards.queen.worth: nobody knows (cards.yaml:12)" in printed


@pytest.mark.parametrize(
    ("stated", "meant"),
    [
        ("procedurs.bet", "did you mean `procedures.bet`?"),
        ("procedures.bet.options.steak", "did you mean `procedures.bet.options.stake`?"),
        ("bet.stake", "did you mean `procedures.bet.options.stake`?"),
        ("flow.drawing.do.shwo", "did you mean `flow.drawing.show`?"),
        ("procedures.bet.options.zzzzzzz", "did you mean `procedures.bet.options`?"),
        ("zzzzzzz", "addresses begin with a section of the pack"),
    ],
)
@pytest.mark.parametrize("verb", ["explain", "blame"])
def test_an_address_that_is_not_there_is_misuse(rulebed, verb, stated, meant):
    """With a guess at what was meant."""
    code, _, complaint = rulebed(verb, "cards", stated)
    assert code == 2
    assert meant in complaint


# Who set it.


def test_blame_names_every_step_of_a_value(rulebed, layered):
    """The last one first; patches of the command line come after layers."""
    (value,) = answer(rulebed, "blame", "cards+rich", "cards.ace.worth", "--patch", "cards.ace.worth=6")["values"]
    assert [(one["layer"], one["operation"], one["text"]) for one in value["changes"]] == [
        ("--patch", "set", "6"),
        ("rich", "set", "5"),
        ("cards", "defined", "4"),
    ]


def test_blame_of_a_mapping_is_that_of_its_values(rulebed, layered):
    """What is beside a change isn't blamed on it; what was added, inserted or comes with a layer is."""
    found = answer(rulebed, "blame", "cards+rich", "procedures.bet.options")["values"]
    last = {one["address"].removeprefix("procedures.bet.options."): one["changes"][0] for one in found}
    assert {name: (one["layer"], one["operation"]) for name, one in last.items()} == {
        "keep": ("cards", "defined"),
        "stake.when": ("rich", "set"),
        "stake.do": ("cards", "defined"),
        "buy": ("cards", "defined"),
        "fold": ("rich", "add"),
    }
    steps = {
        one["address"]: one["changes"][0] for one in answer(rulebed, "blame", "cards+rich", "flow.drawing")["values"]
    }
    assert steps["flow.drawing.look"]["operation"] == "insert"
    assert steps["flow.drawing.show"]["operation"] == "defined"
    (ten,) = answer(rulebed, "blame", "cards+rich", "cards.ten")["values"]
    assert [one["layer"] for one in ten["changes"]] == ["rich"]


def test_what_a_layer_took_out_can_be_asked_for(rulebed, layered):
    """It is gone, and has a history all the same."""
    code, printed, _ = rulebed("blame", "cards+rich", "options.stake.default")
    assert code == 0
    assert "rich, remove" in printed
    assert "options.stake.default: taken out" in printed
    assert "cards, defined    low" in printed


def test_a_change_of_an_item_is_one_of_its_list(rulebed, own_packs):
    """A list is shown as a whole, at each step."""
    patches = [word for key in ("if=my.chip > 2", "to=drawing") for word in ("--patch", f"flow.drawing.next.0.{key}")]
    (value,) = answer(rulebed, "blame", "cards", "flow.drawing.next", *patches)["values"]
    assert [one["text"] for one in value["changes"]] == [
        "[{if: my.chip > 2, to: drawing}, {otherwise: drawing}]",
        "[{if: my.chip > 2, to: end}, {otherwise: drawing}]",
        "[{if: count(stock) is 0, to: end}, {otherwise: drawing}]",
    ]


@pytest.mark.parametrize("reference", SOME)
def test_the_last_step_of_a_history_is_the_value_that_there_is(reference):
    """For every value of every pack and layer."""
    tree = tree_of(reference)
    for section in tree.root.entries:
        for one in histories(tree, section):
            node = tree.find(one.address)
            assert (one.text is None) == (node is None), one
            assert node is None or one.changes[0].line == tree.blame(addresses.resolved(tree, one.address))[0].span.line


# What uses it.


@pytest.mark.parametrize("reference", some([one for one in REFERENCES if "+" not in one]))
def test_nothing_that_a_sound_pack_declares_is_without_use(reference):
    """A checked pack has nothing unused; so whatever it declares must be found in use, at an address that is there."""
    tree = tree_of(reference)
    uses = uses_of(tree)
    used = {one.used for one in uses}
    declared = {
        f"{name}.{key}" for name in NAMED if isinstance(tree.find(name), Map) for key in tree.find(name).entries
    }
    assert declared - used == set()
    assert {one for one in used if tree.find(one) is None} == set()


# How packs differ.


def test_a_difference_is_told_in_words(rulebed, layered):
    """Each at the innermost thing that has words of its own."""
    found = answer(rulebed, "diff", "cards", "cards+rich")
    changed = {one["address"]: (one["old"]["words"] or one["old"]["text"], one["new"]) for one in found["changed"]}
    assert list(changed) == ["cards.ace.worth", "procedures.bet.options.stake"]
    old, new = changed["procedures.bet.options.stake"]
    assert (old, new["words"]) == (
        "Only if the setting “stake” is “high”: pay 1 chip.",
        "Only if your chip is more than 1: pay 1 chip.",
    )
    assert (new["layer"], new["file"], new["line"]) == ("rich", "cards/layers/rich.yaml", 4)
    assert [one["address"] for one in found["added"]] == [
        "cards.ten",
        "flow.drawing.look",
        "procedures.bet.options.fold",
    ]
    assert [one["address"] for one in found["removed"]] == ["options.stake"]
    code, printed, _ = rulebed("diff", "cards", "cards+rich")
    assert code == 0
    assert "    + Gain 1 chip." in printed
    assert printed.endswith("2 changed, 3 added, 1 removed, 0 texts\n")


@pytest.mark.parametrize(
    ("patch", "address", "told"),
    [
        ("procedures.bet.options.keep={do: nothing}", None, "no difference"),
        ("procedures.bet.pick=2", "procedures.bet", "pick: 1 -> 2"),
        (
            "flow.drawing.do.take={rules: [A-1], do: draw from stock into my.hand}",
            "flow.drawing.take",
            "rules: nothing",
        ),
        ("procedures.bet.options.buy={one: pay 1 chip, two: add 1 to bought}", "procedures.bet.options.buy", "    + "),
        ("title=More cards", "title", "- Cards"),
    ],
)
def test_other_forms_of_the_same_are_no_difference(rulebed, own_packs, patch, address, told):
    """A program on one line and one with keys differ by what is said, not by their form."""
    _, printed, _ = rulebed("diff", "cards", "cards", "--patch", patch)
    assert told in printed
    assert address is None or printed.startswith(f"~ {address} ")


def test_steps_in_another_order_are_a_difference(rulebed, own_packs):
    """Nothing else differs, so the order is what is said."""
    text = (own_packs / "cards.yaml").read_text(encoding="utf-8").replace("name: cards", "name: other")
    take, show = "      take: draw from stock into my.hand\n", "      show: choose c in my.hand; put c in shown\n"
    (own_packs / "other.yaml").write_text(text.replace(take + show, show + take), encoding="utf-8")
    found = answer(rulebed, "diff", "cards", "other")
    assert [one["address"] for one in found["changed"]] == ["flow.drawing.do"]
    assert found["changed"][0]["keys"]["order"]["new"] == "show, take, bet, pass_on"
    ace, king = "  ace: {worth: 4}\n", "  king: {worth: 3}\n"
    (own_packs / "other.yaml").write_text(text.replace(ace + king, king + ace), encoding="utf-8")
    found = answer(rulebed, "diff", "cards", "other")
    assert [(one["address"], one["keys"]["order"]["old"]) for one in found["changed"]] == [
        ("cards", "ace, king, queen, jack")
    ]


@pytest.mark.parametrize("reference", some([one for one in REFERENCES if "+" in one]))
def test_every_change_of_a_layer_is_in_the_difference_and_nothing_twice(reference):
    """Whatever it sets is at, above or below something listed; nothing lies below what is added or taken out."""
    one, two = Reader(tree_of(reference.split("+")[0])), Reader(tree_of(reference))
    found = Comparison(one, two).differences()
    listed = [each.address for each in found]
    assert len(listed) == len(set(listed))
    assert listed == sorted(listed)
    for setting in two.tree.settings:
        old, new = (tree.find(setting.address) for tree in (one.tree, two.tree))
        if (None if old is None else plain(old)) != (None if new is None else plain(new)):
            where = addresses.briefly((two if new is not None else one).tree.root, setting.address).removesuffix(".do")
            assert any(each.startswith(where) or where.startswith(each) for each in listed), where
    whole = [each.address for each in found if each.how != "changed"]
    assert [each for each in listed for other in whole if each.startswith(f"{other}.")] == []


@pytest.mark.parametrize("reference", SOME)
def test_a_pack_does_not_differ_from_itself(reference):
    tree = tree_of(reference)
    assert Comparison(Reader(tree), Reader(tree)).differences() == ()
