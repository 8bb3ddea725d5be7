"""Packs that are sound and dear: what is nested, grows, goes round and round, asks for much at once, as luck has it.

`python -m tests.hostile.expensive FIRST END` tries the packs of these seeds, each in a process of its own with limits,
and prints how many were refused, played, and came to a bound, and all that is wrong.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import sys
import time
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import rulebed

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS, MEGABYTES = 2.0, 300  # for a start, a decision, a score, a board; and what a process may grow by
CHECKING = 4  # times as long: all programs of a pack are looked at
LONGEST = 30  # seconds of the processor until a process is ended
DECISIONS = 6
PLAIN = ("n", "m", "1", "3", "60", "999", "90000")
HEAD = """title: Dear
players: {min: 2, max: 2, state: {hand: row of b}}
resources: {silver: {start: 9}}
kinds:
  k: {plural: ks, count: 60, state: {a: number, f: flag}}
  b: {plural: bs, count: 900, state: {w: number}}
game:
  state:
    n: {type: number, start: 300}
    m: {type: number, start: 90000}
    d: {type: deck of b, start: all}
    h: row of b
"""


@dataclass
class Writer:
    """Writes one pack; whatever it says is of the right sort, and as dear as luck has it."""

    luck: random.Random
    count: int = 0
    numbers: list[str] = field(default_factory=list)  # locals that are numbers here
    calls: tuple[str, ...] = ()
    deep: int = 3  # how much is nested at the most

    def fresh(self) -> str:
        """A name that nothing else has."""
        self.count += 1
        return f"v{self.count}"

    def number(self, deep: int) -> str:
        """A number."""
        luck = self.luck
        if deep <= 0:
            return luck.choice([*PLAIN, *self.numbers, *self.numbers])
        if luck.random() < 0.5:
            local, source = self.fresh(), self.set(deep - 2)
            self.numbers.append(local)
            inner = self.number(deep - 1)
            self.numbers.remove(local)
            return f"sum([{inner} for {local} in {source}])"
        return luck.choice(
            [
                f"({self.number(deep - 1)} {luck.choice('+-*')} {self.number(deep - 1)})",
                f"count({self.set(deep - 1)})",
                f"max({self.number(deep - 1)}, {self.number(deep - 1)})",
                f"(1 if {self.flag(deep - 1)} else {self.number(deep - 1)})",
                f"({self.number(deep - 1)} mod 97)",
                "count(me.hand)",
            ]
        )

    def set(self, deep: int) -> str:
        """A set of numbers."""
        luck = self.luck
        if deep <= 0:
            return luck.choice(
                ["(1..n)", "(1..m)", "(1..60)", "(1..9999)", f"(1..{self.number(0)})", "[x.a for x in ks]"]
            )
        local, source = self.fresh(), self.set(deep - 1)
        self.numbers.append(local)
        made, condition = self.number(deep - 1), self.flag(deep - 1)
        self.numbers.remove(local)
        return luck.choice(
            [
                f"[{made} for {local} in {source}]",
                f"[{made} for {local} in {source}]",
                f"({source} + {self.set(deep - 1)})",
                f"({source} - {self.set(deep - 1)})",
                f"common({source}, {self.set(deep - 1)})",
                f"reverse({source})",
                f"({source} where {condition.replace(local, 'it')})",
            ]
        )

    def flag(self, deep: int) -> str:
        """A condition."""
        local, source = self.fresh(), self.set(deep - 1)
        self.numbers.append(local)
        inner = f"{self.number(deep - 1)} {self.luck.choice(['>', '<', 'is'])} {self.number(deep - 2)}"
        self.numbers.remove(local)
        plain = f"{self.number(deep - 1)} > {self.number(0)}"
        return self.luck.choice([plain, plain, f"any {local} in {source} satisfies {inner}", "any ks where f"])

    def statements(self, deep: int, indent: str) -> str:
        """One to three statements, each on lines of its own."""
        return "".join(self.statement(deep, indent) for _ in range(self.luck.randint(1, 3)))

    def statement(self, deep: int, indent: str) -> str:
        """A statement."""
        luck, inner = self.luck, indent + "  "
        local = self.fresh()
        plain = [
            f"set n to {self.number(self.deep)}",
            f"add {self.number(self.deep - 1)} to m",
            f"add {self.number(self.deep - 1)} to first(ks).a",
            "shuffle d",
            f"draw {self.number(0)} from d into h",
            "put h under d",
            f"draw {self.number(0)} from d into my.hand",
            f"roll {luck.choice([3, 99, 9999, 99999])} times 1..6 as {local}",
            f"gain {self.number(1)} silver",
            *self.calls,
        ]
        if deep <= 0 or luck.random() < 0.5:
            return f"{indent}{luck.choice(plain)}\n"
        if luck.random() < 0.3:
            return f"{indent}if {self.flag(self.deep - 1)}:\n{self.statements(deep - 1, inner)}"
        if luck.random() < 0.5:
            return f"{indent}repeat {luck.choice([2, 60, 9999, 100000])} times:\n{self.statements(deep - 1, inner)}"
        if luck.random() < 0.3:
            return self.growing(indent)
        source = self.set(1)
        self.numbers.append(local)
        body = self.statements(deep - 1, inner)
        self.numbers.remove(local)
        return f"{indent}each {local} in {source}:\n{body}"

    def growing(self, indent: str) -> str:
        """A set that grows from turn to turn."""
        local, item, times = self.fresh(), self.fresh(), self.luck.choice([4, 16, 30])
        more = self.luck.choice([f"{item} * 2", f"{item} + count({local})"])
        again = f"let {local} = {local} + [{more} for {item} in {local}]"
        lines = f"let {local} = [1, 2]", f"repeat {times} times: {again}", f"set n to count({local})"
        return "".join(f"{indent}{line}\n" for line in lines)

    def option(self, indent: str) -> str:
        """What can be done, with many free choices in it."""
        lines = ""
        for _ in range(self.luck.randint(1, 6)):
            local = self.fresh()
            source = self.luck.choice(["ks where a >= n", "ks where f or a < 9", "bs where w < n", "ks"])
            fact = "w" if source.startswith("bs") else "a"
            lines += f"{indent}choose {local} in {source}\n{indent}add {local}.{fact} + 1 to n\n"
        return lines + f"{indent}pay {self.luck.choice(['n', 'n + 5', '2'])} silver\n"

    def boxes(self, deep: int) -> str:
        """A board of boxes in boxes."""
        local = self.fresh()
        source = self.luck.choice(["1..m", "1..n", "ks", "bs", "1..60"])
        is_number = source.startswith("1..")
        if is_number:
            self.numbers.append(local)
        inner = f"text: '{{{self.number(self.deep)}}}'" if deep <= 0 else f"row: {{b: {self.boxes(deep - 1)}}}"
        if is_number:
            self.numbers.remove(local)
        return f"{{each: {local} in {source}, {inner}}}"

    def pack(self) -> str:
        """A whole pack."""
        self.calls, self.deep = ("p", "q"), self.luck.choice([1, 2, 2, 3])
        procedures = "".join(f"  {name}: |\n{self.statements(2, '    ')}" for name in self.calls)
        first, inner = self.statements(2, " " * 6), " " * 12
        again = f"[{{if: '{self.flag(self.deep)}', to: turn}}, {{otherwise: first}}]"
        going = self.luck.choice(["turn", "turn", again])
        options = f"go: |\n{self.option(inner)}          run: |\n{self.statements(2, inner)}"
        turn = f"do:\n      act:\n        pick: 1\n        options:\n          stop: end game\n          {options}"
        flow = f"  first:\n    do: |\n{first}    next: {going}\n  turn:\n    {turn}    next: turn\n"
        board = f"board: {{row: {{a: {self.boxes(self.luck.randint(0, 2))}}}}}\n" if self.luck.random() < 0.5 else ""
        result = f"result: {{score: '{self.number(self.luck.randint(1, self.deep + 1))}'}}\n"
        return f"{HEAD}procedures:\n{procedures}flow:\n{flow}{board}{result}"


def tried(text: str, luck: random.Random, allowed: float) -> str:
    """What becomes of a pack: refused, or played, with how much of that came to a bound."""
    if timed("check", lambda: rulebed.check_text(text), CHECKING * allowed).errors:
        return "refused"
    game, ends = rulebed.load_text(text), list[int]()
    state = bounded("start", lambda: game.start(seed=luck.randrange(9)), ends, allowed)
    for _ in range(DECISIONS if state is not None else 0):
        for what in ("scores", "winners", "decisions"):
            bounded(what, lambda what=what: getattr(state, what), ends, allowed)
        bounded("board", lambda: state.board(1), ends, allowed)
        if state.over or not state.values:
            break
        bounded("apply", lambda: state.take(luck.choice(state.values)), ends, allowed)
    return "bounded" if ends else "played"


def bounded(what: str, act: Callable[[], Any], ends: list[int], allowed: float) -> Any:
    """What comes of an act that may come to a bound, which has a place then."""
    try:
        return timed(what, act, allowed)
    except rulebed.BudgetExceeded as error:
        ends.append(1)
        if not error.place:
            raise RuntimeError(f"{what}: {error}, and nobody says where") from error
        return None


def timed(what: str, act: Callable[[], Any], allowed: float) -> Any:
    """The same in the time that everything has."""
    began = time.process_time()
    try:
        return act()
    finally:
        spent = time.process_time() - began
        if spent > allowed:
            raise TimeoutError(f"{what} took {spent:.1f} seconds")


def alone(seed: int, slower: float = 1) -> str:
    """What becomes of the pack of a seed in a process of its own; what must not be begins with `FAULT`."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_end)
        os.write(write_end, _looked_at(seed, slower).encode()[:4000])
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return said or f"FAULT ended by {signal.Signals(status & 127).name if status & 127 else status}"


def _looked_at(seed: int, slower: float) -> str:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    luck = random.Random(seed)
    try:
        said = tried(Writer(luck).pack(), luck, SECONDS * slower)
    except BaseException:  # noqa: BLE001 - that nothing gets through is what is tried
        return f"FAULT {traceback.format_exc(limit=-2)}"
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    return said if grown <= MEGABYTES else f"FAULT {grown} megabytes more"


def main(first: int, end: int) -> int:
    """Try them all, and say what is wrong; how many were refused, played, bounded."""
    counts: dict[str, int] = {}
    for seed in range(first, end):
        said = alone(seed)
        sort = said.split()[0]
        counts[sort] = counts.get(sort, 0) + 1
        if sort == "FAULT":
            print(seed, said, flush=True)
    print(counts)
    return counts.get("FAULT", 0)


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), int(sys.argv[2]))))
