"""The referee: bots in their seats, answers checked, the game recorded."""

import numpy as np
import pytest

from ninetynine_env import record, trick
from ninetynine_env.bots.random import Random
from ninetynine_env.table import AnswerError, Table


class Answers:
    """Answers everything alike."""

    name = "parrot"

    def __init__(self, answer):
        self.answer = answer

    def act(self, views, legal, rng):
        return self.answer


def test_a_game_is_recorded_and_holds():
    game = Table("three", ["thumb", "odds", "random"]).play(4)
    assert game["names"] == ["thumb", "odds", "random"]
    record.replay(game)
    assert Table("three", ["thumb", "odds", "random"]).play(4) == game
    assert Table("three", ["thumb", "odds", "random"]).play(4, salt=1) != game


def test_a_bot_gets_what_its_seat_may_know():
    class Spy(Random):
        def act(self, views, legal, rng):
            assert views.shape == legal.shape == rng.shape == (1,)
            assert views[0].viewer == views[0].turn
            assert views[0].seed == 0
            return super().act(views, legal, rng)

    Table("three", [Spy(trick)] * 3, {"match": "single_deal"}).play(1)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (np.array([0]), "player_. does not hold"),  # a two is in no pack of 36
        (np.array([99]), "99 is no action, actions are 0 to 55"),
        (np.array([-1]), "-1 is no action"),
        (np.array([1, 2]), r"int64 \[2\]"),
        (np.array([1.0]), "float64"),
        (None, "object"),
    ],
)
def test_what_is_no_legal_action_is_refused_by_name(answer, told):
    with pytest.raises(AnswerError, match="the bot 'parrot' answered") as refused:
        Table("three", [Answers(answer)] * 3).play(1)
    assert refused.match(told)


def test_every_seat_needs_a_bot():
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        Table("three", ["random", "random"])


def test_a_scene_is_kept():
    game = Table("three", ["random"] * 3, {"match": "single_deal"}).play(2, scene={"dealer": 2, "trump": "s"})
    assert (game["deals"][0]["dealer"], game["deals"][0]["trump"]) == (2, "s")
