"""The decision that a seat is given holds no more than the seat knows."""

import rulebed

PACK = """
title: How things look
players: {min: 2, max: 2}
kinds:
  stone:
    instances: [grey, black]
    state: {weight: {type: number, seen_by: viewer is first(players)}, is_up: flag}
game: {state: {picked: stone?}}
flow:
  weigh: {do: "choose n in 0..2; set grey.weight to n; set black.is_up to true", next: pick}
  pick: {do: "each p in players: as p: choose s in stones; set picked to s", next: end}
result: {score: 0}
"""


def test_how_things_look_is_kept_without_what_the_seat_does_not_see(tmp_path):
    """What is offered is called as the seat sees it, and the state isn't handed out with that."""
    (tmp_path / "looking" / "locale").mkdir(parents=True)
    (tmp_path / "looking" / "pack.yaml").write_text(PACK, encoding="utf-8")
    for language, text in (("en", "{self} ({weight})"), ("fr", "{self} ({is_up})")):
        path = tmp_path / "looking" / "locale" / f"{language}.yaml"
        path.write_text(f'nouns:\n  stone: {{one: stone, many: stones, offered: "{text}"}}\n', encoding="utf-8")
    state = rulebed.load("looking", search=[tmp_path]).start(seed=1)
    state.apply("2")
    own = state.seat(1).decision
    assert [own.label_of(one) for one in own.options] == ["grey (2)", "black (0)"]
    state.apply("grey")
    given, whole = state.seat(2).decision, state.decision
    for language in ("en", "fr"):
        assert [given.label_of(one, language) for one in given.options] == [
            whole.label_of(one, language) for one in whole.options
        ]
    assert given.label_of(given.options[0]) == "grey"
    assert given.look.slots == []
    assert 2 not in given.look.known.values()
