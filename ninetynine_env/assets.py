"""Files: where those lie that travel with the package (models, frozen deals, rule sheets); how one is written."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """A folder of such files: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def write_aside(path: Path, data: bytes) -> None:
    """Write a file aside, then rename it: it is whole or not there."""
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(data)
    aside.replace(path)
