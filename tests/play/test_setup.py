"""What can be set when a game starts is set or helpfully refused."""

import pytest

from rulebed.play.rules.errors import SetupError
from rulebed.play.rules.setup import Info, Setting, options_of, players_of, setups

INFO = Info(
    "harbour+storms",
    "Harbour",
    (2, 3, 4),
    {
        "storms": Setting(("none", "some", "many"), "some"),
        "wrecks": Setting(("no", "yes"), "no", {"yes": {"storms": ("some", "many")}}),
    },
)


def test_what_is_not_said_is_the_default():
    assert players_of(INFO, None) == 2
    assert options_of(INFO, None, 2) == {"storms": "some", "wrecks": "no"}
    assert options_of(INFO, {"wrecks": "yes"}, 2) == {"storms": "some", "wrecks": "yes"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"storm": "many"},
            "`harbour.storms` has no option `storm`; it has `storms` or `wrecks` .did you mean `storms`",
        ),
        ({"storms": "mnay"}, "`storms` can be `none`, `some` or `many`, not `mnay` .did you mean `many`"),
        ({"storms": "none", "wrecks": "yes"}, "`wrecks` can only be `yes` if `storms` is `some` or `many`"),
    ],
)
def test_a_bad_option_is_refused_with_help(options, message):
    with pytest.raises(SetupError, match=message):
        options_of(INFO, options, 2)


def test_a_bad_number_of_players_is_refused():
    with pytest.raises(SetupError, match="is for 2 to 4 players, not for 5"):
        players_of(INFO, 5)


def test_every_setup_has_every_number_of_players_and_every_value_once():
    every = list(setups(INFO))
    assert [players for players, _ in every] == [2, 3, 4, 2, 2, 2]
    assert [options["storms"] for _, options in every[3:]] == ["none", "many", "some"]


def test_a_setup_has_as_many_players_as_the_game_with_its_layers_takes():
    """A value for a number of players that the game hasn't got is in no setup."""
    seat = {"second": {"players": ("2", "3")}, "third": {"players": ("3", "4")}, "fourth": {"players": ("4",)}}
    few = Info("harbour+lonely", "Harbour", (1, 3), {"first": Setting(("drawn", *seat), "drawn", seat)})
    every = [(players, options["first"]) for players, options in setups(few)]
    assert every == [(1, "drawn"), (3, "drawn"), (3, "second"), (3, "third")]
