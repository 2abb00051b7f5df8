"""The commands `ninetynine train`, `export` and `report`."""

from pathlib import Path
from typing import Annotated

import typer


def train(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file, e.g. configs/quick.toml.")],
    *,
    run: Annotated[Path | None, typer.Option("--run", help="The run's directory. [default: runs/NAME]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the run's checkpoint.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="In place of the file's.")] = None,
    learner: Annotated[str | None, typer.Option("--learner", help="ppo or sb3, in place of the file's.")] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long, in place of the file's.")] = None,
    decisions: Annotated[int | None, typer.Option("--decisions", help="How long, in place of the file's.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="In place of the file's.")] = None,
) -> None:
    """Train a policy, export it and judge it on held-out common deals. Ctrl-C ends the run with what there is."""
    from ninetynine_env.terminal import console
    from training import session
    from training.config import change, read
    from training.run import Run

    changes = {"seed": seed, "learner": learner, "minutes": minutes, "decisions": decisions, "threads": threads}
    given = change(read(config), **changes)
    if resume:
        place, before = Run.resume(given.name, run)
        given = change(before, **changes)
    else:
        place = Run.begin(given, run)
    session.run(given, place, resume, console())


def export(
    source: Annotated[Path, typer.Argument(help="A run's directory, its checkpoint.pt, or a zip of MaskablePPO.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="The policy file. [default: policy.onnx beside it]")] = None,
    config: Annotated[Path | None, typer.Option("--config", help="The run's config. [default: beside it]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="The policy's name. [default: the run's]")] = None,
) -> None:
    """Export a checkpoint, or a MaskablePPO zip with the project's trunk, as one .onnx file."""
    from training import checkpoints
    from training.config import change, read
    from training.export import write

    file = checkpoints.find(source)
    given = change(read(config or file.parent / "config.toml"), name=name)
    net, decisions = checkpoints.read_net(file, given)
    out = out or file.parent / "policy.onnx"
    write(out, net, given, decisions)
    typer.echo(f"{out}: {given.name}, after {decisions:,} decisions")


def report(
    run: Annotated[Path, typer.Argument(help="A run's directory, e.g. runs/quick; it may still be going on.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="The page. [default: report.html in the run]")] = None,
) -> None:
    """Tell a run as one HTML page with pictures: margins, bids, premiums, speed, results."""
    from training.report import write

    out = out or run / "report.html"
    write(run, out)
    typer.echo(f"{out}: open it in a browser")
