"""Golden playthroughs: one whole episode a variant, every decision in words, replayed and compared line by line.

`python tests/playthroughs/make.py` writes them anew; look at what changed before you keep it.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from players import random_legal  # noqa: E402

from ninetynine_env.episode import Episode  # noqa: E402
from ninetynine_env.record import dumps  # noqa: E402
from ninetynine_env.variants import VARIANTS  # noqa: E402

SEED = 99


def fields_of(episode, seat):
    """The observation of a seat, one line for each field that is not zero."""
    import numpy as np

    layout = episode.game.LAYOUT
    packed = np.zeros(layout.words, np.int64)
    flat, mask = np.zeros(layout.columns, np.float32), np.zeros(episode.game.ACTIONS, np.int8)
    episode.game.look(episode.words, seat, np.empty_like(episode.words), packed, flat, mask)
    named = flat.view(layout.flat)[0]
    for field in layout.fields:
        if named[field.name].any():
            rows = [" ".join(f"{v:g}" for v in row) if field.scale else drawn(row) for row in named[field.name]]
            yield f"  {field.name:<12} " + "  ".join(rows)


def drawn(row):
    return "".join("#" if bit else "." for bit in row)


def lines(name):
    """The playthrough of a variant as lines of text."""
    kind = VARIANTS[name]
    episode = Episode(kind, kind.rules())
    episode.start(SEED)
    words, step = kind.game.words, 0
    yield f"{kind.id} from seed {SEED}, random legal actions"
    while not episode.over:
        seat, legal = episode.turn, episode.legal()
        yield ""
        yield words.table_text(episode.view(seat))
        if episode.row.deals == 1:
            yield from fields_of(episode, seat)
        yield "legal: " + ", ".join(words.action_words(episode.row, a) for a in range(64) if legal >> a & 1)
        action = random_legal(episode, SEED, step)
        yield f"> player_{seat} {words.action_words(episode.row, action)}"
        episode.act(action)
        if episode.settled is not None:
            yield f"  {words.deal_info(episode.settled)}"
        step += 1
    yield ""
    yield dumps(episode.record())
    for seat in range(episode.rules.players):
        yield f"history of player_{seat}: {episode.history(seat)}"


if __name__ == "__main__":
    for each in VARIANTS:
        (FOLDER / f"{each}.txt").write_text("\n".join(lines(each)) + "\n", encoding="utf-8")
