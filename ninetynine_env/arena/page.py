"""HTML pages that need nothing beside them: their frame, their tables, and pictures in the ink of the page."""

import io
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from matplotlib.figure import Figure

INK = "#0a0b0c"
"""Stands for the colour of the page's text, light or dark, which the picture takes over."""
COLOURS = ("#e05263", "#2f9e73", "#4f83d6", "#d9982b", "#9a6cc4", "#35aeb0")
"""Seen well on light and on dark paper."""
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "ninetynine",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.15,
    "grid.color": INK,
    "axes.prop_cycle": f"cycler('color', {list(COLOURS)})",
}

Fact = tuple[str, str]
"""A figure for the head of a page, and what it is."""


def frame(name: str, lead: str, facts: Sequence[Fact], sections: Sequence[str]) -> str:
    """A whole page: plain texts above, then sections of HTML; empty ones are left out."""
    template = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))
    return template.substitute(
        name=escape(name),
        lead=escape(lead),
        facts="".join(f"<li><b>{escape(value)}</b><span>{escape(what)}</span></li>" for value, what in facts),
        sections="\n".join(filter(None, sections)),
    )


def section(title: str, inner: str, note: str = "") -> str:
    """A part of a page under a title."""
    told = f"<p class='note'>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(title)}</h2>{told}{inner}</section>"


def picture(title: str, caption: str, figure: Figure) -> str:
    """A section that holds a picture."""
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    return section(title, f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>")


def pair(*sections: str) -> str:
    """Sections side by side where there is room."""
    shown = [section for section in sections if section]
    return f"<div class='pair'>{''.join(shown)}</div>" if shown else ""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table; its first columns, `words` of them, hold words, the others figures."""

    def line(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if place < words else " class='number'" for place in range(len(cells))]
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{line(heads, 'th')}</tr>{body}</table>"
