"""A run read back and told: its curves, and the page."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from policies import SMALL
from torch.utils.tensorboard import SummaryWriter

from ninetynine_env.__main__ import main
from training import curves
from training.config import ConfigError


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("told")
    (folder / "small.toml").write_text(SMALL)
    assert main(["train", str(folder / "small.toml"), "--run", str(folder / "run")]) == 0
    return folder / "run"


class Page(HTMLParser):
    """The tags that are open at the end, the pictures, and whatever is fetched from elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.open, self.pictures, self.fetched, self.words = [], 0, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.pictures += tag == "svg"
        self.fetched += [v for k, v in attributes if k in ("src", "href", "xlink:href") and not v.startswith("#")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_tells_the_run_and_needs_nothing_beside_it(run, capsys):
    assert main(["report", str(run)]) == 0
    assert "report.html" in capsys.readouterr().out
    text = (run / "report.html").read_text()
    page = Page(text)
    assert page.open == [] and page.fetched == [] and "<script" not in text
    assert page.pictures == 5
    told = " ".join(page.words)
    for heading in ("Margin against the ladder", "The policy it left", "Bids won exactly", "What it bids", "Speed"):
        assert heading in told
    assert "against random" in told and "premium_bids=False" in told and "decisions = 3000" in told
    assert sorted(path.name for path in run.iterdir() if path.suffix == ".part") == []


def test_the_same_run_gives_the_same_page(run, tmp_path):
    for name in ("one.html", "other.html"):
        assert main(["report", str(run), "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "other.html").read_bytes()


def test_a_run_that_has_not_ended_is_told_too(run, tmp_path):
    (tmp_path / "tensorboard").symlink_to(run / "tensorboard")
    config = (run / "config.toml").read_text().replace('"small"', '"a-b"')
    (tmp_path / "config.toml").write_text(config + "# <b>&</b>\n")
    assert main(["report", str(tmp_path)]) == 0
    text = (tmp_path / "report.html").read_text()
    assert "there is no policy yet" in text and "The policy it left" not in text
    assert "&lt;b&gt;" in text and Page(text).open == []


@pytest.mark.parametrize("what", ["none", "empty"])
def test_what_is_no_run_is_refused(tmp_path, capsys, what):
    (tmp_path / "empty" / "tensorboard").mkdir(parents=True)
    assert main(["report", str(tmp_path / what)]) == 2
    told = capsys.readouterr().err
    assert "is no run with curves" in told and told.count("\n") == 1


def log(folder, points):
    with SummaryWriter(str(folder / "tensorboard")) as writer:
        for decisions, (at, margin) in enumerate(points):
            writer.add_scalar(curves.CLOCK, 1.0, decisions, walltime=at)
            if margin is not None:
                writer.add_scalar("margin/random", margin, decisions, walltime=at)


def test_while_a_run_is_stopped_its_clock_stands(tmp_path):
    log(tmp_path, [(1000.0, None), (1060.0, 1.0), (1120.0, 2.0), (9000.0, None), (9060.0, 3.0)])
    curve = curves.read(tmp_path)["margin/random"]
    np.testing.assert_allclose(curve.minutes, [1, 2, 3])
    np.testing.assert_array_equal(curve.decisions, [1, 2, 4])
    assert [curve.at(minutes) for minutes in (0.5, 1, 2.9, 3, 60)] == [None, 1.0, 2.0, 3.0, None]


def test_the_summary_has_the_last_word_and_no_clock(tmp_path):
    """Points that a killed run has left twice stand there once; of many some, the last among them."""
    with SummaryWriter(str(tmp_path / "tensorboard")) as writer:
        for decisions in [*range(40), *range(30, 90)]:
            writer.add_scalar(curves.CLOCK, 1.0, decisions)
            writer.add_scalar("margin/random", decisions / 10, decisions)
    told = curves.summary(curves.read(tmp_path))
    assert list(told) == ["margin/random"]
    points = told["margin/random"]
    assert len(points) == curves.SUMMARY and points[-1] == [89.0, 8.9] and points[0] == [0.0, 0.0]
    assert points == sorted(points)


def test_a_directory_without_curves_is_refused(tmp_path):
    with pytest.raises(ConfigError, match=re.escape(str(tmp_path))):
        curves.read(tmp_path)
