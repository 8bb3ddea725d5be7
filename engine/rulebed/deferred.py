"""Names that a module gives and imports only when they are asked for, so that nobody waits for what they don't use.

Where each of them comes from is written down once, as an import that type checkers follow and nobody runs:

    if TYPE_CHECKING:
        from rulebed.source.text import Source, Span
    else:
        defer(__name__)

    __all__ = ["Source", "Span"]

`defer` reads these imports in the compiled module, which is there wherever it can be run. Then `from rulebed.text
import Span` imports `rulebed.source.text` and nothing else, as if that had been asked itself. A type checker knows no
name that isn't there, since it doesn't see that there is such a way.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dis import get_instructions
from importlib import import_module
from types import CodeType
from typing import Any


def defer(name: str) -> None:
    """Let the module of this name, which is just being run, give what it imports for type checkers."""
    module = sys.modules[name]
    homes = {own: (home, there) for own, home, there in _imports(vars(module)["__spec__"].loader.get_code(name))}

    def imported(wanted: str) -> Any:
        """What stands behind a name, which the module has from now on."""
        if wanted not in homes:
            raise AttributeError(f"module {name!r} has no attribute {wanted!r}", name=wanted, obj=module)
        home, there = homes[wanted]
        origin = import_module(home)
        found = getattr(origin, there) if hasattr(origin, there) else import_module(f"{home}.{there}")
        setattr(module, wanted, found)
        return found

    vars(module)["__getattr__"] = imported
    vars(module)["__dir__"] = lambda: sorted({*vars(module), *homes})


def _imports(code: CodeType) -> Iterator[tuple[str, str, str]]:
    """What a module imports from others: its own name for it, the other module, and the name there."""
    home = there = ""
    for step in get_instructions(code):
        match step.opname:
            case "IMPORT_NAME":
                home = step.argval
            case "IMPORT_FROM":
                there = step.argval
            case "STORE_NAME" if there:
                yield step.argval, home, there
                there = ""
