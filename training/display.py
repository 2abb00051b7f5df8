"""What is seen of a run in the terminal: a progress bar, or a line now and then where there is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

_LINES = 10
"""Without a terminal so many lines tell of the run."""


class Display:
    """A progress bar with margin, a rate of the game's habits, speed and time left."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._margin, self._rate, self._told, self._warned = "–", "", 0.0, False
        columns = [
            TextColumn("{task.description}"),
            BarColumn(20),
            TaskProgressColumn(),
            TextColumn("{task.fields[facts]}"),
        ]
        self._bar = Progress(*columns, console=console, disable=not console.is_terminal)
        self._task = self._bar.add_task(name, total=1.0, facts="beginning")

    def __enter__(self) -> "Display":
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def margin(self, opponent: str, margin: float) -> None:
        """The newest margin, against this opponent."""
        self._margin = f"{margin:+.1f} vs {opponent}"

    def rate(self, name: str, share: float) -> None:
        """The newest value of the rate that tells most of how the learner plays."""
        self._rate = f"{name} {100 * share:.0f} %"

    def warn(self, sentence: str) -> None:
        """Say once that something looks wrong."""
        if not self._warned:
            self._console.print(f"Play may have collapsed: {sentence}.", markup=False)
        self._warned = True

    def update(self, progress: float, speed: float, left: float) -> None:
        """Progress 0 to 1, decisions a second, seconds left."""
        minutes, seconds = divmod(round(left), 60)
        pace = f"{speed / 1000:.0f}k/s  {minutes}:{seconds:02} left"
        facts = f"margin {self._margin}  {self._rate}  {pace}"
        self._bar.update(self._task, completed=progress, facts=facts)
        if not self._console.is_terminal and progress >= self._told + 1 / _LINES:
            self._told = progress
            self._console.print(f"{100 * progress:3.0f} %  {facts}", markup=False)


@contextmanager
def judging(console: Console) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for an evaluation: a function of games done and games in all."""
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Evaluating on held-out deals")
        yield lambda done, total: bar.update(task, completed=done, total=total)
