"""Records: written by play, followed by replay, which names the first place where a game has changed."""

import json

from rulebed import load


def test_a_record_is_followed(rulebed):
    """The same decisions lead to the same end."""
    rulebed("play", "cards", "--auto", "--seed", "5", "--record", "game.record")
    code, printed, _ = rulebed("replay", "game.record")
    assert code == 0
    assert "8 decisions followed" in printed
    answer = json.loads(rulebed("replay", "game.record", "--json")[1])
    assert answer["over"]
    assert answer["digest"]


def test_the_first_divergence_is_named(rulebed, own_packs):
    """A changed pack parts from the record at a decision, and says which file changed."""
    rulebed("play", "squares", "--auto", "--seed", "5", "--record", "game.record")
    pack = own_packs / "squares.yaml"
    text = pack.read_text(encoding="utf-8").replace("rows: 2, columns: 2", "rows: 1, columns: 2")
    pack.write_text(text, encoding="utf-8")
    code, printed, _ = rulebed("replay", "game.record")
    assert code == 1
    assert "decision" in printed
    assert "changed since: squares" in printed
    assert json.loads(rulebed("replay", "game.record", "--json")[1])["followed"] is False


def test_what_is_no_record_is_misuse(rulebed):
    code, _, complaint = rulebed("replay", "squares.yaml")
    assert code == 2
    assert "is no record of a game" in complaint


def test_records_and_saves_are_told_apart(rulebed, own_packs):
    """A save can't be followed, and what it is good for is said; one goes on from either."""
    rulebed("play", "squares", "--auto", "--seed", "5", "--record", "game.record")
    saved = load("squares", search=[own_packs]).start(seed=5).save()
    (own_packs / "game.json").write_text(saved, encoding="utf-8")
    assert rulebed("play", "squares", "--auto", "--load", "game.record")[0] == 0
    code, _, complaint = rulebed("replay", "game.json")
    assert (code, "`rulebed play squares --load game.json` goes on with it" in complaint) == (2, True)
    assert rulebed("play", "squares", "--auto", "--load", "game.json")[0] == 0
