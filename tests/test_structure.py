"""The house keeps its floors: imports go down, games are values, functions and files stay small."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, TRAINING = ROOT / "ninetynine_env", ROOT / "training"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *TRAINING.rglob("*.py")])

FLOORS = [
    ["jit"],
    ["assets", "cards", "options", "layout"],
    ["doors", "counts", "drawing", "pages"],
    ["trick.rules", "tally.rules"],
    ["trick.layout", "trick.row", "tally.layout", "tally.pile"],
    ["trick.dealing"],
    ["trick.kernel", "tally.kernel"],
    ["trick.scoring", "trick.knowledge", "trick.rewards", "tally.knowledge", "tally.rewards"],
    ["trick.observe", "tally.observe"],
    ["trick.*", "tally.*"],
    ["trick", "tally"],
    ["variants"],
    ["episode", "record", "env", "vector"],
    ["bots", "bots.*"],
    ["seat", "table", "testing"],
    ["arena", "arena.*", "engine", "web", "web.*"],
    ["terminal"],
    ["asking"],
    ["judging"],
    [""],
    ["__main__"],
    ["training", "training.*"],
]
"""From the ground up. `x.*` are the files of a folder that stand on no floor of their own; "" is the package itself."""


def parsed(path):
    return ast.parse(path.read_text(), str(path))


def module_of(path):
    """`trick.kernel` for a file of the package, `training.ppo` for one of the training code."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join(parts[1:] if parts[0] == "ninetynine_env" else parts)


MODULES = {module_of(path): path for path in SOURCES}


def floor_of(module):
    """The number of a module's floor: by its own name, or by that of its folder."""
    for name in (module, module.partition(".")[0] + ".*"):
        for number, names in enumerate(FLOORS):
            if name in names:
                return number
    raise AssertionError(f"{module or 'the package'} stands on no floor: give it one in FLOORS")


def imported(path):
    """Every absolute name that a file imports, wherever the import stands: (line, dotted name)."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno}: imports are absolute"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def inside(path):
    """The modules of the house that a file imports."""
    for line, name in imported(path):
        parts = name.split(".")
        if parts[0] not in ("ninetynine_env", "training"):
            continue
        dotted = ".".join(parts[1:] if parts[0] == "ninetynine_env" else parts)
        yield line, dotted if dotted in MODULES else dotted.rpartition(".")[0]


def test_every_module_has_a_floor():
    assert {module: floor_of(module) for module in MODULES}
    assert floor_of("trick.kernel") < floor_of("trick.words") < floor_of("trick") < floor_of("env")


@pytest.mark.parametrize("module", list(MODULES))
def test_imports_only_go_down(module):
    above = [(line, name) for line, name in inside(MODULES[module]) if floor_of(name) > floor_of(module)]
    assert above == []


def test_no_circles():
    """Files of one floor may know each other, but never in a circle."""
    below = {module: {name for _, name in inside(path)} - {module} for module, path in MODULES.items()}
    while below:
        ground = {module for module, names in below.items() if not names & set(below)}
        assert ground, f"a circle among {sorted(below)}"
        below = {module: names for module, names in below.items() if module not in ground}


def test_the_two_games_never_meet():
    for module, path in MODULES.items():
        game = module.partition(".")[0]
        other = {"trick": "tally", "tally": "trick"}.get(game)
        assert [name for _, name in inside(path) if name.partition(".")[0] == other] == [], module


@pytest.mark.parametrize(
    ("library", "home"),
    [("torch", "training"), ("stable_baselines3", "training"), ("sb3_contrib", "training"), ("numba", "jit")],
)
def test_heavy_libraries_stay_at_home(library, home):
    guests = {
        module
        for module, path in MODULES.items()
        for _, name in imported(path)
        if name.partition(".")[0] == library and module.partition(".")[0] != home
    }
    assert guests == set()


def test_only_jit_knows_numba():
    """Not even by a string: the word stands in no line of code elsewhere."""
    guests = set()
    for module, path in MODULES.items():
        names = {node.id for node in ast.walk(parsed(path)) if isinstance(node, ast.Name)}
        texts = {node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant)}
        if "numba" in names | texts:
            guests.add(module)
    assert guests <= {"jit"}


# ---- games are values ------------------------------------------------------------------------------------------


def asks_for_a_game(node):
    """Whether a comparison or a match asks which of the two games it is, by literal or by module.

    That the name in a file's card is the NAME of the game at hand may be asked: both are values.
    """
    if isinstance(node, ast.Compare):
        leaves = [leaf for side in (node.left, *node.comparators) for leaf in ast.walk(side)]
        words = {leaf.value for leaf in leaves if isinstance(leaf, ast.Constant)}
        names = {leaf.id for leaf in leaves if isinstance(leaf, ast.Name)}
        return bool({"trick", "tally"} & (words | names))
    return isinstance(node, ast.MatchValue) and getattr(node.value, "value", None) in ("trick", "tally")


@pytest.mark.parametrize(
    "code", ['game.NAME == "trick"', 'x in ("tally", "trick")', "game is trick", "tally.NAME != x"]
)
def test_a_question_for_the_game_is_recognised(code):
    assert asks_for_a_game(ast.parse(code, mode="eval").body)


def test_from_env_up_nobody_asks_which_game_it_is():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for module, path in MODULES.items()
        if floor_of(module) >= floor_of("env")
        for node in ast.walk(parsed(path))
        if asks_for_a_game(node)
    ]
    assert found == []


# ---- sizes -----------------------------------------------------------------------------------------------------


def functions():
    """(lines of the body without the docstring, where) of every function."""
    for path in SOURCES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
                yield lines, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def test_functions_are_small():
    sizes = sorted(functions())
    lines = [size for size, _ in sizes]
    assert lines[len(lines) // 2] <= 8
    assert lines[len(lines) * 9 // 10] <= 20
    assert [where for size, where in sizes if size > 40] == []


def test_files_are_small():
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: n for name, n in lengths.items() if n > 400} == {}


# ---- texts -----------------------------------------------------------------------------------------------------

TEXTS = (".py", ".md", ".toml", ".html", ".css", ".js", ".mjs", ".cff", ".yml", ".yaml")
MACHINE_PATH = re.compile(r"""(?<![\w.~/:<-])/(home|work|root|Users|mnt|opt)/\w|\b[A-Z]:\\\w""")


def texts():
    """The files of the project that people wrote: not caches, builds, runs or hidden folders."""
    folders = [PACKAGE, TRAINING, ROOT / "seeds", ROOT / "configs", ROOT / "tests"]
    files = [path for folder in folders for path in folder.rglob("*")] + list(ROOT.glob("*"))
    return [path for path in files if path.is_file() and path.suffix in TEXTS]


def test_no_file_knows_a_machine():
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in texts()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["home", "work", "root", "Users", "mnt", "opt"])
def test_a_machine_path_is_recognised(folder):
    for line in ("x = '/{}/me/x'", "see /{}/file", '"/{}/a"', "C:\\{}"):
        assert MACHINE_PATH.search(line.format(folder))


@pytest.mark.parametrize("line", ["https://example.org/home/x", "a/root/b", "training/opt/x", "/lobby/home"])
def test_other_slashes_are_none(line):
    assert not MACHINE_PATH.search(line)
