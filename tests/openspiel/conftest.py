"""What the tests with OpenSpiel share: the packs, registered once."""

import pytest

pytest.importorskip("pyspiel")

from rulebed_tools.adapters.openspiel import register

PACKS = (
    "tic_tac_toe",
    "connect_four",
    "breakthrough",
    "kuhn_poker",
    "leduc_poker",
    "goofspiel",
    "pig",
    "dice_workers",
)
CLASSICS = ("hanabi", "hearts", "liars_dice")


@pytest.fixture(autouse=True, scope="session")
def packs():
    """The packs are games of OpenSpiel."""
    register(*PACKS, *CLASSICS)
