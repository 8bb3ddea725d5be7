"""Markdown whose examples run: blocks of packs, expressions and programs, with what comes of them on the line."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from rulebed.lang.types import NUMBER
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import compare
from rulebed.packs import schema
from rulebed.packs.files import Part
from rulebed.packs.kind_schema import pack_schema
from rulebed.packs.layer import Parsed, parse_files
from rulebed.packs.pack import PackTree
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.game import Game
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source

FENCE = re.compile(r"^```(\w[^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FINDING = re.compile(r"(error|warning)\[([A-Z]\d{3})\]")
Finding = tuple[str, str, str]  # place, severity, code
INDENT = " " * 8
EXAMPLE, CHOICE = "example", "flow.example.pick"  # a program is an option that is taken first
FLOW = "flow:\n  example:\n    pick: 1\n    options:\n      nothing: nothing\n      example: |\n"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the words of its header, its text, the line after the fence, and the heading above."""

    header: tuple[str, ...]
    text: str
    line: int
    heading: str


@dataclass(slots=True)
class Example:
    """A program or some expressions in the pack of the blocks above, and what is expected."""

    name: str
    sources: tuple[Source, ...] = ()
    code: str = ""
    values: dict[str, str] = field(default_factory=dict)  # name -> expression
    expected: dict[str, str] = field(default_factory=dict)  # name -> what it is in the end
    takes: list[str] = field(default_factory=list)
    offers: list[str] | None = None
    sees: dict[tuple[int, str], str] = field(default_factory=dict)  # player and address of a fact -> what is seen of it
    says: str | None = None
    findings: set[Finding] = field(default_factory=set)


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a file."""
    text = path.read_text(encoding="utf-8")
    headings = [
        (match.start(), match[1])
        for match in HEADING.finditer(re.sub(r"^```.*?^```$", _blank, text, flags=re.DOTALL | re.MULTILINE))
    ]
    found = []
    for match in FENCE.finditer(text):
        above = [title for start, title in headings if start < match.start()]
        found.append(
            Block(tuple(match[1].split()), match[2], text[: match.start()].count("\n") + 2, above[-1] if above else "")
        )
    return found


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def examples(path: Path) -> list[Example]:
    """All examples of a file, each with the pack that it runs in."""
    found: list[Example] = []
    base: Block | None = None
    more: Block | None = None
    for block in blocks(path):
        if more is not None and more.heading != block.heading:
            more = None
        name = f"{path.name}:{block.line}"
        if block.header[:2] == ("yaml", "pack"):
            base, more = block, None
            found.append(_whole(name, block, (block,)))
        elif block.header[0] == "yaml" and block.header[1:2] != ("file",):
            more = block
            found.append(_whole(name, block, (base, block)))
        elif block.header[0] == "rulebed":
            over = tuple(each for each in (base, more) if each is not None)
            found += _of_block(name, block, over)
    return found


def _sources(parts: tuple[Block, ...]) -> tuple[Source, ...]:
    return tuple(Source(f"line {part.line}", part.text) for part in parts)


def _whole(name: str, block: Block, parts: tuple[Block, ...]) -> Example:
    """A pack, or what is added to one: it is checked as it stands."""
    made = Example(name, _sources(parts))
    for number, line in enumerate(block.text.splitlines(), 1):
        made.findings |= {(f"line {block.line}:{number}", *found) for found in FINDING.findall(line)}
    return made


def _of_block(name: str, block: Block, parts: tuple[Block, ...]) -> list[Example]:
    sources = _sources(parts)
    lines = [(number, *_split(line)) for number, line in enumerate(block.text.splitlines()) if line.strip()]
    if "expressions" in block.header:
        refused = [[line] for line in lines if any(map(FINDING.match, line[2]))]
        sound = [line for line in lines if [line] not in refused]
        return [_expressions(f"{name}+{group[0][0]}", sources, group) for group in ([sound] if sound else []) + refused]
    if all(code and notes for _, code, notes in lines):
        return [_program(f"{name}+{number}", sources, code, notes) for number, code, notes in lines]
    code = "\n".join(_split(line)[0] for line in block.text.splitlines())
    return [_program(name, sources, code.strip("\n"), [note for _, _, notes in lines for note in notes], block)]


def _split(line: str) -> tuple[str, list[str]]:
    code, *notes = re.split(r"(?:^|\s+)#\s", line)
    return code.rstrip(), [note.strip() for note in notes]


def _expressions(name: str, sources: tuple[Source, ...], lines: list[tuple[int, str, list[str]]]) -> Example:
    made = Example(name, sources)
    for place, (number, code, notes) in enumerate(lines):
        key = f"example_{number + 1}"
        made.values[key] = code.strip()
        for note in notes:
            if note.startswith("->"):
                made.expected[key] = note[2:].strip()
            for finding in FINDING.findall(note):
                made.findings.add((f"values:{2 * place + 3}", *finding))
    return made


def _program(
    name: str, sources: tuple[Source, ...], code: str, notes: list[str], block: Block | None = None
) -> Example:
    made = Example(name, sources, code)
    for note in notes:
        word, _, rest = note.partition(" ")
        if FINDING.match(note):
            made.findings |= {(f"program:{_line_of(note, block)}", *found) for found in FINDING.findall(note)}
        elif word == "takes":
            made.takes = [each.strip() for each in rest.split(",")]
        elif word == "offers":
            made.offers = [each.strip() for each in rest.split(",")]
        elif word == "player":
            seat, _, seen = rest.partition(" sees ")
            address, _, value = seen.partition(" -> ")
            made.sees[int(seat), address.strip()] = value.strip()
        elif word == "says":
            made.says = f"{made.says} {rest}" if made.says else rest
        else:
            _results(made, note)
    return made


def _line_of(note: str, block: Block | None) -> int:
    """The line of the program that a finding is expected in, counted in its file."""
    lines = block.text.strip("\n").splitlines() if block else []
    return next((number for number, line in enumerate(lines) if note in line), 0) + FLOW.count("\n") + 1


def _results(made: Example, note: str) -> None:
    for part in re.split(r",\s+(?![^\[(]*[\])])", note):
        expression, arrow, value = part.partition(" -> ")
        assert arrow, f"{made.name}: `{part}` is neither `EXPRESSION -> VALUE` nor anything else that is known"
        key = f"result_{len(made.expected) + 1}"
        made.values[key], made.expected[key] = expression.strip(), value.strip()


def tree_of(example: Example) -> tuple[PackTree | None, Report]:
    """The pack with the example in it."""
    texts = list(example.sources)
    if example.values:
        stated = "".join(f"  {name}: |-\n    {text}\n" for name, text in example.values.items())
        texts.append(Source("values", f"values:\n{stated}"))
    has_flow = any(re.search(r"^flow:", source.text, re.MULTILINE) for source in example.sources)
    assert not (has_flow and example.code), f"{example.name} has a flow and a program"
    if not has_flow:
        code = example.code or "nothing"
        indented = "".join(f"{INDENT}{line}\n" for line in code.splitlines())
        texts.append(Source("program", f"{FLOW}{indented}    next: end\n"))
    return merged(texts)


def merged(texts: list[Source]) -> tuple[PackTree | None, Report]:
    """Several texts as the files of one pack."""
    report = Report()
    part = Part("example", Path("example"), tuple(texts), (), (), "")
    root = parse_files(part, report, Parsed())
    if root is None:
        return None, report
    tree = PackTree(root, "example", (part,), {}, ())
    return tree, report.merge(schema.check_against(root, pack_schema(root)))


@dataclass(slots=True)
class Run:
    """What came of an example: its findings, or where its game stands and what the values are there."""

    findings: set[Finding]
    values: dict[str, str] = field(default_factory=dict)
    offers: list[str] | None = None
    sees: dict[tuple[int, str], str] = field(default_factory=dict)
    tree: PackTree | None = None


def run(example: Example) -> Run:
    """Check the pack; where it is sound, play what the example takes on compiler and interpreter at once."""
    tree, report = tree_of(example)
    if tree is None or report.errors:
        return Run(_findings(report))
    models, info = Models(tree), info_of(tree)
    options = {name: setting.default for name, setting in info.settings.items()}
    made, found = models.make(min(info.players), options)
    report.merge(found)
    if made is None:
        return Run(_findings(report))
    state = Game(info, models.program).start(chance="explicit")
    model = made.model
    oracle = Oracle(model, "explicit").start(0)
    _play(example, state, oracle)
    seat = state.slots[state.rules.program.layout.base("game.active")]
    values = {name: spoken(state, oracle.ask(name, seat), model.values[name].type) for name in example.values}
    offers = None if state.over else [option.id for option in state.decision.options]
    sees = {(seat, address): _said(state.view(seat)["fields"][address]) for seat, address in example.sees}
    return Run(_findings(report), values, offers, sees, tree)


def _findings(report: Report) -> set[Finding]:
    return {
        (f"{found.span.source.name}:{found.span.line}" if found.span else "-", found.severity.value, found.code)
        for found in report
    }


def _play(example: Example, state, oracle) -> None:
    program = state.rules.program
    compare(program, state.slots, oracle)
    takes = [EXAMPLE, *example.takes] if not state.over and state.decision.address == CHOICE else example.takes
    for word in takes:
        assert not state.over, f"{example.name}: the game is over before `{word}` is taken"
        seat, _, wanted = word.rpartition(": ")
        decision = next(each for each in state.decisions if not seat or each.player == int(seat))
        option = decision.find(wanted)
        offered = ", ".join(each.id for each in decision.options)
        assert option is not None, f"{example.name}: `{wanted}` is not offered at {decision.address}: {offered}"
        state.apply(option, player=decision.player)
        oracle.apply(decision.player - 1, option.value)
        compare(program, state.slots, oracle)


def spoken(state, value, sort) -> str:
    """A value as it is written in the examples."""
    return _said(state.rules.words.plain(value, sort if sort.base != "none" else NUMBER.maybe()))


def _said(plain) -> str:
    if isinstance(plain, list):
        return f"[{', '.join(map(_said, plain))}]"
    if isinstance(plain, dict):
        return "hidden" if plain.get("hidden") else " ".join(f"{name} {_said(part)}" for name, part in plain.items())
    if plain is None:
        return "none"
    return str(plain).lower() if isinstance(plain, bool) else str(plain)
