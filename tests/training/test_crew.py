"""Workers in processes: their answers, their failures, their end."""

import os
import time
from multiprocessing import active_children

import pytest

from training.crew import Crew


class Adder:
    def __init__(self, first):
        self.first = first

    def add(self, second):
        return self.first + second, os.getpid()

    def fail(self, unlucky):
        if unlucky:
            raise ValueError("no luck")

    def die(self, unlucky):
        if unlucky:
            os._exit(3)


@pytest.fixture
def crew():
    return Crew(Adder, [(10,), (20,), (30,)])


def test_answers_come_in_order_and_all_but_the_first_from_elsewhere(crew):
    answers = crew.each("add", [(1,), (2,), (3,)])
    assert [total for total, _ in answers] == [11, 22, 33]
    assert answers[0][1] == os.getpid()
    assert len({process for _, process in answers}) == 3


def test_one_process_where_that_is_wanted():
    crew = Crew(Adder, [(10,), (20,)], apart=False)
    assert crew.each("add", [(1,), (2,)]) == [(11, os.getpid()), (22, os.getpid())]


def test_a_worker_that_fails_says_why(crew):
    with pytest.raises(RuntimeError, match="ValueError: no luck"):
        crew.each("fail", [(False,), (True,), (False,)])


def test_a_worker_that_dies_is_noticed(crew):
    with pytest.raises(RuntimeError, match="has died"):
        crew.each("die", [(False,), (True,), (False,)])


def test_workers_end_with_their_crew(crew):
    processes = {process for _, process in crew.each("add", [(1,), (2,), (3,)])[1:]}
    assert processes <= {child.pid for child in active_children()}
    crew._lines.clear()
    until = time.monotonic() + 20
    while processes & {child.pid for child in active_children()} and time.monotonic() < until:
        time.sleep(0.05)
    assert not processes & {child.pid for child in active_children()}
