"""One truth at three speeds: compiled equals plain, with numba and without, state by state."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import kernels
import pytest

from ninetynine_env import cards, jit

PACKAGE = Path(jit.__file__).parent
HAS_NUMBA = importlib.util.find_spec("numba") is not None
needs_compiler = pytest.mark.skipif(not jit.COMPILED, reason="this run is uncompiled")

NO_NUMBA = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numba":
            raise ImportError("numba is not here")
sys.meta_path.insert(0, Refuse())
"""


def python(code, root=PACKAGE.parent, **environment):
    """What a fresh interpreter prints, with the tests and this package on its path."""
    variables = {name: value for name, value in os.environ.items() if name != "NINETYNINE_PLAIN"}
    paths = os.pathsep.join([str(root), str(Path(kernels.__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        env={**variables, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def other_trails(n, prelude="", **environment):
    code = (
        prelude
        + f"import kernels\nfrom ninetynine_env import jit\nprint(jit.COMPILED, *kernels.trails({n}), sep='\\n')"
    )
    return python(code, **environment).stdout.splitlines()


def compare(mine, others):
    """Report the first step that differs, not a wall of hashes."""
    assert len(mine) == len(others)
    assert [(a, b) for a, b in zip(mine, others, strict=True) if a != b][:1] == []


@pytest.mark.skipif(not HAS_NUMBA, reason="without numba there is one speed")
def test_compiled_equals_plain_state_by_state(count):
    n = count(14, 140)
    compiled, *others = other_trails(n, NINETYNINE_PLAIN="1" if jit.COMPILED else "0")
    assert compiled == str(not jit.COMPILED)
    compare(kernels.trails(n), others)


def test_without_numba_everything_plays(count):
    n = count(7, 42)
    compiled, *others = other_trails(n, NO_NUMBA)
    assert compiled == "False"
    compare(kernels.trails(n), others)


def test_plain_functions_are_python_and_text_is_never_compiled():
    assert python(
        "from ninetynine_env import cards; print(type(cards.size).__name__)", NINETYNINE_PLAIN="1"
    ).stdout == ("function\n")
    assert type(cards.card_name).__name__ == "function"


# ---- the cache -------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path):
    """A copy of the package's lowest floor, so small that it compiles in a moment."""
    package = tmp_path / "ninetynine_env"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for name in ("jit.py", "cards.py"):
        shutil.copy(PACKAGE / name, package)
    (package / "caller.py").write_text(
        "from ninetynine_env.cards import lowest\nfrom ninetynine_env.jit import compile_here\n\n\n"
        "def call(x):\n    return lowest(x)\n\n\ncompile_here(__name__)\n"
    )
    return tmp_path


CALL = "from ninetynine_env.caller import call; print(call(12))"


def stamps(root):
    return sorted(folder.name for folder in (root / "ninetynine_env" / "__pycache__").glob("kernels-*"))


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@needs_compiler
def test_an_edit_in_a_file_that_is_called_is_noticed(copy):
    assert python(CALL, copy, NUMBA_CACHE_DIR="").stdout == "2\n"
    before = stamps(copy)
    edit(copy / "ninetynine_env" / "cards.py", "return size((cards & -cards) - 1)", "return 70 + size(cards)")
    assert python(CALL, copy, NUMBA_CACHE_DIR="").stdout == "72\n"
    after = stamps(copy)
    assert len(before) == len(after) == 1, "the folder of the old stamp is swept"
    assert before != after


@needs_compiler
def test_the_first_compilation_is_told_once_and_the_second_run_is_silent(copy):
    first, second = python(CALL, copy, NUMBA_CACHE_DIR=""), python(CALL, copy, NUMBA_CACHE_DIR="")
    assert first.stderr.count("ninetynine: compiling the rules") == 1
    assert first.stdout == second.stdout
    assert second.stderr == ""


@needs_compiler
def test_the_cache_lies_where_the_user_wants_it(copy, tmp_path):
    chosen = tmp_path / "chosen"
    python(CALL, copy, NUMBA_CACHE_DIR=str(chosen))
    assert list(chosen.glob("kernels-*/**/*.nbi"))
    assert stamps(copy) == []


@needs_compiler
def test_the_cache_of_others_stays_theirs():
    code = (
        "import numba; before = numba.config.CACHE_DIR; import ninetynine_env.cards; "
        "print(before == numba.config.CACHE_DIR)"
    )
    assert python(code).stdout == "True\n"


@needs_compiler
def test_nowhere_to_write_still_plays(copy):
    """Where no folder takes a cache the kernels are compiled for this process alone."""
    edit(copy / "ninetynine_env" / "jit.py", "folder.mkdir(parents=True, exist_ok=True)", "raise OSError")
    assert python(CALL, copy, NUMBA_CACHE_DIR="").stdout == "2\n"
