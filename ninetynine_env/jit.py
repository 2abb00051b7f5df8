"""The only file that knows numba.

A kernel is a plain Python file whose last compiled function is followed by
`compile_here(__name__)`. Where numba is at hand every function defined above
that line is compiled (without the GIL, cached on disk); where it cannot be
imported, or with `NINETYNINE_PLAIN=1`, the same functions run as they stand.

The disk cache is stamped with a hash of all kernels: numba notices an edit in
the file of a function, but not one in a file whose functions it calls.
"""

import hashlib
import importlib
import os
import shutil
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

PACKAGE = Path(__file__).parent
_CACHE_PREFIX = "kernels-"


def _load_numba() -> Any:
    if os.environ.get("NINETYNINE_PLAIN") == "1":
        return None
    try:
        return importlib.import_module("numba")
    except ImportError:
        return None


_numba = _load_numba()

COMPILED: bool = _numba is not None
"""Whether kernels are compiled in this process."""

COMPILER = f"numba {_numba.__version__}" if COMPILED else "uncompiled"
"""By what, for reports of speed."""


def _stamp() -> str:
    """A hash over every file that asks to be compiled, and over numba's version."""
    digest = hashlib.sha256(_numba.__version__.encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"compile_here" in source or b"jit.adopt" in source:
            digest.update(source)
    return digest.hexdigest()[:16]


def _cache_roots() -> list[Path]:
    """Where compiled kernels may lie: the user's choice, beside the sources, the home folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ninetynine-env"
    return ([Path(chosen)] if chosen else []) + [PACKAGE / "__pycache__", home]


def _open_cache() -> str | None:
    """The folder of this stamp; folders of older stamps are swept. None if nothing is writable."""
    name = _CACHE_PREFIX + _stamp()
    for root in _cache_roots():
        folder = root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            for old in root.glob(_CACHE_PREFIX + "*"):
                if old != folder:
                    shutil.rmtree(old, ignore_errors=True)
            return str(folder)
    return None


def _announce_first_compilation() -> None:
    """Say once, on stderr, why the first deal on a machine takes some seconds."""
    event = importlib.import_module("numba.core.event")

    class Notice(event.Listener):  # type: ignore[misc, name-defined]
        told = False

        def on_start(self, event: Any) -> None:
            module = event.data["dispatcher"].py_func.__module__
            if not self.told and module.startswith(__package__):
                Notice.told = True
                print(
                    "ninetynine: compiling the rules for this machine, once (some ten seconds) ...",
                    file=sys.stderr,
                    flush=True,
                )

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Notice())


_cache = _open_cache() if COMPILED else None
if COMPILED:
    _announce_first_compilation()


def compile_here(module: str) -> None:
    """Compile every function that `module` has defined so far; those below stay Python."""
    if not COMPILED:
        return
    names = vars(sys.modules[module])
    own = [name for name, value in names.items() if isinstance(value, FunctionType) and value.__module__ == module]
    _compile(names, own)


def adopt(form: ModuleType, module: str) -> None:
    """Take over the functions of `form`, so that they find the names of `module` first, and compile them there."""
    names = vars(sys.modules[module])
    taken = []
    for name, value in vars(form).items():
        if isinstance(value, FunctionType) and value.__module__ == form.__name__:
            own = FunctionType(value.__code__, names, name)
            own.__doc__ = value.__doc__
            own.__module__, own.__qualname__ = module, f"{module}.{name}"  # the disk cache tells them apart by it
            names[name] = own
            taken.append(name)
        names.setdefault(name, value)
    if COMPILED:
        _compile(names, taken)


def _compile(names: dict[str, Any], wanted: list[str]) -> None:
    """Compile functions of a module, given by name among all its names."""
    # numba reads the folder while decorating: restored after, other people's caches stay theirs.
    before, _numba.config.CACHE_DIR = _numba.config.CACHE_DIR, _cache or ""
    try:
        for name in wanted:
            names[name] = _numba.njit(cache=_cache is not None, nogil=True)(names[name])
    finally:
        _numba.config.CACHE_DIR = before
