"""What a front end gets: boards with keys that stay, patches from one to the next, versions that only rise."""

import json
from random import Random

import pytest
from tests.play.test_boards import TIDEWAY

import rulebed
from rulebed import packs, patched
from rulebed.play.patches import patch

LISTED = {listed.name: listed.path for listed in packs.available(packs.search_path())}
LARGE = frozenset({"ep1", "ep2", "dino_island", "four_winds", "hearts", "hanabi"})
EVERY = [
    *(pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name for name in LISTED),
    *(
        pytest.param(f"{name}+{layer.name}", marks=pytest.mark.slow)
        for name, path in LISTED.items()
        for layer in sorted(path.glob("layers/*"))
        if name in LARGE
    ),
]
MOST = 120  # decisions of a game
FRESH = 7  # the board is drawn anew every so often, too


def keys(box):
    """All keys of a board."""
    yield box["key"]
    for inner in box.get("boxes", ()):
        yield from keys(inner)


def shuffled(random, names):
    return [{"key": name, "shape": "text", "text": name} for name in random.sample(names, len(names))]


def test_patches_make_the_next_of_the_last_whatever_has_moved():
    """Rows of thirty, shuffled, with some gone and some new; what was given stays as it was."""
    random = Random(1)
    for _ in range(60):
        names = [str(number) for number in range(40)]
        before, now = (
            {"key": "board", "shape": "row", "boxes": shuffled(random, names)[: random.randrange(31)]} for _ in range(2)
        )
        if random.random() < 0.5:
            now["title"], before["close"] = "Row", True
        kept = json.dumps(before)
        steps = patch(before, now)
        assert patched(before, steps) == now
        assert json.dumps(before) == kept


def test_what_stands_in_its_old_order_is_not_moved():
    before = {"key": "board", "boxes": [{"key": name} for name in "abcdef"]}
    now = {"key": "board", "boxes": [{"key": name} for name in "fabxcde"]}
    assert patch(before, now) == [
        {"insert": {"key": "x"}, "in": "board", "before": "c"},
        {"move": "f", "in": "board", "before": "a"},
    ]


@pytest.mark.parametrize("pack", EVERY)
def test_each_frame_builds_upon_the_last(pack):
    """For each seat and who looks on: keys are unique, patches give the board as it is drawn anew, versions rise."""
    random, game = Random(3), rulebed.load(pack)
    state = game.start(seed=3, events=True)
    viewers = (None, *range(1, state.rules.players + 1))
    frames = {viewer: state.frame(viewer) for viewer in viewers}
    boards = {viewer: frame["board"] for viewer, frame in frames.items()}
    for step in range(MOST):
        for viewer in viewers:
            frames[viewer] = frame = state.frame(viewer, since=frames[viewer])
            boards[viewer] = board = patched(boards[viewer], frame["patch"])
            found = list(keys(board))
            assert len(found) == len(set(found))
            if step % FRESH == 0:
                assert board == state.board(viewer)
        if state.over or not state.decisions:
            break
        before = {viewer: frame["version"] for viewer, frame in frames.items()}
        decision = random.choice(state.decisions)
        state.apply(random.choice(decision.options), player=decision.player)
        rises = {viewer: state.frame(viewer, since=frames[viewer])["version"] - before[viewer] for viewer in viewers}
        assert min(rises.values()) >= 0
        if decision.player:
            assert rises[decision.player] >= 1


@pytest.mark.parametrize("pack", ["dice_workers", pytest.param("ep1", marks=pytest.mark.slow)])
def test_keys_stay_over_saves_languages_and_seats(pack):
    state, random = rulebed.load(pack).start(seed=5, events=True), Random(5)
    for _ in range(40):
        if not state.over:
            state.apply(random.choice(state.decision.options))
    again = state.game.restore(state.save())
    own = list(keys(state.board(1)))
    assert list(keys(again.board(1))) == own
    assert list(keys(state.board(1, "fr"))) == own
    assert set(keys(state.board(2))) & set(own)
    assert again.frame(1) == state.frame(1)


def test_a_frame_has_what_happened_since(tideway):
    """Of another seat, another language or another game it has the whole board."""
    first = tideway.frame(1)
    assert first["since"] is None
    assert first["story"] == tideway.story(player=1)
    tideway.apply("a1")
    frame = tideway.frame(1, since=first)
    assert (frame["version"], frame["since"]) == (1, 0)
    assert [dict(event) for event in tideway.events(first.heard, 1)] == frame["events"]
    assert [step["set"] for step in frame["patch"]] == ["box:a1"]
    for other in (tideway.frame(2, since=first), tideway.frame(1, "fr", since=first)):
        assert "board" in other
        assert other["since"] is None
    twin = rulebed.load_text(TIDEWAY).start(seed=1, events=True)
    assert "board" in twin.frame(1, since=first)
    assert json.loads(json.dumps(frame)) == frame


def test_what_was_read_of_a_frame_belongs_to_whoever_reads_it(tideway):
    first = tideway.frame(1)
    first["board"]["boxes"].clear()
    tideway.apply("a1")
    frame = tideway.frame(1, since=first)
    frame["patch"][0]["to"].clear()
    assert tideway.board(1) == tideway.frame(1)["board"] != first["board"]


def test_the_last_frames_are_kept_by_version(tideway):
    """What is gone, or never was, gets the whole board."""
    frames = tideway.frames(1, keep=2)
    assert "board" in frames.frame(since=0)
    for option, version in (("a1", 1), ("b1", 2)):
        tideway.apply(option)
        assert frames.frame(since=version - 1)["since"] == version - 1
    assert "board" in frames.frame(since=0)


def test_versions_rise_where_something_is_taken_back():
    state = rulebed.load_text(TIDEWAY).start(seed=1, events=True, undo="free")
    state.apply("a1")
    assert state.frame(1)["version"] == 1
    state.undo(1)
    assert [state.frame(viewer)["version"] for viewer in (None, 1, 2)] == [2, 2, 2]


def test_who_has_not_listened_has_nothing_to_tell():
    with pytest.raises(ValueError, match="starts with `events=True`"):
        rulebed.load_text(TIDEWAY).start(seed=1).frame(1)


@pytest.fixture
def tideway():
    return rulebed.load_text(TIDEWAY).start(seed=1, events=True)


def test_the_sheet_has_the_scores_as_they_stand_with_their_parts():
    """Each seat's as far as the viewer can know it; again only where it has changed."""
    state = rulebed.load("high_water").start(players=2, events=True)
    first = state.frame(1)
    assert [one["parts"] for one in first["sheet"]] == [dict(parts) for parts in state.parts]
    assert [one["score"] for one in first["sheet"]] == list(state.scores)
    assert "sheet" not in state.frame(1, since=first)
    hidden = TIDEWAY.replace("score: me.salt", "score: 'sum([b.size for b in my.flock])'")
    sheet = rulebed.load_text(hidden).start(seed=1, events=True).frame(1)["sheet"]
    assert [type(one["score"]) for one in sheet] == [int, type(None)]


def test_a_frame_of_what_is_no_more_is_built_upon_by_none():
    """After going back to an earlier save, and in another game of the same pack, the whole board comes again."""
    state = rulebed.load_text(TIDEWAY).start(seed=1, events=True)
    save = state.save()
    state.apply("a1")
    newer = state.frame(1)
    state.apply("b1")
    assert "patch" in state.frame(1, since=newer)
    earlier = state.game.restore(save)
    assert "board" in earlier.frame(1, since=newer)
    earlier.apply("b2")
    assert "board" in earlier.frame(1, since=newer)
