"""Which combinations of a pack's layers are looked at: each layer, each two, and as many as go together."""

import pytest

from rulebed.packs.company import combinations_of

PACK = "title: Harbour\nplayers: 2\n"
CASES = {
    "none": ({}, "", []),
    "one": ({"calm": ""}, "calm", []),
    "three": ({"calm": "", "fog": "", "storm": ""}, "calm fog storm calm+fog calm+storm fog+storm calm+fog+storm", []),
    "two_that_are_barred": (
        {"calm": "", "fog": "", "storm": "not_with: calm"},
        "calm fog storm calm+fog fog+storm",
        ["calm+storm"],
    ),
    "one_that_needs_another": (
        {"calm": "", "fog": "with: calm", "storm": ""},
        "calm calm+fog storm calm+storm calm+fog+storm",
        [],
    ),
    "one_that_needs_what_another_cannot_stand": (
        {"calm": "not_with: storm", "fog": "with: calm", "storm": ""},
        "calm calm+fog storm",
        ["calm+storm", "calm+fog+storm"],
    ),
    "all_of_four_that_stand_in_two_camps": (
        {"calm": "not_with: [storm, gale]", "dew": "not_with: [gale, storm]", "gale": "", "storm": ""},
        "calm dew gale storm calm+dew gale+storm",
        ["calm+gale", "calm+storm", "dew+gale", "dew+storm"],
    ),
    "one_that_needs_what_is_not_there": ({"calm": "with: clam"}, "calm", []),
    "one_that_cannot_be_read": ({"calm": "with: [", "fog": ""}, "calm fog calm+fog", []),
    "one_that_cannot_stand_itself": ({"calm": "not_with: calm"}, "calm", []),
}


@pytest.fixture
def harbour(tmp_path):
    """Writes the pack with these layers; gives where it lies."""

    def write(layers):
        (tmp_path / "harbour" / "layers").mkdir(parents=True)
        (tmp_path / "harbour" / "pack.yaml").write_text(PACK, encoding="utf-8")
        for name, text in layers.items():
            (tmp_path / "harbour" / "layers" / f"{name}.yaml").write_text(f"title: {name}\n{text}\n", encoding="utf-8")
        return tmp_path

    return write


@pytest.mark.parametrize("case", CASES)
def test_layers_are_put_together_as_they_say(case, harbour):
    """Each set once, by the names in their order; of what is barred only what two layers come to."""
    layers, together, barred = CASES[case]
    found = combinations_of("harbour", [harbour(layers)])
    assert [one.reference for one in found if not one.barred] == [
        "harbour",
        *(f"harbour+{one}" for one in together.split()),
    ]
    assert [one.reference for one in found if one.barred] == [f"harbour+{one}" for one in barred]


def test_layers_that_are_named_are_always_there(harbour):
    """Among them one that lies elsewhere: so somebody sees what goes with their own."""
    place = harbour({"calm": "", "fog": "", "storm": "not_with: calm"})
    (place / "breeze.yaml").write_text("title: Breeze\nnot_with: storm\n", encoding="utf-8")
    mine = (place / "breeze.yaml").as_posix()
    found = [(one.reference.replace(mine, "breeze"), one.barred) for one in combinations_of(f"harbour+{mine}", [place])]
    assert found[:4] == [
        ("harbour+breeze", False),
        ("harbour+breeze+calm", False),
        ("harbour+breeze+fog", False),
        ("harbour+breeze+storm", True),
    ]


def test_layers_of_what_a_pack_requires_are_among_them(harbour):
    """They can be loaded with it, too; one of the same name is one layer."""
    place = harbour({"calm": ""})
    (place / "bay").mkdir()
    (place / "bay" / "pack.yaml").write_text("requires: harbour\n", encoding="utf-8")
    assert [one.reference for one in combinations_of("bay", [place])] == ["bay", "bay+calm"]


def test_a_pack_that_is_not_there_has_none(tmp_path):
    """Whoever loads it is told."""
    assert combinations_of("harbour", [tmp_path]) == []
