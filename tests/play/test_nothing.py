"""What leads nowhere: none among the things to choose from, programs that ask whether they themselves can be run."""

import rulebed

NONES = """title: Mates
players: 2
kinds: {{card: {{instances: [ace, king], state: {{mate: card?}}}}}}
game: {{state: {{got: card?, count: number}}}}
flow: {{day: {{do: "set ace.mate to none; {}", next: end}}}}
result: {{score: 1 if got is king else count}}
"""
CIRCLE = """title: Works
players: 1
kinds:
  work:
    programs: {act: null}
    state: {next_one: work?, done: flag}
works:
  saw: {act: "choose w in [saw.next_one] where can do it otherwise finish; set saw.done to true"}
  nail: {act: set nail.done to true}
flow:
  day: {do: choose w in works; set saw.next_one to w, next: work}
  work:
    do:
      pick_one: choose v in works where can do it
      act: do v.act
    next: end
result: {score: count(works where done)}
"""


def offers(program, **start):
    """The ids of the options that there are first."""
    return [option.id for option in rulebed.load_text(NONES.format(program)).start(**start).decision.options]


def test_none_can_not_be_chosen():
    """A set may be made of facts that are none: those are nothing to choose."""
    assert offers("choose c in [ace.mate, king]; set got to c") == ["king"]
    assert offers("may choose c in [ace.mate, king]: set got to c") == ["king", "none"]
    assert offers("choose 2 of [ace.mate, king] as cs; set count to count(cs)") == ["king"]


def test_what_is_none_is_not_rolled():
    """A list leaves it out, so that luck has one outcome; of nothing nothing is rolled."""
    state = rulebed.load_text(NONES.format("roll [ace.mate, king] as c; set got to c")).start(chance="explicit")
    assert [(option.id, option.label) for option in state.decision.options] == [("king", "king")]
    state = rulebed.load_text(NONES.format("roll [ace.mate] as c; set got to c")).start(chance="explicit")
    assert state.over
    assert state.fields["game.got"] is None


def test_a_program_that_asks_for_itself_is_no_endless_question():
    """Whether the saw can work depends on itself: while it works, it can't be run again."""
    state = rulebed.load_text(CIRCLE).start()
    state.apply("saw")
    state.apply("saw")
    assert (state.over, state.fields["work.saw.done"]) == (True, False)


def test_a_program_that_needs_another_one_is_offered_where_that_can_be_done():
    """It is told through the circle: a saw that leads to itself can't work, one that leads to the nail can."""
    text = CIRCLE.replace(" otherwise finish; set saw", "; set saw")
    assert list(rulebed.check_text(text, "works.yaml")) == []
    for link, works in (("saw", ["nail"]), ("nail", ["saw", "nail"])):
        state = rulebed.load_text(text).start()
        state.apply(link)
        assert [option.id for option in state.decision.options] == works
