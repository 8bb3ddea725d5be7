"""What a front end gets: boards with keys that stay, patches from one to the next, versions that only rise."""

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from statistics import quantiles

import pytest
from tests.hidden.small import SMALL
from tests.play.test_boards import TIDEWAY

import rulebed
from rulebed import packs, patched
from rulebed.play.showing.patches import patch

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
FRESH = 7  # the board of a large game is drawn anew every so often, too
TAKEN_BACK, SAVED, LOOKED = 5, 16, 7  # every so many decisions
GAMES, FEW, LONGEST = 110, 6, 400  # whole games of a small pack, of a large one; decisions


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


def deep(count):
    """A box within a box within a box."""
    box = {"key": "0", "shape": "row", "boxes": []}
    for number in range(1, count):
        box = {"key": str(number), "shape": "row", "boxes": [box]}
    return box


@pytest.mark.parametrize(
    "step",
    [
        {"insert": {"key": "1"}, "in": "2", "before": None}, {"insert": deep(9_000), "in": "2", "before": None},
        {"move": "1", "in": "1", "before": None}, {"move": "0", "in": "2", "before": None}, {"remove": "2"},
        {"set": "1", "to": {"key": "0"}}, {"set": "1", "to": {"boxes": []}}, {"set": "1", "to": {}, "drop": ["key"]},
    ],
)  # fmt: skip
def test_steps_that_no_board_has_are_refused(step):
    """Keys stay unique, boxes where they are; the board itself stays as it is."""
    board = deep(3)
    with pytest.raises(rulebed.PatchError):
        patched(board, [step])
    assert board == deep(3)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"remove": "x"}, "`x`, which they need, isn't there"), ({"set": "1"}, "`to`, which they need"),
        ({"insert": {"key": "9"}, "in": "2", "before": "0"}, "a box stands before one of those"), ({}, "`move`"),
        ({"set": [], "to": {}}, "they are no steps"), ({"insert": 1, "in": "2"}, "they are no steps"),
    ],
)  # fmt: skip
def test_it_is_said_what_is_wrong_with_steps(step, said):
    """In words, with what to do."""
    with pytest.raises(rulebed.PatchError, match=said) as refused:
        patched(deep(3), [step])
    assert str(refused.value).endswith("; ask for the whole board")


def test_what_stands_in_its_old_order_is_not_moved():
    before = {"key": "board", "boxes": [{"key": name} for name in "abcdef"]}
    now = {"key": "board", "boxes": [{"key": name} for name in "fabxcde"]}
    assert patch(before, now) == [
        {"insert": {"key": "x"}, "in": "board", "before": "c"},
        {"move": "f", "in": "board", "before": "a"},
    ]


class Onlooker:
    """Whoever has one frame after the other, and makes each board of the one before."""

    def __init__(self, state, viewer, language):
        self.viewer, self.language = viewer, language
        self.frame = state.frame(viewer, language)
        self.board = self.frame["board"]

    def look(self, state, *, anew):
        """The next frame: what it shows has unique keys, and its events tell of all changes; how far versions rise."""
        before, self.frame = self.frame, state.frame(self.viewer, self.language, self.frame)
        self.board = patched(self.board, self.frame["patch"])
        found = list(keys(self.board))
        assert len(found) == len(set(found))
        assert any(event["changes"] for event in self.frame["events"]) or not self.frame["patch"]
        if anew:
            assert self.board == state.board(self.viewer, self.language)
        return self.frame["version"] - before["version"]


def follow(state, seed, most, fresh):
    """A random game as all see it, in two languages, with what is taken back, saved and restored."""
    random, languages = Random(seed), ("en", "fr")
    viewers = (None, *range(1, state.rules.players + 1))
    seen = [Onlooker(state, viewer, languages[at % 2]) for at, viewer in enumerate(viewers)]
    for step in range(most):
        if state.over or not state.decisions:
            break
        decision = random.choice(state.decisions)
        state.apply(random.choice(decision.options), player=decision.player)
        rises = [one.look(state, anew=step % fresh == 0) for one in seen]
        assert min(rises) >= 0
        assert rises[decision.player] >= 1 or not decision.player
        if step % LOOKED == 0 and decision.player:
            check_undo(state, decision.player)
        if step % TAKEN_BACK == 0 and decision.player:
            try_to_undo(state, decision.player)
        if step % SAVED == SAVED - 1:
            state = state.game.restore(state.save())
    assert all(one.look(state, anew=True) >= 0 for one in seen)
    return state


def try_to_undo(state, player):
    with suppress(rulebed.IllegalAction):
        state.undo(player)


def check_undo(state, player):
    """What a frame says of taking back is what comes of it; with the trail, to each decision that it is made of."""
    frame, strict = state.frame(player), allowing(state, "strict")
    said, before = strict.frame(player)["undo"], strict.clone()
    if said is None or not said["steps"]:
        with pytest.raises(rulebed.IllegalAction, match="nothing" if said is None else said["text"]):
            strict.undo(player)
        return
    strict.undo(player)
    assert said["steps"] > 0
    assert said["barred"] is None
    assert [one.serial for one in strict.decisions if one.player == player] == [said["serial"]]
    for crumb in (one for asked in frame["decisions"] for one in asked["trail"][:1]):
        before.undo(player, to=crumb["serial"])
        (then,) = (one for one in before.decisions if one.player == player)
        assert (then.serial, then.text("en")) == (crumb["serial"], crumb["label"])
        assert crumb["option"] in {one.id for one in then.options}
        assert (crumb["forced"] is not None) == then.forced


def allowing(state, undo):
    """The same game where one may take back so far."""
    twin = state.clone()
    twin._match = replace(state.match, undo=undo)
    return twin


@pytest.mark.parametrize("pack", EVERY)
def test_each_frame_builds_upon_the_last(pack):
    """For each seat and who looks on: keys are unique, patches give the board as it is drawn anew, versions rise."""
    is_large = pack.partition("+")[0] in LARGE
    follow(rulebed.load(pack).start(seed=3, events=True, undo="free"), 3, MOST, FRESH if is_large else 1)


@pytest.mark.slow
@pytest.mark.parametrize("pack", [*SMALL, *(one if isinstance(one, str) else one.values[0] for one in EVERY)])
def test_frames_of_many_games_build_upon_the_last(pack):
    """The same over whole games, with each number of players; two thousand of them together."""
    game = SMALL[pack].game if pack in SMALL else rulebed.load(pack)
    counts = game.info.players
    for seed in range(FEW if pack.partition("+")[0] in LARGE else GAMES):
        follow(game.start(counts[seed % len(counts)], seed=seed, events=True, undo="free"), seed, LONGEST, FRESH)


ODD = """
title: Odd
players: {min: 2, max: 2, state: {hand: hand of card, n: {type: number, start: 0}}}
kinds: {card: {data: {back: {type: number, on_back: true}}}, rock: {grid: {rows: 2, columns: 2}}}
cards: {a: {back: 1}, b: {back: 2}, c: {back: 3}, d: {back: 4}}
game: {state: {stock: {type: deck of card, start: all}, m: {type: number, start: 0}}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: turn}
  turn:
    do: |
      choose k in 0..2
      set m to k
      set my.n to k
      put first(my.hand) under stock
      draw from stock into my.hand
      set active to next(me)
    next: [{if: "sum([p.n for p in players]) > 3", to: end}, {otherwise: turn}]
result: {score: me.n}
board: """
BOARDS = {
    "there now and then": "{if: m > 0, text: '{m}'}",
    "one for each": "{each: p in players, text: '{p.n}'}",
    "twice the same": "{column: {a: {each: 'x in [m, m, 1, -1]', text: '{x}'}}}",
    "of sets": "{column: {a: {each: 'x in [[1, m], [2]]', text: '{x}'}}}",
    "within each other": "{column: {a: {each: 'x in [m, m, 1]', row: {b: {each: 'y in [x, x, m]', row: {c: {each: 'z in"
    " my.hand', text: '{z} {y}'}}}}}}}",
    "backs": "{column: {a: {each: p in players, row: {b: {each: 'c in p.hand', text: '{c.back}'}}}}}",
    "of backs": "{column: {a: {each: p in players, row: {b: {each: 'c in p.hand', row: {x: {each: 'y in [c.back]',"
    " text: '{y}'}}}}}}}",
    "all at one place": "{grid: {each: r in rocks, across: 1, up: m, box: {show: r}}}",
    "several at a place": "{grid: {each: 'x in [m, m, 2]', across: x, up: 1, box: {each: 'y in 0..x', text: '{y}'}}}",
    "moving about": "{column: {a: {each: 'x in [3 - m, m, 1, 2]', text: '{x}'}}}",
    "a track": "{track: {at: m, from: 0, to: 3 - m}}",
}


@pytest.mark.parametrize("name", BOARDS)
def test_odd_boards_are_told_by_what_has_changed(name):
    """Whatever a box is drawn for: things under one key may be others than before."""
    for seed in range(3):
        state = rulebed.load_text(ODD + BOARDS[name]).start(seed=seed, events=True, undo="free")
        follow(state, seed, MOST, 1)


def test_a_board_for_each_has_them_all():
    board = rulebed.load_text(ODD + BOARDS["one for each"]).start(seed=1).board(1)
    assert [box["text"] for box in board["boxes"]] == ["0", "0"]


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


def test_a_frame_of_another_game_of_the_same_pack_is_no_base(tideway):
    """Nor is one of a game that parted from this one, or what this one was before it is loaded again."""
    other = tideway.game.start(seed=2, events=True)
    twin, before = tideway.clone(), tideway.save()
    tideway.apply("a1")
    twin.apply("b1")
    frame = tideway.frame(1)
    for state in (other, twin, tideway.game.restore(before)):
        assert "board" in state.frame(1, since=frame)
    assert tideway.game.restore(tideway.save()).frame(1, since=frame)["patch"] == []


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


@pytest.mark.slow
def test_what_is_sent_of_a_large_game_is_small():
    """After each decision of Episode 1, for each seat: 2 kB at the median, and 16 kB but for one in a hundred."""
    sizes = []
    for seed in range(FEW):
        random, state = Random(seed), rulebed.load("ep1").start(seed=seed, events=True)
        frames = {seat: state.frame(seat) for seat in range(1, state.rules.players + 1)}
        while not state.over:
            state.apply(random.choice(state.decision.options))
            for seat, last in frames.items():
                frames[seat] = state.frame(seat, since=last)
                sizes.append(len(json.dumps(frames[seat], separators=(",", ":"), ensure_ascii=False).encode()))
    *_, median = quantiles(sizes, n=2)
    *_, most = quantiles(sizes, n=100)
    assert (median <= 2_000, most <= 16_000) == (True, True), (median, most)


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
