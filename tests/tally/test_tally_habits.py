"""What the habits of the adding game count, and when they sound the alarm."""

import numpy as np
from tables import act, position

from ninetynine_env.tally import habits


def counted(games):
    """By name, the counts of every seat of one round that is over."""
    read = habits.read(games, int(games[0].rules.players))[0]
    return {name: read[name].tolist() for name in habits.HABITS.names}


def test_a_hit_at_99():
    games = position(["Th 3c 4c"], 89, players=3)
    act(games[0], "T+10")
    assert counted(games) == {
        "deals": [1, 1, 1], "lost": [0, 2, 2], "hit": [1, 0, 0], "bust": [0, 0, 0], "empty_handed": [0, 0, 0],
        "unscathed": [1, 0, 0],
    }  # fmt: skip


def test_a_round_that_is_passed():
    games = position(["2h 3c 4c"], 53, players=3)
    act(games[0], "2")
    told = counted(games)
    assert told["lost"] == [3, 0, 0] and told["bust"] == [1, 0, 0] and told["hit"] == [0, 0, 0]


def test_an_empty_hand():
    games = position(["Jh"], 0, players=2, hand_size=1)
    act(games[0], "J")
    act(games[0], "skip")
    told = counted(games)
    assert told["empty_handed"] == [1, 0] and told["lost"] == [3, 0] and told["unscathed"] == [0, 1]


def test_who_was_out_began_no_round_and_seats_beyond_the_table_are_nobodys():
    games = position(["Th 3c 4c"], 89, tokens=[9, 9, 0], players=3)
    games[0].seats, games[0].out_at[2] = 0b011, 1
    act(games[0], "T+10")
    read = habits.read(games, 6)[0]
    assert read["deals"].tolist() == [1, 1, 0, 0, 0, 0]


def test_forgetting_to_draw_sounds_the_alarm():
    games = position(["Jh"], 0, players=2, hand_size=1)
    act(games[0], "J")
    act(games[0], "skip")
    summary = habits.summary(habits.add(habits.read(games, 2)))
    assert "forgets to draw" in habits.alarm(summary)
    assert habits.alarm({**summary, "empty_handed": 0.0}) is None
    assert habits.signs(summary)["habits/empty_handed"] == 0.5
    assert np.isfinite(list(habits.signs(summary).values())).all()
