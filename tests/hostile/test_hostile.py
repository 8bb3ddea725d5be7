"""Whatever a stranger sends comes to an end soon, with little memory, and touches nothing that isn't its own."""

import json
import os
import subprocess
import sys

import pytest
from tests.clock import slowness, yardstick
from tests.hostile import expensive
from tests.hostile.cases import every_case, lots

SLOW = pytest.mark.slow
FEW, MANY = 7, 400  # packs that are dear, in short and in long
SECONDS = 2.0  # of the processor, of a machine as quick as it should be; a busy one is no fault of a pack
MEGABYTES = 300
EXPECTED = {case.name: list(case.expected) for case in every_case()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the limits are those of Unix")
@pytest.mark.parametrize("lot", [pytest.param(one, marks=SLOW if one.endswith("dear") else ()) for one in lots()])
def test_hostile_packs_are_refused_or_play(lot, root):
    """Each ends as its case says: with these codes, refused as a save or record, or played."""
    command = [sys.executable, "-m", "tests.hostile.warden", lot]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {one["case"] for one in found} == {case.name for case in every_case() if case.lot == lot}
    allowed = SECONDS * slowness([yardstick() for _ in range(5)])
    assert [wrong for one in found for wrong in complaints(one, allowed)] == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the limits are those of Unix")
@pytest.mark.parametrize("seeds", [range(FEW), pytest.param(range(FEW, MANY), marks=SLOW)])
def test_dear_packs_play_within_their_bounds(seeds):
    """Whatever is nested, grows or goes round and round: what is accepted plays on, or comes to a bound and says so."""
    slower = slowness([yardstick() for _ in range(5)])
    found = {seed: expensive.alone(seed, slower) for seed in seeds}
    assert {seed: said for seed, said in found.items() if said.startswith("FAULT")} == {}
    assert {"refused", "bounded"} <= {*found.values()}


def complaints(found, allowed):
    """What is wrong with how a case went."""
    name, expected = found["case"], EXPECTED[found["case"]]
    if found["outcome"] != expected:
        yield f"{name}: {found['outcome']}, not {expected}"
    if found["touched"]:
        yield f"{name}: touched {found['touched']}"
    if found["seconds"] > allowed:
        yield f"{name}: took {found['seconds']:.1f} seconds"
    if found["megabytes"] > MEGABYTES:
        yield f"{name}: took {found['megabytes']} megabytes"


def test_names_of_cases_are_their_own():
    """Two of one name would hide each other; sixty cases and more of what can go wrong."""
    names = [case.name for case in every_case()]
    assert len(names) == len(set(names)) > 60


def test_the_warden_notices_what_is_touched_and_what_takes_long(tmp_path):
    """Otherwise it could let everything through."""
    script = (
        "import json, sys; from tests.hostile import outcomes, warden; from tests.hostile.cases import Case\n"
        "def bad(case, box):\n"
        "    open(box.parent / 'outside' / 'secret.yaml').read()\n"
        "    sum(range(30_000_000)); held = b'x' * 400_000_000\n"
        "    return ['plays']\n"
        "outcomes.of = bad\n"
        "print(json.dumps(warden.tried(Case('x', 'bad', {}))))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert [touched.partition(" ")[0] for touched in found["touched"]] == ["open"]
    assert found["seconds"] > 0.1
    assert found["megabytes"] > MEGABYTES
