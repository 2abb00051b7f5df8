import numpy as np
import pytest
from players import begun, play_on

from ninetynine_env.cards import CARD_NAMES
from ninetynine_env.trick import page, words
from ninetynine_env.trick.layout import LAYOUT


def episode_in(phase, **options):
    """An episode advanced to a phase: discard, auction, play."""
    return play_on(begun(3, **options), 3, steps={"discard": 0, "auction": 9, "play": 12}[phase])


@pytest.mark.parametrize("phase", ["discard", "auction", "play"])
def test_every_action_of_a_phase_has_words_that_name_it(phase):
    row = episode_in(phase).row
    for action in range(56):
        text = words.action_words(row, action)
        if action < 53:
            verb = "discard" if phase == "discard" else "play"
            assert text == f"{verb} {CARD_NAMES[action]}"
        assert words.parse_action(row, text) == action
    assert [words.action_words(row, a) for a in (53, 54, 55)] == ["pass", "declare", "reveal"]


@pytest.mark.parametrize("action", [-1, 56, 1000])
def test_numbers_that_are_no_actions_are_refused(action):
    with pytest.raises(ValueError, match="actions are 0 to 55"):
        words.action_words(episode_in("play").row, action)


@pytest.mark.parametrize(
    ("phase", "text", "sentence"),
    [
        ("discard", "play 6d", "say 'discard <card>'"),
        ("play", "discard 6d", "say 'play <card>'"),
        ("play", "play", "is no card"),
        ("play", "play 1d", "'1d' is no card"),
        ("play", "6d", "is no action"),
        ("play", "pass 6d", "is no action"),
        ("play", "", "is no action"),
    ],
)
def test_words_that_name_no_action_are_refused(phase, text, sentence):
    with pytest.raises(ValueError, match=sentence):
        words.parse_action(episode_in(phase).row, text)


def test_why_not_names_the_rule():
    episode = episode_in("play")
    row = episode.row
    missing = next(card for card in range(52) if not int(row.hand[row.turn]) >> card & 1)
    assert "does not hold" in words.why_not(row, missing)
    assert "legal are play" in words.why_not(row, 54)
    while True:
        play_on(episode, 3, steps=1)
        illegal = int(row.hand[row.turn]) & ~episode.legal()
        if illegal and row.turn >= 0:
            break
    assert "must follow" in words.why_not(row, illegal.bit_length() - 1)
    play_on(episode, 3)
    assert "the game is over" in words.why_not(episode.row, 0)


def test_a_hand_is_shown_sorted_by_suit_and_rank():
    episode = episode_in("discard")
    shown = next(line for line in words.table_text(episode.view(0)).splitlines() if "hand" in line)
    suits = shown.split("hand ")[1].split(" | ")
    order = "23456789TJQKA"
    assert len(suits) <= 4 and sum(len(suit.split()) for suit in suits) == 12
    for suit in suits:
        ranks = [order.index(card[0]) for card in suit.split()]
        assert ranks == sorted(ranks) and len({card[1] for card in suit.split()}) == 1


def test_the_page_shows_shapes_and_options():
    episode = episode_in("discard")
    text = page(episode.variant, episode.rules)
    assert f"({LAYOUT.columns},)" in text and "| `target` | 200 | 200, 500 |" in text and LAYOUT.hash in text
    widths = [np.prod(LAYOUT.flat[name].shape) for name in LAYOUT.flat.names]
    assert f"{LAYOUT.columns - widths[-1]}..{LAYOUT.columns - 1}" in text
