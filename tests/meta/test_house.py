"""The house rules that a machine can check."""

import ast
import re
import subprocess
from collections import defaultdict
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rulebed.lang import core

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine" / "rulebed"
TOOLS = ROOT / "tools" / "rulebed_tools"
TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "engine", "content", "schemas", "tests", "tools"}

# Who may import whom: each room only what stands in its row, and itself; a room in a room goes by both names.
LANGUAGE = {"source", "lang", "model"}
MAKING = {*LANGUAGE, "incremental", "algebra"}
PROVING = {"prove.limits", "prove.dataflow", "prove.guards", "prove.secrecy", "prove.races"}
PLAYING = {*LANGUAGE, "packs", "run", "describing"}
LAYERS = {
    "source": set(),
    "packs": {"source"},
    "lang": {"source"},
    "verbs": {"source", "lang"},
    "model": {"source", "lang"},
    "incremental": {"lang", "model"},
    "algebra": {*LANGUAGE, "incremental"},
    "assemble": {*MAKING, "packs", "verbs"},
    "prove.limits": MAKING,
    "prove.dataflow": MAKING,
    "prove.guards": {*MAKING, "prove.dataflow"},
    "prove.secrecy": {*MAKING, "prove.dataflow", "prove.guards"},
    "prove.races": MAKING,
    "run": {*LANGUAGE, "incremental"},
    "compile.lowering": {*MAKING, *PROVING, "run"},
    "compile.emission": {*MAKING, *PROVING, "packs", "run", "compile.lowering"},
    "describing": {*LANGUAGE, "packs", "assemble"},
    "oracle": {*LANGUAGE, "prove.limits", "prove.dataflow", "run", "compile.lowering"},
    "play.rules": {*PLAYING, "algebra"},
    "play.telling": {*PLAYING, "play.rules"},
    "play.imagining": {*PLAYING, "play.rules", "play.telling"},
    "play.saving": {*PLAYING, "play.rules", "play.telling", "play.imagining"},
    "play.showing": {*PLAYING, "play.rules", "play.telling", "play.imagining"},
    "play": {*PLAYING, "play.rules", "play.telling", "play.imagining", "play.saving", "play.showing"},
    "pipeline": {*MAKING, *PROVING, *PLAYING, "assemble", "compile.lowering", "compile.emission", "play.rules", "play"},
}
# What stands beside the rooms: how a module gives names that it imports when they are asked for, which is for all, and
# the public modules, which are for whoever stands outside.
DEFERRED = "deferred"
# What tools import of the rooms for all that, and why they may; a row that is no longer needed fails.
INWARD = {
    "cli/verbs/build.py": {
        "rulebed.pipeline": "shows what the stages hand on, which is the compiler's own affair",
        "rulebed.lang.listing": "the same as text",
        "rulebed.compile.lowering.listing": "the same as text",
    },
}
# The room that a third-party library may be imported in, and the one module of it that does.
THIRD_PARTY = {
    "yaml": "packs/yaml_tree.py",
    "jsonschema": "packs/schema.py",
    "lark": "lang/parse.py",
    "networkx": "model/graph.py",
}
# Words for things of particular games, which only content may know.
GAME_NOUNS = (
    "dino|dinosaur|raptor|trampler|soldier|settlement|follower|officer|outpost|dissenter|scientist|hooligan|patron|"
    "glowberry|glowberries|valor|scrap|military|patrol|breach|enclosure|brass|clockmaker|coin|coins|"
    "tic_tac_toe|connect_four|breakthrough|kuhn|leduc|goofspiel|dice_workers|island"
)
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
# Modules of the standard library that would make a result depend on more than the pack and the seed.
IMPURE = {
    "random",
    "time",
    "datetime",
    "os",
    "io",
    "socket",
    "subprocess",
    "secrets",
    "uuid",
    "tempfile",
    "shutil",
}
IMPURE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "rglob", "glob"}
IMPURE_CALLS = {"open", "input", "print", "eval", "hash"}
MAY_BE_IMPURE = {
    "run/cache.py": "keeps compiled games on disk",
    "run/kept.py": "reads records from bytes as from a file",
    "run/notebook.py": "the same, with places in texts that have changed meanwhile",
    "source/writing.py": "writes files, for all others",
    "source/catalogue.py": "reads the pages that lie beside it",
    "lang/tables.py": "reads the grammar and the tables that lie beside it",
    "__init__.py": "joins the rooms",
}
# What writes a file leaves either the old one or the new one: all others have `source/writing.py` do it.
WRITES = {"write_text", "write_bytes", "fdopen", "mkstemp", "NamedTemporaryFile", "copyfile", "copy2", "copytree"}
MAY_WRITE = {
    "engine/rulebed/source/writing.py": "does it",
    "engine/rulebed/run/cache.py": "opens a file to lock it",
    "tools/rulebed_tools/environment.py": "is run before anything else is there, and does it in the same way",
}
# Texts from elsewhere may steer a terminal: who prints them makes them visible, and marks them up nowhere.
PRINTS = "tools/rulebed_tools/cli/console.py"
MAY_PRINT = {"tools/rulebed_tools/environment.py": "is run before anything else is there"}
RICH = "tools/rulebed_tools/tui/rich_screen.py"
# How names of what the engine makes beside what a pack declares begin or end: one module spells them.
NAMING = "lang/internal.py"
INTERNAL = re.compile(
    r"^(lift|witness|event|watch|wake|can|door):|^(game|resource)\.(?!active$|state$)[a-z]|^party\.stock"
    r"|\.(place|known|asleep|acted|met|running|in_force|apart|effect_depth)\b|^\.[a-z_]*:$"
)
MAY_LOOK_INTERNAL = {"run/cache.py": "`.known` is the ending of a file"}
LONGEST_MODULE = 600
LONGEST_FUNCTION = 50
# Rows that are no longer needed fail.
LONG_MODULES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def modules(root):
    return sorted(path for path in root.rglob("*.py"))


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path):
    """Every module that a file imports, with the line; `from a import b` counts as a and as a.b."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def module_name(path, root):
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


ENGINE_MODULES = modules(ENGINE)
TOOL_MODULES = modules(TOOLS)
ALL = [*ENGINE_MODULES, *TOOL_MODULES]


def test_the_top_level_holds_what_it_should():
    """A newcomer sees eight names; only dotfiles may lie beside them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = {line.split("/")[0] for line in listed.stdout.splitlines()}
    if not names:
        pytest.skip("this is no git checkout")
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def room_of(name):
    """The room that a module of the engine stands in, or that a room is; none of what is elsewhere."""
    first, *rest = [*name.split("."), ""][:4]
    rooms = [".".join(rest[:2]), rest[0]] if first == "rulebed" else []
    return next((room for room in rooms if room in LAYERS), rooms[-1] if rooms and rooms[-1] else None)


def test_imports_point_down():
    """A room imports only what stands to its left, and none of the public modules."""
    wrong = []
    for path in ENGINE_MODULES:
        room = room_of(module_name(path, ENGINE))
        if room not in LAYERS:
            assert path.parent == ENGINE or path.name == "__init__.py", f"{path} is in no room"
            continue
        for name, line in imports(path):
            target = room_of(name)
            if name == "rulebed_tools" or name.startswith("rulebed_tools."):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports a tool")
            elif name == "rulebed" or (target and target not in {room, DEFERRED, *LAYERS[room]}):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert [text for text in wrong if not re.search(r"imports rulebed\.\w+\.\w+\.$", text)] == []


def inward(path):
    """The modules within the engine's rooms that a file imports, or reaches for as parts of `rulebed`."""
    for node in ast.walk(tree_of(path)):
        named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module == "rulebed":
            named = [f"rulebed.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [node.module]
        elif isinstance(node, ast.Attribute):
            named = [ast.unparse(node)]
        for name in named:
            first, _, rest = name.partition(".")
            if first == "rulebed" and rest and ((ENGINE / rest.partition(".")[0]).is_dir() or rest == DEFERRED):
                yield name


def test_tools_use_what_is_public():
    """Tools see of the engine what strangers see: `rulebed` and the public modules beside its rooms."""
    found = {(path.relative_to(TOOLS).as_posix(), name) for path in TOOL_MODULES for name in inward(path)}
    allowed = {(where, name) for where, rows in INWARD.items() for name in rows}
    assert [f"{where} imports {name}: {doors(name)}" for where, name in sorted(found - allowed)] == []
    assert allowed - found == set(), "a row is no longer needed"


def doors(name):
    """Where tools import from instead of a module within a room."""
    public = {"rulebed" if path.stem == "__init__" else f"rulebed.{path.stem}": path for path in ENGINE.glob("*.py")}
    giving = [door for door, path in public.items() if f"from {name} import" in path.read_text(encoding="utf-8")]
    return " or ".join(sorted(giving)) or "no public module gives it yet (engine/README.md, From outside)"


def writes(node):
    """Whether it is a call that writes into a file where it lies."""
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    name = called.rpartition(".")[2]
    if name == "open":
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        modes = [str(one.value) for one in given if isinstance(one, ast.Constant)]
        return any(re.fullmatch(r"[rbt]*[wax+][bt+]*", mode) for mode in modes)
    return called == "json.dump" or ("." in called and name in WRITES and not called.startswith("writing."))


def test_files_are_written_in_one_place():
    """Whoever writes a file asks `source/writing.py`, so that whatever stops it leaves the old one whole."""
    found = {}
    for path in ALL:
        lines = [node.lineno for node in ast.walk(tree_of(path)) if writes(node)]
        if lines:
            found[path.relative_to(ROOT).as_posix()] = lines
    assert {where: lines for where, lines in found.items() if where not in MAY_WRITE} == {}
    assert MAY_WRITE.keys() <= found.keys(), "a row is no longer needed"


def aligned(path):
    """Lines that pad a text by the number of its letters."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Attribute) and node.attr in {"ljust", "rjust", "center"}:
            yield node.lineno
        spec = ast.unparse(node.format_spec) if isinstance(node, ast.FormattedValue) and node.format_spec else ""
        if "<" in spec or "^" in spec:
            yield node.lineno


def test_texts_are_padded_by_their_columns():
    """Not by their letters, of which many take two columns or none: `source/width.py` does it."""
    assert {path.relative_to(ROOT).as_posix(): lines for path in ALL if (lines := list(aligned(path)))} == {}


def raw_prints(path):
    """Lines that print, ask or write to a stream what was not made visible in the same breath."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        safe = [isinstance(one, ast.Call) and ast.unparse(one.func) == "visible" for one in node.args]
        if called in {"print", "input"} and not (node.args and all(safe)):
            yield node.lineno
        if re.fullmatch(r"sys\.(stdout|stderr)\.(buffer\.)?write(lines)?|traceback\.print_exc", called):
            yield node.lineno


def test_what_is_printed_steers_no_terminal():
    """Whoever prints asks `console`, or hands on what `visible` gives: names and texts may come from anywhere."""
    found = {path.relative_to(ROOT).as_posix(): list(raw_prints(path)) for path in ALL}
    assert {where for where, lines in found.items() if lines} == {PRINTS, *MAY_PRINT}


def test_nothing_is_marked_up_for_the_terminal():
    """One module draws with rich, without its markup; one function makes its texts, and makes them visible."""
    users = {path.relative_to(ROOT).as_posix() for path in ALL if any(name == "rich.text" for name, _ in imports(path))}
    assert users == {RICH}
    tree = tree_of(ROOT / RICH)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    (console,) = [one for one in calls if ast.unparse(one.func) == "Console"]
    off = {word.arg for word in console.keywords if ast.unparse(word.value) == "False"}
    assert off == {"highlight", "markup", "emoji"}
    assert [ast.unparse(one) for one in calls if ast.unparse(one.func).startswith("Text")] == [
        "Text.assemble(*((visible(text), style) for text, style in parts))"
    ]
    shown = [one for one in calls if ast.unparse(one.func).startswith("self._console.")]
    raw = [ast.unparse(arg) for one in shown for arg in one.args if not ast.unparse(arg).startswith("_text(")]
    assert raw == []


def test_one_place_says_who_sees_colours():
    """What is a terminal, and what NO_COLOR and FORCE_COLOR say of it: all others ask `console`."""
    asked = re.compile(r"\.isatty\(|NO_COLOR|FORCE_COLOR|\"TERM\"")
    found = {path.relative_to(ROOT).as_posix() for path in ALL if asked.search(path.read_text(encoding="utf-8"))}
    assert found == {PRINTS}
    made = [
        ast.unparse(node)
        for path in ALL
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Console"
    ]
    assert made
    assert all("no_color=not " in one and "has_colour" in one and "force_terminal=" in one for one in made)


def test_play_never_imports_the_oracle():
    """The plain interpreter is a twin for tests."""
    users = [path for path in ENGINE_MODULES if "oracle" not in path.parts and path.parent != ENGINE]
    assert [p.name for p in users for name, _ in imports(p) if name.startswith("rulebed.oracle")] == []


def test_no_import_cycle():
    """The modules can be put in an order."""
    names = {
        module_name(path, root): path for root, own in ((ENGINE, ENGINE_MODULES), (TOOLS, TOOL_MODULES)) for path in own
    }
    graph = {
        name: {target for target, _ in imports(path) if target in names and target != name}
        for name, path in names.items()
    }
    packages = {name for name, path in names.items() if path.name == "__init__.py"}
    for name, targets in graph.items():
        # `from a.b import c` of a module c also names the package a.b, which is no dependency on its contents
        graph[name] = {
            t for t in targets if not (t in packages and any(u.startswith(t + ".") for u in targets | {name}))
        }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_tools_are_siblings():
    """Rooms of the tools don't import each other; the command line calls them all, what lies beside them is for all."""
    wrong, beside = [], {path.stem for path in TOOLS.glob("*.py")}
    for path in TOOL_MODULES:
        room = path.relative_to(TOOLS).parts[0]
        for name, line in imports(path):
            parts = name.split(".")
            other = parts[1] if parts[0] == "rulebed_tools" and len(parts) > 1 else room
            if room not in (other, "cli") and other not in beside and not room.endswith(".py"):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_each_library_is_imported_in_its_one_place():
    """A library can be exchanged by rewriting one module."""
    import sys  # noqa: PLC0415

    wrong = []
    for path in ENGINE_MODULES:
        for name, line in imports(path):
            top = name.split(".")[0]
            if top in sys.stdlib_module_names or top == "rulebed":
                continue
            if THIRD_PARTY.get(top) != path.relative_to(ENGINE).as_posix():
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {top}")
    assert wrong == []


def test_the_engine_reads_no_clock_file_or_environment():
    """Below the packs there is no way for the world to come in."""
    wrong = []
    for path in ENGINE_MODULES:
        where = path.relative_to(ENGINE).as_posix()
        if where.startswith("packs/") or where in MAY_BE_IMPURE:
            continue
        wrong += [f"{where}:{line} imports {name}" for name, line in imports(path) if name.split(".")[0] in IMPURE]
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                wrong.append(f"{where}:{node.lineno} calls {node.func.id}")
            if isinstance(node, ast.Attribute) and node.attr in IMPURE_METHODS:
                wrong.append(f"{where}:{node.lineno} uses {node.attr}")
    assert wrong == []


def texts_in(path):
    """Each text that a module spells, docstrings left out, and each part of a text that is put together."""
    tree = tree_of(path)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def test_one_module_spells_the_names_of_the_engines_own():
    """All others ask it for a name, and the model for the role of what has it."""
    found = {
        (str(path.relative_to(ENGINE)) if path in ENGINE_MODULES else str(path.relative_to(TOOLS)), line, text)
        for path in ALL
        for line, text in texts_in(path)
        if path != ENGINE / NAMING and INTERNAL.search(text)
    }
    assert sorted(one for one in found if one[0] not in MAY_LOOK_INTERNAL) == []
    assert {name for name, *_ in found} == MAY_LOOK_INTERNAL.keys()


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_game_is_known(path):
    """Engine and tools know no noun of any game."""
    found = re.findall(rf"(?<![a-z])(?:{GAME_NOUNS})(?![a-z])", path.read_text(encoding="utf-8"), re.IGNORECASE)
    assert found == []


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_module_opens_with_a_sentence_and_has_a_name_that_says_something(path):
    """A docstring of one sentence first, and no module called after nothing in particular."""
    docstring = ast.get_docstring(tree_of(path))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", "?", ":"))
    assert path.stem not in FORBIDDEN_NAMES
    assert not re.search(r"(manager|helper|util)s?$", path.stem)


def test_modules_are_short():
    """600 lines are the most; a row for a module that isn't longer fails."""
    lengths = {p.relative_to(ROOT).as_posix(): len(p.read_text(encoding="utf-8").splitlines()) for p in ALL}
    long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert set(long) == set(LONG_MODULES), long


def test_functions_are_short():
    """50 lines are the most; a row for a function that isn't longer fails."""
    long = {}
    for path in ALL:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION:
                long[f"{path.relative_to(ROOT).as_posix()}::{node.name}"] = node.end_lineno - node.lineno + 1
    assert set(long) == set(LONG_FUNCTIONS), long


def test_dataclasses_are_slotted():
    """A dataclass without slots takes attributes that nobody declared."""
    wrong = []
    for path in ENGINE_MODULES:
        for node in ast.walk(tree_of(path)):
            marks = node.decorator_list if isinstance(node, ast.ClassDef) else []
            for mark in marks:
                called = mark.func if isinstance(mark, ast.Call) else mark
                if isinstance(called, ast.Name) and called.id == "dataclass":
                    options = {word.arg for word in mark.keywords} if isinstance(mark, ast.Call) else set()
                    wrong += [] if "slots" in options else [f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"]
    assert wrong == []


def test_the_whole_suite_passes_no_directory_by(pytestconfig):
    """Where pytest doesn't go by itself, such as into `build`, nothing would be run, and nobody would miss it."""
    passed_by = pytestconfig.getini("norecursedirs")
    homes = {part for file in (ROOT / "tests").rglob("test_*.py") for part in file.relative_to(ROOT).parent.parts}
    assert "prove" in homes
    assert not [home for home in homes if any(fnmatch(home, pattern) for pattern in passed_by)]


def test_the_readme_names_the_statements_of_the_core():
    """Whoever writes a verb is told which statements there are; a new one has to be added there."""
    said = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    listed = re.search(r"the statements of\s+`lang/core.py` \(([^)]*)\)", said)
    assert listed is not None
    assert re.split(r",\s+", listed[1]) == [kind.__name__.lower() for kind in core.Stmt.__args__]


def test_the_readme_says_of_each_room_what_stands_in_it():
    """The map at its head has a row for each room that there is."""
    said = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([a-z/]+)` \|", said, re.MULTILINE))
    assert rows >= {room.replace(".", "/") for room in LAYERS}


def test_what_a_change_takes_is_told_by_files_that_there_are():
    """The table of the engine's README."""
    text = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    table = text.partition("## What a change takes")[2].partition("\n\n`python")[0]
    named = re.findall(r"`([\w./]+/[\w./-]*)`", table)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_each_module_stands_on_the_page_of_its_room():
    """Who stands at the door sees what is behind it: the docstring of a room names all of its modules."""
    for door in sorted(ENGINE.rglob("__init__.py")):
        room = door.parent
        page = ast.get_docstring(tree_of(door)) or ""
        if room == ENGINE:
            continue
        named = set(re.findall(r"`([a-z_]+)/?`", page))
        assert {path.stem for path in room.glob("*.py")} - {"__init__"} <= named, room


def rooms_of_findings():
    """By code: the rooms that make such a finding."""
    found = defaultdict(set)
    for path in ENGINE_MODULES:
        name = module_name(path, ENGINE)
        if (room := room_of(name)) in LAYERS:
            for code in re.findall(r'"([A-Z]\d{3})"', path.read_text(encoding="utf-8")):
                found[code].add(room.replace(".", "/"))
    return found


def test_the_table_of_findings_says_where_they_are_made():
    """Each room that makes a finding stands in the row of its code."""
    text = (
        (ENGINE.parent / "README.md")
        .read_text(encoding="utf-8")
        .partition("| code | made in |")[2]
        .partition("\n\n")[0]
    )
    rows = [line.strip("|").split("|", 1) for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    made_in = [(codes, set(re.findall(r"`([a-z/]+)`", made))) for codes, made in rows]
    stated = [(begin, made) for codes, made in made_in for begin in re.findall(r"[A-Z]\d*", codes)]
    for code, rooms in rooms_of_findings().items():
        row = next((made for begin, made in stated if code.startswith(begin)), set())
        assert rooms <= row, f"{code} is made in {sorted(rooms)}"
