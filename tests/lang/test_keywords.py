"""Words of the language as names: each either works or is refused by name, and a new verb takes none away."""

from __future__ import annotations

import re

import pytest
from lark import UnexpectedInput

import rulebed
from rulebed.assemble.names import ACTING
from rulebed.assemble.programs import KEYS
from rulebed.lang import parse, tables
from rulebed.lang.binders import MEANT
from rulebed.lang.syntax import Text
from rulebed.source.diagnostics import Report

SORTS = """
fact of the game
game: {state: {NAME: number}}
set NAME to 2; choose n in 1..NAME + NAME; gain NAME points

fact of a player
players: {min: 2, max: 2, state: {NAME: number}}
set my.NAME to 2; choose n in 1..me.NAME; gain my.NAME points; gain sum([p.NAME for p in players where NAME > 1]) points

fact of a kind
kinds: {hut: {instances: [red, blue], state: {NAME: number}, data: {size: {type: number, default: 3}}}}
each h in huts: set h.NAME to h.size; choose h in huts where NAME > 1; add h.NAME to blue.NAME; gain h.NAME points

constant of a kind
kinds: {hut: {instances: [red, blue], data: {NAME: {type: number, default: 3}}}}
choose h in huts where NAME > 1; gain h.NAME points

place
kinds: {card: {instances: [red, blue]}}
game: {state: {NAME: {type: row of card, start: all}, end_of_it: row of card}}
choose c in NAME; put c in end_of_it; put c in NAME; gain count(NAME) points

resource
resources: {points, NAME: {start: 3}}
gain 2 NAME, 1 points; pay 1 NAME; choose n in 1..me.NAME; me gains n NAME; gain my.NAME points

procedure
procedures: {NAME: gain 1 points}
choose n in 1..2; NAME; do NAME; if can do NAME: NAME

procedure that takes something
procedures: {NAME: {takes: {n: number}, do: gain n points}}
NAME(2); choose n in 1..2; NAME(n)

parameter
procedures: {grow: {takes: {NAME: number}, do: gain NAME points; gain 2 * NAME points}}
choose n in 1..2; grow(n)

value
values: {NAME: me.points + 1}
choose n in 1..NAME; gain NAME points; gain n + NAME points

value that takes something
values: {NAME: {takes: {n: number}, is: n + 1}}
choose n in 1..NAME(2); gain NAME(n) points; gain (NAME(n)) points

cost
costs: {NAME: {pay: {points: 2}}}
gain 9 points; choose n in 1..2; pay NAME otherwise nothing; gain n points

event
events: {NAME: {about: {who: player}}}
triggers: {glad: {on: NAME, do: who gains 2 points}}
raise NAME(me); choose n in 1..2; gain n points

kind
kinds: {NAME: {plural: lots_of_it, instances: [red, blue]}}
game: {state: {here: {type: NAME, start: blue}}}
procedures: {of_it: {takes: {n: NAME, s: set of NAME}, do: gain count(s) points}}
choose n in lots_of_it; set here to n; of_it(n, lots_of_it)

all of a kind
kinds: {hut: {plural: NAME, instances: [red, blue]}}
choose n in NAME; gain count(NAME) points; each h in NAME where it is red: gain 1 points

instance
kinds: {hut: {instances: [NAME, blue], state: {size: {type: number, start: 2}}}}
choose n in huts where it is not NAME; let m = NAME if 1 > 2 else blue; gain hut.NAME.size + m.size points

program of a kind
kinds: {hut: {programs: {NAME: null}}}
huts: {red: {NAME: gain 1 points}, blue: {NAME: gain 2 points}}
choose h in huts; do h.NAME

value of a kind
kinds: {hut: {values: {NAME: number}}}
huts: {red: {NAME: 1}, blue: {NAME: me.points + 2}}
choose h in huts where NAME > 1; gain h.NAME points

local
game: {state: {round: number}}
let NAME = 2; gain NAME points; gain NAME + 1 points; choose n in [NAME, 3]; set round to NAME; gain round points

chosen
game: {state: {round: number}}
choose NAME in 1..3; gain NAME points; set round to NAME; gain round points

each one
resources: {points}
choose n in 1..2; each NAME in 1..3: gain NAME points; gain 2 * NAME points

several
resources: {points}
choose 2 of 1..3 as NAME; gain sum(NAME) points; gain count(NAME) points

rolled
game: {state: {round: number}}
choose n in 1..2; roll [4] as NAME; gain NAME points; roll 2 times [2] as NAME_too; gain sum(NAME_too) + NAME points

option
flow: {turn: {do: {act: {pick: 1, options: {NAME: gain 1 points, other_one: gain 2 points}}}, next: end}}
-

step
flow: {turn: {do: {first_one: gain 2 points, NAME: choose n in 1..2; gain n points}, next: end}}
-

phase
flow: {turn: {do: choose n in 1..2, next: NAME}, NAME: {do: gain 3 points, next: end}}
-

setup option
options: {NAME: {values: [2, 3], default: 2}}
choose n in 1..options.NAME; gain options.NAME points

value of a setup option
options: {how: {values: [NAME, other_one], default: NAME}}
choose n in 1..2; gain (1 if options.how is NAME else 5) points

law
laws: {NAME: me.points >= 0}
choose n in 1..2; gain n points
"""
ENGINE = (
    *(
        "acted",
        "active",
        "apart",
        "asleep",
        "door",
        "effect_depth",
        "end",
        "event",
        "flow",
        "game",
        "holds",
        "in_force",
    ),
    *("known", "lift", "met", "owner", "place", "player", "result", "running", "scenario", "score", "stock", "supply"),
    *("time", "turn_of", "wake", "watch", "way", "witness"),
)
NEUTRAL = "zebra"
YAML = {"false", "true"}  # which are no words there
SAID = {*ACTING}
KEYS_BESIDE = {"step": {*KEYS}, "program of a kind": SAID, "value of a kind": SAID}  # what stands there anyway
CAUSES = {"P312", "P316", "S101", "S105", "T110"}  # of names that are declared, and of those that a program gives
PARTS = [(rows[0], rows[1:-1], rows[-1]) for rows in (part.split("\n") for part in SORTS.strip("\n").split("\n\n"))]


def words() -> list[str]:
    """All words of the grammar, and what else means something to the language or the engine."""
    found = parse.language()
    return sorted({*found.reserved, *found.verbs, *found.phrased, *MEANT, *ENGINE} - YAML)


def pack(sections: list[str], program: str, name: str) -> str:
    """A pack in which something has this name."""
    parts = {"players": "players: 2", "resources": "resources: {points}", "result": "result: {score: me.points}"}
    parts["flow"] = f"flow: {{turn: {{do: '{program}', next: end}}}}"
    for section in sections:
        parts[section.partition(":")[0]] = section
    return re.sub(r"\bNAME", name, "\n".join(["title: T", *parts.values()]))


def played(text: str) -> list[int]:
    """The scores of a game, with the last option that there is."""
    state = rulebed.load_text(text).start(seed=1)
    while not state.over:
        state.apply(state.decision.options[-1])
    return list(state.scores)


@pytest.mark.parametrize(("sort", "sections", "program"), PARTS, ids=[part[0] for part in PARTS])
def test_some_words_work_as_names_or_are_refused_by_them(sort: str, sections: list[str], program: str) -> None:
    """Each sort of thing is called like one word in ten of the language or the engine, another tenth for each."""
    place = [part[0] for part in PARTS].index(sort)
    _try(sort, sections, program, words()[place % 10 :: 10])


@pytest.mark.slow
@pytest.mark.parametrize(("sort", "sections", "program"), PARTS, ids=[part[0] for part in PARTS])
def test_each_word_works_as_a_name_or_is_refused_by_it(sort: str, sections: list[str], program: str) -> None:
    """Whatever is called like a word of the language or the engine plays as ever, or one finding says that it can't."""
    _try(sort, sections, program, words())


def _try(sort: str, sections: list[str], program: str, names: list[str]) -> None:
    expected = played(pack(sections, program, NEUTRAL))
    for word in names:
        text = pack(sections, program, word)
        errors = [found for found in rulebed.check_text(text) if found.severity.value == "error"]
        if word in KEYS_BESIDE.get(sort, ()):
            assert errors, (sort, word)
        elif errors:
            assert [f"`{word}`" in found.message for found in errors] == [True], (sort, word, errors)
            assert errors[0].code in CAUSES, (sort, word, errors)
        else:
            assert played(text) == expected, (sort, word)


VERB = tables.grammar().replace("_simple: gain |", "_simple: twofold | gain |") + '\ntwofold: "twofold" span\n'


def test_a_new_verb_takes_no_name_away() -> None:
    """With one verb more all programs say what they said, and its word goes on naming whatever it named."""
    old, new = parse.built(tables.grammar()), parse.built(VERB)
    assert "twofold" in new.keywords.verbs
    texts = [pack(sections, program, "twofold") for _, sections, program in PARTS]
    programs = [program for text in texts for program in re.findall(r"(?:do|NAME|twofold): '?([^'{}]+)", text)]
    for program in [*programs, "twofold", "twofold(2)", "me.twofold(3); do twofold", "x twofold"]:
        assert read(new, program) == read(old, program), program
    assert read(new, "twofold 2") != read(old, "twofold 2") is None


def test_a_slip_in_any_verb_is_seen() -> None:
    """Whatever verbs the grammar has: two letters in each other's place, and the verb that was meant is named."""
    for verb in parse._known_words().verbs:
        slip = f"{verb[:-2]}{verb[-1]}{verb[-2]}"
        found = Report()
        assert parse.parse_program(Text(f"{slip} 2 silver", lambda *_: None), found) is None
        if len(verb) > 3 and slip != verb:
            assert [(one.message, one.help) for one in found] == [
                (f"there is no verb `{slip}`", f"did you mean `{verb}`?")
            ]


def read(parser: parse.Parser, program: str) -> object:
    """What a program says, or none."""
    try:
        return parser.tree(program, "program")
    except UnexpectedInput:
        return None
