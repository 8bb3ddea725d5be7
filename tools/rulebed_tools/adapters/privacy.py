"""Whether a field holds a secret that some share and others don't."""

from __future__ import annotations

from rulebed.analysis import Program
from rulebed_tools.adapters.cases import UnboundedError, cases


def is_private(program: Program, name: str) -> bool:
    """Whether some know a field and others don't; what nobody sees is luck, and no secret."""
    field = program.layout.fields[name]
    across = len(program.model.kinds[field.per].instances) if field.per else 1
    views = [(index // across, seat) for index in range(field.size) for seat in range(program.model.players)]
    try:
        answers = cases(program, lambda slots: [program.seen[name](slots, it, seat) for it, seat in views])
        return any(any(answer) for answer in answers)
    except UnboundedError:
        return True
