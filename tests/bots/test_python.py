"""Players of one's own by name."""

import sys

import numpy as np
import pytest

from ninetynine_env import bots
from ninetynine_env.__main__ import main
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.table import AnswerError

MINE = """
import numpy as np
from ninetynine_env import bots

def lowest(observation, action_mask, rng):
    assert observation.dtype == np.float32 and observation.ndim == 1 and action_mask.dtype == np.int8
    return int(np.flatnonzero(action_mask)[0])

def anything(observation, action_mask, rng):
    return rng.choice(np.flatnonzero(action_mask))

def illegal(observation, action_mask, rng):
    return int(np.flatnonzero(action_mask == 0)[0])

def words(observation, action_mask, rng):
    return "play 9d"

class Careful:
    name = "careful"
    def act(self, views, legal, rng):
        return bots.load("thumb").act(views, legal, rng)

thumb = Careful()
NUMBER = 99
"""


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    (tmp_path / "my_bots.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_bots", None)


@pytest.mark.parametrize("variant", ["three", "two", "tally"])
@pytest.mark.parametrize("thing", ["lowest", "anything"])
def test_a_function_plays_every_game(thing, variant):
    result = evaluate([f"py:my_bots:{thing}", "random"], variant, 6)
    assert result.names[0] == f"py:my_bots:{thing}"
    again = evaluate([f"py:my_bots:{thing}", "random"], variant, 6, batch=5)
    assert (result.points == again.points).all(), "chance comes from the seeds of the deals alone"


def test_processes_find_it_too():
    one, two = (evaluate(["py:my_bots:anything", "random"], "three", 6, jobs=jobs) for jobs in (1, 2))
    assert (one.points == two.points).all()


@pytest.mark.parametrize("thing", ["Careful", "thumb"])
def test_a_class_and_a_bot(thing):
    shown = evaluate([f"py:my_bots:{thing}", "random"], "three", 10)
    assert shown.names[0] == "careful"
    assert (shown.points == evaluate(["thumb", "random"], "three", 10).points).all()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("py:", "is named 'py:module:thing'"),
        ("py:my_bots", "is named 'py:module:thing'"),
        ("py:my_bots:no way", "is named 'py:module:thing'"),
        ("py:nowhere:x", "No module named 'nowhere'"),
        ("py:my_bots:x", "my_bots has no bot, class or function 'x'"),
        ("py:my_bots:NUMBER", "my_bots has no bot, class or function 'NUMBER'"),
        ("py:my_bots:lowest@sample", "only behind a policy's name may '@sample' stand"),
    ],
)
def test_what_is_no_bot_is_one_sentence(name, told, capsys):
    with pytest.raises(ValueError, match=r"is no bot") as error:
        bots.load(name)
    assert told in str(error.value)
    assert main(["watch", name]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("thing", ["illegal", "words"])
def test_a_wrong_answer_names_the_bot(thing):
    with pytest.raises(AnswerError, match=f"py:my_bots:{thing}"):
        evaluate([f"py:my_bots:{thing}", "random"], "three", 2)


def test_it_is_judged_by_probes_and_ladders(capsys):
    assert main(["probe", "py:my_bots:lowest", "--variant", "tally"]) == 0
    assert "of 12" in capsys.readouterr().out
    assert np.sign(evaluate(["thumb", "py:my_bots:lowest"], "three", 60).differences[0].points.mean) == 1
