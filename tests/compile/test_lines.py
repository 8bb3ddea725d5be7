"""Generated code carries the pack's own file and lines: a traceback shows the modder's text."""

import traceback
from dataclasses import replace

import pytest
from tests.compile import models as m

from rulebed.compile.emission.compile import compile_model
from rulebed.lang.core import Call, Const, If, Local
from rulebed.model.game import Law
from rulebed.source.text import Source, Span

TEXT = """\
flow:
  turn:
    do: |
      choose x
      if x is 1: far(x)
effects:
  far:
    do: set out of x to 9999
laws:
  small: out is less than a hundredth of nothing
"""
PACK = Source("content/harbour/pack.yaml", TEXT)


def at(words):
    start = TEXT.index(words)
    return Span(PACK, start, start + len(words))


def test_a_traceback_shows_the_line_of_the_pack():
    broken = replace(m.write("game.out", m.op("mul", "x", 9999), 1), at=at("set out of x"))
    far = replace(m.proc("far", ["me", "x"], broken), at=at("far:"))
    body = [
        replace(m.choose("x", (0, 1), 0, kind=""), at=at("choose x")),
        If(m.op("eq", "x", 1), (Call("far", (Const(0), Local("x")), at("far(x)")),), (), at("if x is 1")),
    ]
    turn = replace(m.phase("turn", body, (None, "end")), at=at("turn:"))
    program = compile_model(m.model([m.field("game.out", 1, 0)], [far], [], [turn]))
    s = program.start(1)
    try:
        program.resume[s[0]](s, 1)
    except IndexError as error:
        frames = traceback.extract_tb(error.__traceback__)
        shown = [(frame.filename, frame.lineno, frame.line) for frame in frames]
    assert shown[-1] == (PACK.name, 8, "do: set out of x to 9999")


def test_a_law_stands_where_it_is_written():
    turn = m.phase("turn", [m.choose("x", (0, 1), 0, kind="")], (None, "end"))
    law = Law("small", m.read("game.out", 9999), at("out is less"))
    program = compile_model(m.model([m.field("game.out", 1, 0)], phases=[turn], laws=[law]))
    with pytest.raises(IndexError) as raised:
        program.laws["small"](program.start(1))
    last = traceback.extract_tb(raised.value.__traceback__)[-1]
    assert (last.filename, last.lineno) == (PACK.name, 10)
