"""What all tests share: how many cases a run tries, and the helper modules beside this file."""

import os
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
if str(TESTS) not in sys.path:
    sys.path.insert(0, str(TESTS))

from hypothesis import settings  # noqa: E402

from ninetynine_env.jit import COMPILED  # noqa: E402

FULL = os.environ.get("NINETYNINE_FULL") == "1"

settings.register_profile("here", deadline=None, derandomize=True, max_examples=200 if FULL else 50)
settings.load_profile("here")


def amount(small, full):
    """How many cases to try: few, all where NINETYNINE_FULL=1, a twentieth of the few uncompiled."""
    if not COMPILED:
        return max(1, small // 20)
    return full if FULL else small


@pytest.fixture(scope="session")
def count():
    """`count(small, full)`: the number of cases of this run."""
    return amount
