"""A crew: workers that do the same things at the same time, the first one here, the others in processes of their own.

Threads would share the interpreter's lock and the allocator, and did: two of them learned
1.5 times as fast as one, two processes twice as fast. What workers share is given to them
as tensors in shared memory; orders and answers go through pipes.
"""

import ctypes
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

import torch
from torch import multiprocessing

T = TypeVar("T")
_TRIM, _PAD, _MAP = -1, -2, -3  # glibc's numbers for the parameters of its allocator


class Crew(Generic[T]):
    """Workers made by `make` from one tuple of arguments each; with `apart` all but the first in processes."""

    def __init__(self, make: Callable[..., T], arguments: Sequence[tuple[Any, ...]], apart: bool = True) -> None:
        here = 1 if apart else len(arguments)
        self._lines = [_hire(make, given) for given in arguments[here:]]
        prepare_process()
        self.here = [make(*given) for given in arguments[:here]]

    def each(self, method: str, jobs: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Let every worker carry out a method on its own job; their answers in order."""
        for line, job in zip(self._lines, jobs[len(self.here) :], strict=True):
            line.send((method, job))
        answers = [getattr(worker, method)(*job) for worker, job in zip(self.here, jobs, strict=False)]
        return answers + [_answer(line) for line in self._lines]


def prepare_process() -> None:
    """One thread of torch, and an allocator that keeps what is freed.

    glibc gives large blocks back to the kernel and fetches them again page by page for
    the next batch: an eighth of all time went there. Elsewhere nothing is changed.
    """
    torch.set_num_threads(1)
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    for parameter, value in ((_TRIM, 2**31 - 1), (_PAD, 2**26), (_MAP, 2**30)):
        mallopt(parameter, value)


def _hire(make: Callable[..., Any], given: tuple[Any, ...]) -> Connection:
    """Start a worker in a process of its own; it ends when this end of the line is closed."""
    context = multiprocessing.get_context("spawn")
    line, far_end = context.Pipe()
    context.Process(target=_serve, args=(far_end, make, given), daemon=True).start()
    far_end.close()
    return line


def _answer(line: Connection) -> Any:
    """What a worker answers; RuntimeError if it failed or is gone."""
    try:
        failure, answer = line.recv()
    except (EOFError, ConnectionError):
        raise RuntimeError("a worker process of the run has died; 'ninetynine train --resume' goes on") from None
    if failure:
        raise RuntimeError(f"a worker process of the run failed:\n{failure}")
    return answer


def _serve(line: Connection, make: Callable[..., Any], given: tuple[Any, ...]) -> None:
    """The life of a worker in its process. Ctrl-C is the business of whoever hired it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare_process()
    worker = make(*given)
    while True:
        try:
            method, job = line.recv()
        except (EOFError, ConnectionError):
            return
        try:
            answer, failure = getattr(worker, method)(*job), None
        except Exception:
            answer, failure = None, traceback.format_exc()
        line.send((failure, answer))
