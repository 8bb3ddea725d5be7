"""Generated code carries the pack's own file and lines: a traceback shows the modder's text."""

import traceback
from dataclasses import replace

from rulebed.build.program import compile_model
from rulebed.lang.core import Call, Const, If, Local
from rulebed.source.text import Source, Span

from . import models as m

TEXT = """\
flow:
  turn:
    do: |
      choose x
      if x is 1: far(x)
effects:
  far:
    do: set out of x to 9999
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
