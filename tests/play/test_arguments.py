"""What is given to the public API in another shape than it should have is refused, by the name of its parameter."""

import ast
import inspect
import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import rulebed

PACK = """
title: Pond
players: 2
options: {wind: {values: [calm, strong], default: calm}}
kinds: {frog: {count: 3}}
resources: {fly: {start: 2}}
flow:
  turn:
    do: {act: {pick: 1, options: {leap: choose f in frogs; gain 1 fly, rest: nothing, eat: pay 3 fly, stop: end game}}}
    next: turn
result: {score: me.fly}
"""
# What rooms of the engine call and no page names.
INSIDE = {
    "Game": {"begun", "rules"},
    "State": {"begin", "beginning", "decide", "elsewhere", "placed", "with_log"},
}
REFUSALS = (
    rulebed.BudgetExceeded,
    rulebed.ContentError,
    rulebed.IllegalAction,
    rulebed.RecordError,
    rulebed.PatchError,
    rulebed.SetupError,
    LookupError,  # an option or an integer of no action, a language that nobody speaks
)
LONG = 10**5000
THINGS = (None, True, 1.5, 7, b"a", [[1]], {"a": [1]}, {1: "a"}, object(), float("nan"), Path("x"), "x")
NO_LISTS = [one for one in THINGS if not isinstance(one, list)]
# For each annotation, what is of another type.
WRONG = {
    "str": [one for one in THINGS if not isinstance(one, str)],
    "int": [*(one for one in THINGS if type(one) is not int), LONG, -LONG],
    "Seed": [*(one for one in THINGS if type(one) is not int), LONG, -LONG, "", "0" * 31, "A" * 32, "g" * 32],
    "bool": [one for one in THINGS if not isinstance(one, bool)],
    "Sequence[str]": [*NO_LISTS, [1], [None], ["a", b"b"]],
    "Sequence[Path]": [*NO_LISTS, [1], [None], ["a", b"b"]],
    "Sequence[Mapping[str, Any]]": [*NO_LISTS, [1], [None], ["a", b"b"]],
    "Mapping[str, str]": [*THINGS[1:6], {1: "a"}, {"wind": ["calm"]}, {"wind": None}, {"wind": True}, "x", object()],
    "Mapping[str, Any]": [*THINGS[1:6], {1: "a"}, {None: 1}, "x", object()],
    "Option | str": [one for one in THINGS if not isinstance(one, str)],
    "Option": THINGS,
    "Decision": THINGS,
    "Game": THINGS,
    "Node": THINGS,
    "Frame": [one for one in THINGS if one is not None],
}
# For each annotation, what is of that type and of no use.
ODD = {
    "str": ["", "\udcff", "x\0", "../..", "{}", "[1]", '{"rulebed_save": 1}', "x" * 10_000, "9" * 5000, "\n"],
    "int": [-1, 0, 10**30, -(10**30)],
    "Seed": [-1, 0, 10**30, "0" * 32],
    "Sequence[str]": [["\udcff"], ["x" * 10_000], ["=="], ()],
    "Sequence[Mapping[str, Any]]": [
        [{}],
        [{"set": "x"}],
        [{"remove": "x"}],
        [{"insert": {}, "in": "x", "before": None}],
    ],
    "Sequence[Path]": [["\0"], ["\udcff"], [Path("/nowhere")], ()],
    "Mapping[str, str]": [{"": ""}, {"wind": 10**30}, {"\udcff": "\udcff"}],
    "Mapping[str, Any]": [{"": 1}, *({"party.1.stock.fly": one} for one in (LONG, "x", [1], None, 1.5, {}, object()))],
    "Option | str": ["", "\udcff", "9" * 5000],
}


@cache
def subjects():
    """One of each sort of thing that whoever calls holds in their hands, by name."""
    game = rulebed.load_text(PACK)
    state = game.start(seed=1, events=True)
    decision = state.decision
    found = (game, state, state.seat(1), decision, decision.options[0], game.actions)
    return {type(one).__name__: one for one in found}


def public():
    """Each function and method with a parameter, and those of its parameters that can be given."""
    functions = {name: getattr(rulebed, name) for name in rulebed.__all__}
    for name, function in functions.items():
        if inspect.isfunction(function):
            yield name, function
    for owner, one in subjects().items():
        for name, method in inspect.getmembers(type(one), callable):
            if not name.startswith("_") and name not in INSIDE.get(owner, ()):
                yield f"{owner}.{name}", method


def usual(name):
    """What a parameter is while it is not the one that is looked at."""
    decision = subjects()["Decision"]
    return {
        "reference": "pig", "text": PACK, "address": "flow.turn", "wanted": "rest", "language": "en", "player": 1,
        "game": subjects()["Game"], "decision": decision, "option": decision.options[1], "number": 0, "seed": 1,
        "value": 0, "box": {"key": "board", "boxes": []}, "steps": [],
    }[name]  # fmt: skip


def called(name, function, parameter, value):
    """What comes of it if one parameter has this value."""
    owner, _, method = name.rpartition(".")
    given = {
        one.name: usual(one.name)
        for one in inspect.signature(function).parameters.values()
        if one.default is one.empty and one.name != "self"
    } | {parameter: value}
    if not owner:
        return function(**given)
    subject = subjects()[owner]
    return getattr(subject.clone() if owner == "State" else subject, method)(**given)


def sort_of(annotation):
    """What the tables go by, and whether nothing will do, too."""
    plain = annotation.replace("S | ", "").removesuffix(" | None")
    return plain, plain != annotation


PARAMETERS = [
    (name, function, one.name, *sort_of(one.annotation))
    for name, function in public()
    for one in inspect.signature(function).parameters.values()
    if one.name != "self"
]


def test_every_public_parameter_is_looked_at():
    """None has a type that the tables lack, and what is left out as internal is there."""
    assert {sort for *_, sort, _ in PARAMETERS} <= WRONG.keys()
    assert len(PARAMETERS) > 40
    for owner, names in INSIDE.items():
        assert names <= {name for name, _ in inspect.getmembers(type(subjects()[owner]), callable)}


@pytest.mark.parametrize(
    ("name", "function", "parameter", "sort", "may_be_none"),
    PARAMETERS,
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_another_type_is_refused_by_name(name, function, parameter, sort, may_be_none):
    """With a TypeError or ValueError that says which argument it is, and what belongs there."""
    for value in WRONG[sort]:
        if value is None and may_be_none:
            continue
        with pytest.raises((TypeError, ValueError), match=rf"`{parameter}[`\[]|a name in {parameter}`") as refused:
            called(name, function, parameter, value)
        assert len(str(refused.value)) < 300
        assert name != "Game.start" or isinstance(refused.value, rulebed.SetupError)


@pytest.mark.parametrize(
    ("name", "function", "parameter", "sort", "may_be_none"),
    PARAMETERS,
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_of_no_use_is_taken_or_refused_by_the_house(name, function, parameter, sort, may_be_none):
    """What has the right type and is nothing that there is comes to a result, or to one of the documented errors."""
    for value in (*ODD.get(sort, ()), *([None] if may_be_none else [])):
        with suppress(*REFUSALS):
            called(name, function, parameter, value)


def test_numbers_of_other_libraries_are_taken_as_numbers():
    """An integer of numpy or the like becomes one of Python, so that the state can be saved."""

    class Foreign:
        def __index__(self):
            return 1

    state = subjects()["Game"].start(seed=Foreign(), events=True)
    state.take(Foreign())
    assert state.view(Foreign()) == state.view(1)
    assert state.game.restore(state.save()) == state


def test_what_was_started_can_be_saved():
    """Whatever a start takes, a save has, and `restore` gives back."""
    game = subjects()["Game"]
    for how in (
        {"seed": -(10**30)},
        {"seed": True + 1},
        {"options": {"wind": "strong"}},
        {"given": {"party.1.stock.fly": 9}},
    ):
        state = game.start(**how)
        assert game.restore(state.save()) == state


def errors_of(room):
    """The errors that the modules of a room define."""
    for path in sorted(Path(rulebed.__file__).parent.joinpath(room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(
                re.search(r"Error|Exception|Refusal", ast.unparse(one)) for one in node.bases
            ):
                yield node.name


def test_every_error_that_a_caller_can_get_is_public_and_told_of(root):
    """What play raises, and the budget of compiled programs, can be imported, and the README says when it comes."""
    told = (root / "engine" / "README.md").read_text(encoding="utf-8")
    unseen = {"Refusal", "HiddenError", "Looked"}  # what some have in common, and what is caught where it is raised
    found = {*errors_of("play"), *errors_of("pipeline"), "BudgetExceeded"} - unseen
    assert found == {
        name
        for name in rulebed.__all__
        if inspect.isclass(getattr(rulebed, name)) and issubclass(getattr(rulebed, name), Exception)
    }
    assert [name for name in found if f"| `{name}` |" not in told] == []


def test_refusals_steer_no_terminal():
    """What was asked for is told with signs that can be seen: whoever shows an error shows text."""
    game, odd = subjects()["Game"], "\x1b]0;x\x07\u202e"
    asked = [
        lambda: game.start(options={odd: "1"}),
        lambda: game.start(preset=odd),
        lambda: game.start().apply(odd),
        lambda: game.replay(json.dumps({"rulebed_record": 1, "game": odd})),
        lambda: game.restore(odd),
        lambda: rulebed.load(odd),
    ]
    for ask in asked:
        with pytest.raises(ValueError) as refused:
            ask()
        assert not set(odd) - set("]0;x") & set(str(refused.value))


@pytest.mark.parametrize("language", ["xx", "fr_FR", "", "EN"])
def test_a_language_that_nobody_speaks_is_refused_by_name(language):
    """Nothing is said in English instead: the refusal names those that there are."""
    state = rulebed.load("pig").start(seed=1, events=True)
    option = state.decision.options[0]
    for act in (
        lambda: state.view(1, language),
        lambda: state.board(1, language),
        lambda: state.events(0, 1, language),
        lambda: state.story(language=language),
        lambda: state.decision.text(language),
        lambda: option.text(language),
        lambda: state.decision.label_of(option, language),
    ):
        with pytest.raises(LookupError, match=f"`language` can't be `{language}`: .*`?en`?"):
            act()
    assert state.view(1, "fr") != state.view(1, "en")
