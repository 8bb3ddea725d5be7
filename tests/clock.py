"""What each directory of tests costs, in seconds of the processor; none may cost more than `BOUND`.

Each process adds up what its own tests take, with the processes that they start; where there are several, the one that
started them adds up theirs. A busy machine costs time on the clock, but hardly any of the processor. Where it does, as
two threads share a core, and where a machine is slow, a yardstick, which is measured again and again among the tests,
is slower too: the bounds grow with it.
"""

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = Path(__file__).resolve().parent
BOUND = 60.0  # for a directory, in the fast suite
LONG_BOUND = 2 * 80 * 60.0  # for all that is long: eighty minutes of two cores
YARDSTICK = 0.0076  # what it takes on the machine that the bounds are meant for
EVERY = 20  # tests between two measurements
DEAR = 0.5  # a test that takes so long is named where its directory takes too long
NAMED = 12
COLLECTING = "(collecting)"
SENT = "clock"


def processor_seconds():
    """What this process and those that it has waited for have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def yardstick():
    """The seconds that a fixed piece of work takes, of the kind that the suite does all the time."""
    start, table = time.process_time(), {}
    for number in range(60_000):
        key = number * 7919 % 1009
        table[key] = (*table.get(key, ())[-3:], number)
    return time.process_time() - start


def directory_of(address):
    """The directory that a test counts for: that below `tests`."""
    return "/".join(Path(address.partition("::")[0]).parts[:2])


def files_of_tests(tests=TESTS):
    """Every file that looks as if it had tests in it."""
    return {path for path in tests.rglob("test_*.py") if "__pycache__" not in path.parts}


def slowness(measured):
    """How much slower than it should be a machine is: half of the measurements were this bad, or worse."""
    ordered = sorted(measured)
    return max(1.0, ordered[len(ordered) // 2] / YARDSTICK) if ordered else 1.0


def over(seconds, measured, *, is_long):
    """A sentence for each bound that is passed."""
    slow = slowness(measured)
    if is_long:
        total = sum(seconds.values())
        return [f"all of it takes {total:.0f} s, {LONG_BOUND:.0f} are allowed"] if total > LONG_BOUND * slow else []
    return [
        f"{name} takes {used:.0f} s of the processor, {BOUND * slow:.0f} are allowed"
        for name, used in sorted(seconds.items())
        if used > BOUND * slow and name != COLLECTING
    ]


@dataclass
class Clock:
    """What one process knows, and after the tests what all of them do."""

    seconds: Counter = field(default_factory=Counter)
    dear: Counter = field(default_factory=Counter)  # tests that take long
    yardsticks: list = field(default_factory=list)
    unrun: set = field(default_factory=set)  # files of tests that a whole suite has found nothing in
    left: int = 0  # tests that aren't run this time
    count: int = 0
    begun: float = field(default_factory=processor_seconds)

    def sent(self):
        """As plain data for the process that has started this one."""
        return {
            "seconds": dict(self.seconds),
            "dear": dict(self.dear),
            "yardsticks": self.yardsticks,
            "unrun": sorted(map(str, self.unrun)),
            "left": self.left,
        }

    def take(self, sent):
        """Add what another process has sent."""
        self.seconds.update(sent["seconds"])
        self.dear.update(sent["dear"])
        self.yardsticks += sent["yardsticks"]
        self.unrun |= set(map(Path, sent["unrun"]))
        self.left = max(self.left, sent["left"])

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        """What is there at all, before anything is left out."""
        self.seconds[COLLECTING] += processor_seconds() - self.begun
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            self.unrun = files_of_tests() - {item.path for item in items}

    def pytest_deselected(self, items):
        """What is left to another run."""
        self.left += len(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """One test, with all that is made for it."""
        self.count += 1
        if self.count % EVERY == 1:
            self.yardsticks.append(yardstick())
        start = processor_seconds()
        result = yield
        used = processor_seconds() - start
        self.seconds[directory_of(item.nodeid)] += used
        if used >= DEAR:
            self.dear[item.nodeid] = used
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """A process is done, and has sent what it knows."""
        if SENT in getattr(node, "workeroutput", {}):
            self.take(node.workeroutput[SENT])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session):
        """A process that was started sends what it knows; the first one judges."""
        if hasattr(session.config, "workeroutput"):  # before xdist sends it off
            session.config.workeroutput[SENT] = self.sent()
        elif self.faults(session.config) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def faults(self, config):
        """All that is wrong with the suite as such."""
        empty = [f"nothing runs {path.relative_to(ROOT)}" for path in sorted(self.unrun)]
        return empty + over(self.seconds, self.yardsticks, is_long=config.option.long)

    def pytest_terminal_summary(self, terminalreporter, config):
        """The table, what is left out, and what is wrong."""
        report = terminalreporter
        report.section("seconds of the processor by directory")
        for name, used in sorted(self.seconds.items(), key=lambda one: -one[1]):
            report.line(f"{used:8.1f}  {name}")
        report.line(
            f"{sum(self.seconds.values()):8.1f}  together, on a machine {slowness(self.yardsticks):.2f} as slow"
        )
        if self.left and config.option.long:
            report.line(f"{self.left} tests are left out: those of the fast suite")
        elif self.left:
            report.line(
                f"{self.left} tests are left out: `tools/test --long` runs the long ones, with `--list` lists them"
            )
        for fault in self.faults(config):
            report.line(f"FAULT: {fault}", red=True)
            for test, used in self.dearest(fault.partition(" ")[0]):
                report.line(f"{used:8.1f}  {test}")

    def dearest(self, directory):
        """The tests of a directory that take longest."""
        return [one for one in self.dear.most_common() if directory_of(one[0]) == directory][:NAMED]


def pytest_addoption(parser):
    """The long tests, and a list in the place of a run."""
    group = parser.getgroup("rulebed")
    group.addoption(
        "--long", action="store_true", help="the long tests, not the fast ones: at most 80 minutes on two cores"
    )
    group.addoption("--list", action="store_true", help="only say what would be run, with a sentence for each")


def pytest_configure(config):
    """Count from here on."""
    if config.option.long:
        config.option.markexpr = "slow"
    if config.option.list:
        config.option.collectonly = True
        config.option.verbose = -2
    config.pluginmanager.register(Clock(), "clock")


def pytest_collection_finish(session):
    """The list: each function of tests once, with its sentence and how often it is run."""
    if not session.config.option.list:
        return
    counts, sentences = Counter(), {}
    for item in session.items:
        address = item.nodeid.partition("[")[0]
        counts[address] += 1
        sentences[address] = " ".join(((item.function.__doc__ or "").strip().split("\n\n")[0]).split())
    for address, count in counts.items():
        print(f"{address}{f' ({count})' if count > 1 else ''}\n    {sentences[address]}")
