"""The plain interpreter: a second, slow meaning of models, which shares nothing with the compiler.

`walk` says what a statement does, one arm for each; `values` what expressions look at; `thread` is where a game stands
in its program, in a way that can be copied at any time; `oracle` plays. `search` answers by trying what guards answer
by proving: whether a seat could get through. `lockstep` plays both side by side and says where they first differ.

Tools play with it what isn't worth compiling: `walked` stands in the place of a program, `visiting` notes what of a
model was looked at, `watching` how conditions came out, `tracing` why there is no way on. `play` never imports it.
"""

from rulebed.oracle.oracle import Oracle

__all__ = ["Oracle"]
