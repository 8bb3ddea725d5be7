"""What a die can be placed for does something: in positions in which much is used up, no effect is offered for nothing.

Of each effect that is offered somebody who takes it at random comes, now and then, to a state in which they have more
of something than before, or in which something has changed that neither the die nor the attack on an owner changes.
"""

from functools import cache
from random import Random

import pytest
import yaml

from rulebed import State
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_text
from rulebed_tools.scenario.table import Table

TRIES = 40
SCARCE = 0.4  # how often no dinosaur is left
SITES = ["a1", "a2", "b2", "b3", "c1", "c2", "c3", "c4"]
OUTPOSTS = [
    "adventurers_lodge", "builders_workshop", "command_center", "dinosaur_trap", "forward_barracks", "hidden_paradise",
    "officers_lodge", "patrol_hub", "pioneer_base", "proving_grounds", "rendezvous_point", "secret_meeting_place",
    "speakers_rock", "staging_ground", "underground_passage",
]  # fmt: skip
FACES = ["adventurer", "facilitator", "innovator", "organizer"]
GOODS = {"ep1": ["food", "scrap", "story"], "ep2": ["food", "scrap", "story", "island", "glowberry"]}
# What is changed by the die itself, by the attack on somebody else, by soldiers who leave, and by where the marker is.
MARKS = (
    "game.pool", "game.place_of_die", "die.", "die_space.",
    "party.1.stock.light_supply", "party.1.stock.heavy_supply",
    "game.rally", "game.revealed", "trail.", "party.2.", "party.3.", "species.", "dino_space.",
)  # fmt: skip


def stocks(name: str, random: Random) -> dict[str, object]:
    """What a player has: of each thing nothing, a little or all that there is."""
    light, heavy = random.choice([0, 1, 5]), random.choice([0, 1, 5])
    goods = {good: random.choice([0, 0, 1, 3]) for good in GOODS[name]}
    return {**goods, "valor": random.choice([0, 2, 6]), "light": light, "heavy": heavy}


def island(random: Random) -> dict[str, object]:
    """Outposts of somebody else on cleared areas, with dinosaurs, cubes and perks at one end or the other."""
    built = zip(SITES, random.sample(OUTPOSTS, len(SITES)), strict=True)
    given: dict[str, object] = {
        "sites": {f"{at}-outpost_there": {"owner": 2, "outpost": one} for at, one in built},
        "areas": {at: {"land": "none"} for at in SITES[2:]},
        "officers.captain.pool.1": random.choice([0, 24, 25]),
        "parties.1.leads": random.choice(["none", "expansion", "discovery", "sustenance"]),
    }
    if random.random() < SCARCE:
        return {**given, "parties.2.pen": ["24 trampler", "20 raptor", "20 shieldhead"]}
    breach = random.choice(
        [{"breach": "none"}, {"breach": "plains_1", "breach_dinos": random.choice([[], ["raptor"]])}]
    )
    return {**given, "parties.1.pen": random.choice([[], ["raptor"], ["trampler"]]), "parties.3": breach}


def position(name: str, random: Random) -> Table:
    """A turn of player 1 begins, with a die of each face in the pool."""
    dice = {f"neutral_{at}": {"face": face} for at, face in enumerate(FACES, 1)}
    given = {"pool": list(dice), "dice": dice, "players.1": stocks(name, random)}
    if name == "ep2":
        given |= island(random)
    text = yaml.safe_dump({"scenarios": [{"scenario": "a turn", "players": 3, "do": "primary", "given": given}]})
    (scenario,), report = read_text(text, "turn.yaml", name)
    assert not report.errors, report.sorted()
    return Table(scenario, opener().open_for(scenario))


@cache
def opener() -> Opener:
    """One for all, so that a game is compiled once."""
    return Opener()


def gains(before: dict[str, object], after: dict[str, object]) -> bool:
    """Whether something has come of it: more of something, or another change than what was paid."""
    changed = {at: (before.get(at), value) for at, value in after.items() if before.get(at) != value}
    ours = {at: pair for at, pair in changed.items() if not at.startswith(MARKS)}
    return any(".stock." not in at or old < new for at, (old, new) in ours.items())


def does_something(state: State, option: str, random: Random) -> bool:
    """Whether one of some turns in which the option is taken brings anything."""
    before = state.view(1)["fields"]
    for _ in range(TRIES):
        turn = state.clone()
        turn.apply(option, player=turn.decision.player)
        while not turn.over and not turn.decision.address.startswith("flow.secondary"):
            turn.apply(random.choice(turn.decision.options).id, player=turn.decision.player)
        if gains(before, turn.view(1)["fields"]):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "positions"),
    [pytest.param("ep2", 300, marks=pytest.mark.slow), pytest.param("ep1", 300, marks=pytest.mark.slow)],
)
def test_no_effect_is_offered_for_nothing(name, positions):
    """Each that a die can be placed for brings something in one way or another, whatever is used up."""
    for seed in range(positions):
        random = Random(seed)
        state = position(name, random).state
        offered = [option.id for option in state.decision.options]
        vain = [each for each in offered if not does_something(state, each, random)]
        assert vain == [], (seed, vain)
