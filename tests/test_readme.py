"""Every Python snippet of the README runs; its tables are those the code prints."""

import re
import subprocess
import sys

import pytest
from readme import README, blocks

from ninetynine_env.variants import VARIANTS

SNIPPETS = blocks("python")


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippet_runs(number, tmp_path):
    if "training" in SNIPPETS[number]:
        pytest.importorskip("sb3_contrib")
    done = subprocess.run(
        [sys.executable, "-c", SNIPPETS[number]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_table_of_variants_is_the_codes():
    told = re.search(r"<!-- variants -->\n(.*?)<!-- /variants -->", README.read_text(), re.DOTALL).group(1)
    rows = [f"| `{v.name}` | `{v.id}` | {v.title} |" for v in VARIANTS.values()]
    assert told.splitlines()[2:] == rows


def test_every_command_the_readme_types_exists(capsys):
    from ninetynine_env.__main__ import main

    text = README.read_text()
    commands = set(re.findall(r"^\$? ?(?:\.venv/bin/)?ninetynine (\w+)", text, re.MULTILINE))
    assert {"train", "evaluate", "play", "watch", "replay", "inspect", "list"} <= commands
    for command in commands:
        assert main([command, "--help"]) == 0
        assert "Usage: ninetynine " + command in capsys.readouterr().out
