"""The benchmark of the search prints its lines; what they say is measured there, not tested here."""

import pytest

from ninetynine_env.jit import COMPILED
from training.bench.searching import MATCHES, QUIET, Match, milliseconds, played, speeds

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of playouts want compiled kernels")


def test_a_match_is_a_line_of_the_table():
    line = played(Match("three", ("search:10", "thumb"), QUIET), 3, 1)
    cells = [cell.strip() for cell in line.strip("| \n").split("|")]
    assert cells[:3] == ["three, premium_bids=False", "`search:10`", "thumb, thumb"]
    assert "±" in cells[4]


def test_every_form_has_a_match():
    assert {match.variant for match in MATCHES} >= {"three", "four", "two", "classic", "oxford", "tally"}


def test_speeds(monkeypatch):
    monkeypatch.setattr("training.bench.searching.ROWS", 4)
    monkeypatch.setattr("training.bench.searching.REPEATS", 2)
    monkeypatch.setattr("training.bench.searching.LONG", 200)
    lines = speeds(1)
    assert len(lines) == 4
    assert "playouts from the first lead" in lines[0]
    assert milliseconds(True, 1) > 0
