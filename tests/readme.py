"""The README's code blocks: `python tests/readme.py N` prints the N-th shell block (from 0)."""

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def blocks(language):
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    print(blocks("bash")[int(sys.argv[1])], end="")
