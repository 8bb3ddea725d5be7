"""Values that can be handed on and laid somewhere, but not looked at: whatever asks what they are is refused.

They stand for what somebody doesn't know. A function that works with one either comes to the same whatever it stands
for, or is stopped by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

LOOKS = (  # what can be done with a value, but to lay it somewhere
    *("eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "index", "int", "iter", "len", "contains", "getitem", "call"),
    "getattr",
    *("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "mod", "rmod", "pow", "rpow"),
    *("lshift", "rlshift", "rshift", "rrshift", "and", "rand", "or", "ror", "xor", "rxor"),
    *("neg", "pos", "abs", "invert", "reversed", "round"),
)


def make_opaque(refuse: Callable[..., NoReturn]) -> Callable[[type], type]:
    """Let a class of values refuse in this manner whatever would look at one, but what the class says of itself."""

    def close(kind: type) -> type:
        for look in LOOKS:
            name = f"__{look}__"
            if name not in vars(kind):
                setattr(kind, name, refuse)
        return kind

    return close
