"""Whoever can't know of a difference gets the same of both states: the short form of `tests.hidden.pairs`."""

import json

import pytest

from . import pairs
from .checking import checked
from .leaks import LEAKS, put_in
from .small import SMALL
from .tables import Table

EACH, FEWER = 6, 4  # pairs of each way, number of players and seed
SHIPPED = ("kuhn_poker", "leduc_poker", "goofspiel", "liars_dice")
SECRETS = {
    "bid": {"player.bid", "decisions", "locals", "order of answers"},
    "drawn": {"player.hand", "card.known:", "game.stock", "locals"},
    "waiting": {"player.hand", "locals", "luck"},
    "longer": {"player.wish", "player.more", "locals", "decisions"},
    "rolled": {"locals", "luck", "order of answers"},
    "passing": {"player.hand", "player.aside", "card.known:", "game.stock"},
    "marked": {"player.mark", "locals", "decisions"},
    "opened": {"player.mark"},
    "said": {"player.sort"},
    "bags": {"player.bag", "player.top"},
    "lawful": {"player.mark"},
    "shown": {"order of answers", "locals"},
    "cup": {"player.face"},
    "apart": {"player.face", "player.mark"},
    "whispered": {"player.face", "decisions"},
    "lucky": {"player.wish", "player.face", "decisions", "luck"},
    "board": {"player.fate", "player.wish", "decisions"},
}


@pytest.mark.parametrize("name", SMALL)
def test_states_of_small_packs_that_are_one_to_a_seat_give_it_the_same(name):
    """In each there are differences of every sort that it was made for, and none that can be told."""
    found = checked(SMALL[name], EACH)
    assert found.faults == []
    assert not SECRETS[name] - found.sorts.keys()
    assert found.worlds.refused == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_states_of_shipped_packs_that_are_one_to_a_seat_give_it_the_same(name):
    """In the packs of the reference that are short and have secrets."""
    found = checked(Table(name), FEWER, seeds=1)
    assert found.faults == []
    assert found.sorts


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name):
    """With a leak put in on purpose the same checks say that something can be told."""
    *_, packs = LEAKS[name]
    with put_in(name):
        tables = [Table(pack, SMALL[pack].text) for pack in packs]
        assert any(checked(table, EACH).faults for table in tables)


def test_pairs_go_on_where_they_were_stopped(tmp_path, capsys):
    """What was kept is counted on from the next case."""
    keep = tmp_path / "pairs.json"
    for count in (5, 12):
        assert pairs.main(["--count", str(count), "--keep", str(keep), "--packs", "bid", "shown"]) == 0
        kept = json.loads(keep.read_text(encoding="utf-8"))
        assert kept["pairs"] >= count
        assert json.loads(capsys.readouterr().out.split("\n}\n")[0] + "\n}") == kept


@pytest.mark.slow
@pytest.mark.parametrize("name", pairs.NAMES)
def test_pairs_of_every_pack(name):
    """Wherever something is hidden there are pairs, none can be told apart, and nearly always a world is found."""
    found = pairs.table(name)
    if found is None:
        pytest.skip("no game by itself")
    total = pairs.begun()
    for case in pairs.some_cases(name):
        pairs.joined(total, case, pairs.looked_at(case))
    assert total["faults"] == []
    assert total["pairs"] or not pairs.has_secrets(found)
    assert sum(total["refused"].values()) * 1_000 <= total["asked"]
