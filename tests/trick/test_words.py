import numpy as np
import pytest
from players import begun, play_on

from ninetynine_env.cards import CARD_NAMES
from ninetynine_env.trick import page, picture, words
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.row import PLAY


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


# ---- the other forms ----------------------------------------------------------------------------------------------


def histories(episode):
    return [[words for _, words in episode.history(seat)] for seat in range(episode.rules.players)]


def test_the_dummy_is_shown_when_play_begins_and_its_bid_at_the_end():
    """A3: nobody sees a card of it before; its bid-cards stay down to the end."""
    episode = begun(4, "two", match="single_deal")
    bid, rest = {CARD_NAMES[c] for c in range(52) if int(episode.row.laid[2]) >> c & 1}, None
    while not episode.over:
        shown = [words for words in histories(episode)[0] if words.startswith("shows")]
        dummys = [words for seat, words in episode.history(0) if seat == 2]
        view = episode.view(0)
        if episode.row.phase < PLAY:
            assert dummys == [] and len(shown) == 1 and view.hand[2] == view.laid[2] == 0
            rest = " ".join(["shows", *(CARD_NAMES[c] for c in range(52) if int(episode.row.hand[2]) >> c & 1)])
        else:
            assert dummys == [rest] and view.hand[2] == episode.row.hand[2] and view.laid[2] == 0
        play_on(episode, 4, steps=1)
    assert set([words for seat, words in episode.history(1) if seat == 2][-1].split()[1:]) == bid


def test_the_picture_says_who_plays_from_the_dummy():
    episode, asked = begun(4, "two", match="single_deal"), set()
    while not episode.over:
        if episode.row.phase == PLAY:
            text = words.table_text(episode.view(episode.turn))
            dummy = "to play from the dummy" in text
            assert dummy == (episode.row.plays == 2)
            assert "dummy" in text
            asked.add((dummy, picture.prompt(episode.view(episode.turn))))
        play_on(episode, 4, steps=1)
    assert asked == {(True, "play from the dummy"), (False, "play")}


def test_a_card_that_the_dummy_does_not_hold_is_refused_by_its_name():
    episode = begun(4, "two", match="single_deal")
    while episode.row.plays != 2 or episode.row.phase != PLAY:
        play_on(episode, 4, steps=1)
    missing = next(card for card in range(4, 13) if not int(episode.row.hand[2]) >> card & 1)
    assert "the dummy does not hold" in words.why_not(episode.row, missing)


def test_the_joker_has_its_own_action_and_name():
    """A5: it is named `Jo`, and the turned-up card itself is nobody's."""
    seen = 0
    for seed in range(20):
        episode = begun(seed, "classic", match="single_deal", premium_bids=False)
        turnup = int(episode.row.turnup)
        while not episode.over and turnup != 52:
            legal = episode.legal()
            assert not legal >> turnup & 1
            if legal >> 52 & 1:
                seen += 1
                verb = "discard" if episode.row.phase < PLAY else "play"
                assert words.action_words(episode.row, 52) == f"{verb} Jo"
                assert words.parse_action(episode.row, f"{verb} Jo") == 52
                assert "Jo" in words.table_text(episode.view(episode.turn))
            play_on(episode, seed, steps=1)
    assert seen > 20


def test_two_players_are_asked_to_pass_or_declare():
    episode = play_on(begun(3, "two"), 3, steps=6)
    assert picture.prompt(episode.view(episode.turn)) == "pass or declare"
    assert "legal are pass, declare" in words.why_not(episode.row, 55)


@pytest.mark.parametrize("name", ["classic", "oxford", "simple"])
def test_a_trump_cannot_be_chosen_where_a_card_makes_it(name):
    with pytest.raises(ValueError, match="a card makes the trump"):
        begun(3, name).start(3, trump="h")


def test_scores_to_start_with_are_below_those_that_end_a_game():
    begun(3, "three", match="parlett100").start(3, scores=[99, 0, 0])
    with pytest.raises(ValueError, match="from 0 to 99"):
        begun(3, "three", match="parlett100").start(3, scores=[100, 0, 0])
    begun(3, "oxford").start(3, scores=[300, 0, 0])


@pytest.mark.parametrize("name", ["three", "two", "classic"])
def test_nothing_legal_is_dimmed(name):
    """Whoever lays, says or plays sees all cards bright that he may choose; the dummy's turn dims his own hand."""
    episode, seats = begun(5, name, match="single_deal"), set()
    names = [f"p{seat}" for seat in range(episode.rules.players)]
    while not episode.over:
        view = episode.view(episode.turn)
        hand = picture.table(view, names)[-1]
        if view.phase < PLAY:
            seats.add(view.viewer)
            assert "dim" not in hand
        elif view.plays != view.turn:
            assert hand.count("dim") == int(view.hand[view.viewer]).bit_count()
        play_on(episode, 5, steps=1)
    assert seats == set(range(episode.rules.players))
