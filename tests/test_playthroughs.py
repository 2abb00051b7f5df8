import sys
from pathlib import Path

import pytest

from ninetynine_env.variants import VARIANTS

FOLDER = Path(__file__).parent / "playthroughs"
sys.path.insert(0, str(FOLDER))

from make import lines  # noqa: E402


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_replays_its_golden_playthrough(name):
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = "\n".join(lines(name)).splitlines()
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        assert new == old, f"line {number} of {name}.txt"
    assert len(kept) == len(now)
