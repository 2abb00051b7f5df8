import copy
import json

import pytest
from players import begun, play_on, some_options

from ninetynine_env import record as records
from ninetynine_env.record import RecordError, advance, open_episode, replay
from ninetynine_env.variants import VARIANTS


def finished(seed, **options):
    return play_on(begun(seed, **options), seed).record()


@pytest.mark.parametrize("k", range(7))
@pytest.mark.parametrize("of", VARIANTS)
def test_a_record_replays_to_the_same_bytes(of, k, count):
    for seed in range(count(15, 200)):
        episode = play_on(begun(seed, of, **some_options(k, of)), seed, steps=None if seed % 3 else seed * 5 % 90)
        line = records.dumps(episode.record())
        assert records.dumps(replay(json.loads(line)).record()) == line


def test_the_record_has_the_fields_of_the_format():
    whole = finished(3, match="single_deal")
    assert list(whole) == ["format", "env", "rules", "deals", "totals", "winners"]
    assert whole["format"] == "ninetynine-record-1" and whole["env"] == "ninetynine/three-v0"
    assert list(whole["deals"][0]) == [
        "dealer", "trump", "turnup", "hands", "dummy_bid", "actions", "bids", "premiums", "tricks", "scores",
    ]  # fmt: skip
    assert whole["deals"][0]["turnup"] is None and whole["deals"][0]["dummy_bid"] is None
    assert whole["winners"] == [s for s in range(3) if whole["totals"][s] == max(whole["totals"])]


def test_what_is_not_known_yet_is_absent():
    episode, known = begun(3, match="single_deal"), []
    for _ in range(30):
        known.append([name for name in ("bids", "premiums", "tricks") if name in episode.record()["deals"][0]])
        play_on(episode, 3, steps=1)
    assert known[8] == [] and known[9] == ["bids"] and known[12] == ["bids", "premiums"] and "totals" not in known


def test_a_cut_off_match_says_so():
    whole = finished(3, max_deals=1)
    assert whole["truncated"] is True and "totals" not in whole and "winners" not in whole


def test_names_and_notes_travel(tmp_path):
    whole = finished(3, match="single_deal")
    whole = {**{k: whole[k] for k in ("format", "env", "rules")}, "names": ["a", "b", "c"], "notes": ["x"], **whole}
    assert replay(whole).record() == whole
    records.write(tmp_path / "games.jsonl", [whole, whole])
    assert list(records.read(tmp_path / "games.jsonl")) == [whole, whole]
    assert [p.name for p in tmp_path.iterdir()] == ["games.jsonl"]


def leaves(value, path=()):
    """Every place in a record: paths of keys and indices."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list) and value and path[-1] != "hands":
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path


def altered(whole, path):
    """The record with the value at one place changed to another of its kind."""
    twin = copy.deepcopy(whole)
    holder = twin
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, bool):
        holder[path[-1]] = not value
    elif isinstance(value, int):
        holder[path[-1]] = value + 1
    elif isinstance(value, list):
        holder[path[-1]] = [*value, [0, "declare"]] if path[-1] == "premiums" else value[::-1]
    else:
        holder[path[-1]] = "6d" if value is None else value + "x"
    return twin


ALTERED = [
    ("three", {"match": "single_deal"}),
    ("three", {"max_deals": 2}),
    ("three", {"premium_protocol": "sealed"}),
    ("four", {"match": "parlett100"}),
    ("two", {"match": "rubber"}),
    ("classic", {"match": "single_deal"}),
    ("classic", {"players": 2, "match": "bga_rounds"}),
    ("oxford", {}),
]


@pytest.mark.parametrize(("of", "options"), ALTERED)
def test_a_record_with_any_one_field_altered_is_refused(of, options, count):
    whole = play_on(begun(5, of, **options), 5).record()
    places = [path for path in leaves(whole) if path[-1] != "hands"]
    for path in places[:: max(1, len(places) // count(400, 10_000))]:
        if path[:1] == ("rules",) and harmless(path[-1], whole["rules"]):
            continue
        with pytest.raises(RecordError):
            replay(altered(whole, path))


def harmless(option, rules):
    """Options whose next value may tell of the very same game."""
    return option in ("max_deals", "target", "nil_or_ten") or (
        option == "game_bonus_needs_success" and rules["match"] == "parlett100"
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: r.update(format="ninetynine-record-2"), "format is 'ninetynine-record-2'"),
        (lambda r: r.update(env="ninetynine/five-v0"), "is no variant"),
        (lambda r: r.update(extra=1), "'extra' is no field of a record"),
        (lambda r: r["rules"].pop("tie"), "tie missing"),
        (lambda r: r["rules"].update(players=4), "players=4"),
        (lambda r: r.update(deals=[]), "at least one deal"),
        (lambda r: r["deals"][0].pop("dealer"), "deal 1: the field 'dealer' is missing"),
        (lambda r: r["deals"][0]["hands"][0].__setitem__(0, "2d"), "deal 1: hands hold 2d"),
        (lambda r: r["deals"][0]["hands"][0].__setitem__(0, "1d"), "deal 1: '1d' is no card"),
        (lambda r: r["deals"][0]["hands"][0].pop(), "deal 1: hands must be 3 lists of 12 cards"),
        (lambda r: r["deals"][0]["actions"].__setitem__(0, ["x"]), "deal 1, action 1: "),
        (lambda r: r["deals"][0]["actions"].insert(0, [5, "pass"]), "deal 1, action 1: seat 5 acts"),
        (lambda r: r["deals"][0]["actions"].pop(), "tricks is given|deal 1: scores is given|is given"),
        (lambda r: r["deals"][0].update(scores=[1, 2, 3]), r"deal 1: scores is \[1, 2, 3\]"),
        (lambda r: r.update(names=[1]), "names must be a list of strings"),
        (lambda r: r.update(start={"dealer": 1}), "start may hold scores and trump"),
        (lambda r: r["deals"][0].update(turnup="6d"), "deal 1: turnup is '6d', but this form of the game has none"),
        (lambda r: r["deals"][0].update(dummy_bid=["6d", "7d", "8d"]), "deal 1: dummy_bid is .* but this form"),
    ],
)
def test_what_does_not_hold_is_named(change, sentence):
    whole = finished(5, match="single_deal")
    change(whole)
    with pytest.raises(RecordError, match=sentence):
        replay(whole)


@pytest.mark.parametrize(
    ("of", "options", "change", "sentence"),
    [
        ("two", {}, lambda deal: deal.update(dummy_bid=None), "dummy_bid is None, but it is a list of three cards"),
        ("two", {}, lambda deal: deal.update(dummy_bid=deal["hands"][0][:3]), "are not all in the dummy's hand"),
        ("two", {}, lambda deal: deal["hands"].pop(), "hands must be 3 lists of 12 cards"),
        ("classic", {}, lambda deal: deal.update(turnup=deal["hands"][0][0]), "trump is|hands hold"),
        (
            "classic",
            {},
            lambda deal: deal.update(turnup="2d", trump="d"),
            "turnup is '2d', but it can only be one of 6d",
        ),
        ("oxford", {}, lambda deal: deal.update(turnup="Ad"), "trump is|turnup is 'Ad', but it can only be one of 2d"),
        ("oxford", {}, lambda deal: deal.update(turnup="1d"), "'1d' is no card"),
    ],
)
def test_what_chance_cannot_have_done_is_named(of, options, change, sentence):
    whole = play_on(begun(6, of, match="single_deal", **options), 6).record()
    change(whole["deals"][0])
    with pytest.raises(RecordError, match=f"deal 1: .*({sentence})"):
        replay(whole)


def test_the_same_stock_card_does_not_turn_up_twice():
    whole = play_on(begun(6, "oxford", max_deals=3), 6).record()
    whole["deals"][1]["turnup"] = whole["deals"][0]["turnup"]
    whole["deals"][1]["trump"] = whole["deals"][0]["trump"]
    with pytest.raises(RecordError, match=r"^deal 2: turnup is .*, but it can only be one of"):
        replay(whole)


def test_the_record_of_the_game_for_two_has_the_dummys_side():
    deal = play_on(begun(6, "two", match="single_deal"), 6).record()["deals"][0]
    assert len(deal["hands"]) == len(deal["bids"]) == len(deal["tricks"]) == len(deal["scores"]) == 3
    assert set(deal["dummy_bid"]) <= set(deal["hands"][2])
    assert {seat for seat, _ in deal["actions"]} == {0, 1}, "the controller plays the dummy's cards"


def test_the_joker_is_told_under_its_own_name():
    told = 0
    for seed in range(12):
        deal = play_on(begun(seed, "classic", match="single_deal"), seed).record()["deals"][0]
        cards = [card for hand in deal["hands"] for card in hand]
        assert deal["turnup"] not in cards
        assert ("Jo" in cards) == (deal["turnup"] != "Jo")
        told += any("Jo" in words for _, words in deal["actions"])
    assert told >= 10


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{", "line 1 is no JSON"), ("[1]", "line 1 is no record"), ("{}\n\nx", "line 3 is no JSON")],
)
def test_files_that_hold_no_records_are_refused(tmp_path, text, sentence):
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    with pytest.raises(RecordError, match=sentence):
        list(records.read(path))
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="is not UTF-8 text"):
        list(records.read(path))


def test_the_dealer_and_the_trump_of_later_deals_follow_from_the_earlier_ones():
    whole = finished(6)
    assert len(whole["deals"]) > 1
    for name, value in (("dealer", (whole["deals"][1]["dealer"] + 1) % 3), ("trump", "none")):
        twin = copy.deepcopy(whole)
        twin["deals"][1][name] = value
        with pytest.raises(RecordError, match=f"{name} is"):
            replay(twin)


def test_a_scene_travels_in_start():
    kind = begun(1).variant
    episode = begun(1)
    episode.start(1, trump="c", scores=[10, 0, 190])
    whole = play_on(episode, 1).record()
    assert whole["start"] == {"scores": [10, 0, 190], "trump": "c"} and whole["deals"][0]["trump"] == "c"
    assert replay(whole).record() == whole and kind.id == whole["env"]


def test_an_unfinished_record_goes_on_from_the_seed():
    half = play_on(begun(7), 7, steps=20).record()
    ends = []
    for seed in (1, 1, 2):
        episode = open_episode(half, seed)
        advance(episode, half)
        ends.append(play_on(episode, 3).record())
    assert ends[0] == ends[1] and len(ends[0]["deals"]) > 1 and ends[0]["deals"][1] != ends[2]["deals"][1]


# ---- history ------------------------------------------------------------------------------------------------------


def events_of(episode, seat):
    return [tuple(event) for event in episode.history(seat)]


def test_history_hides_the_bids_of_others_and_shows_what_is_exposed():
    episode = begun(4, match="single_deal")
    told = {0: "declare", 1: "reveal", 2: "pass"}
    for _ in range(9):
        play_on(episode, 4, steps=1)
    first = episode.turn
    for seat in (first, (first + 1) % 3):
        episode.act(episode.game.words.parse_action(episode.row, "declare" if seat == first else "reveal"))
    episode.act(episode.game.words.parse_action(episode.row, "pass"))
    revealer, watcher = (first + 1) % 3, (first + 2) % 3
    events = events_of(episode, watcher)
    assert events[0][0] == watcher and events[0][1].startswith("shows ") and len(events[0][1].split()) == 13
    assert sum(words == "discard ?" for _, words in events) == 6 and told
    assert events[-5:-2] == [(first, "declare"), (revealer, "reveal"), (first, "pass")]
    shown = [words.split()[1:] for seat, words in events[-2:] if seat == revealer]
    assert [len(cards) for cards in shown] == [3, 9]
    play_on(episode, 4)
    assert [seat for seat, _ in events_of(episode, watcher)[-3:]] == [0, 1, 2]


def test_sealed_announcements_are_seen_when_all_are_in():
    episode = begun(2, match="single_deal", premium_protocol="sealed")
    for _ in range(3):
        play_on(episode, 2, steps=1)
    first = episode.turn
    episode.act(54)
    watcher = (first + 1) % 3
    assert (first, "declare") not in events_of(episode, watcher) and (first, "declare") in events_of(episode, first)
    while episode.row.phase <= 1:
        play_on(episode, 2, steps=1)
    assert (first, "declare") in events_of(episode, watcher)


# ---- the adding game ---------------------------------------------------------------------------------------------


def finished_round(seed, **options):
    return play_on(begun(seed, "tally", match="round", **options), seed).record()


def test_a_round_has_the_fields_of_the_format():
    whole = finished_round(3)
    assert list(whole) == ["format", "env", "rules", "deals", "totals", "winners", "places"]
    assert list(whole["deals"][0]) == ["dealer", "hands", "pile", "actions", "reshuffles", "total", "tokens"]
    assert whole["totals"] == whole["deals"][0]["tokens"] and whole["deals"][0]["reshuffles"] == []
    assert [len(hand) for hand in whole["deals"][0]["hands"]] == [3, 3, 3, 3] and len(whole["deals"][0]["pile"]) == 40
    assert whole["winners"] == [seat for seat, place in enumerate(whole["places"]) if place == 1]


def test_an_unfinished_round_says_what_is_known():
    episode = play_on(begun(3, "tally"), 3, steps=4)
    assert list(episode.record()["deals"][0]) == ["dealer", "hands", "pile", "actions", "reshuffles"]


def test_a_reshuffle_is_recorded_where_it_was_needed():
    """Its index is that of the draw, or with automatic drawing of the play; all played cards but the last are in it."""
    for draw_mode in ("explicit", "auto"):
        whole = finished_round(8, players=4, hand_size=12, draw_mode=draw_mode, tokens=50)
        deal = whole["deals"][0]
        assert deal["reshuffles"], "too short a round: take another seed"
        index, pile = deal["reshuffles"][0]
        drawn = [words for _, words in deal["actions"][: index + 1] if words == "draw" or draw_mode == "auto"]
        assert len(drawn) == len(deal["pile"]) + 1
        assert deal["actions"][index][1] == "draw" or draw_mode == "auto"
        plays = [words for _, words in deal["actions"][: index + 1] if words.startswith("play")]
        assert len(pile) == len(plays) - 1


def test_who_is_out_has_no_hand_in_later_rounds():
    whole = play_on(begun(2, "tally", tokens=3), 2).record()
    last = whole["deals"][-1]
    assert [] in last["hands"] and sorted(map(len, last["hands"]))[-1] == 3


@pytest.mark.parametrize("options", [{}, {"draw_mode": "auto", "hand_size": 12}, {"starter": "dealer"}])
def test_a_round_with_any_one_field_altered_is_refused(options, count):
    whole = finished_round(8, **options)
    places = [path for path in leaves(whole) if path[-1] != "hands"]
    for path in places[:: max(1, len(places) // count(300, 10_000))]:
        if altered(whole, path) == whole or (path[0] == "rules" and path[1] in MAY_TELL_THE_SAME):
            continue
        with pytest.raises(RecordError):
            replay(altered(whole, path))


MAY_TELL_THE_SAME = ("num_decks", "negative_total", "match", "starter", "first_dealer", "direction_persists", "tokens")
"""Options whose change may tell of the very same round."""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d["hands"][0].pop(), "hands must give seat 0 a list of 3 cards"),
        (lambda d: d["hands"].pop(), "hands must be 4 lists"),
        (lambda d: d["hands"][0].__setitem__(0, d["hands"][1][0]), "must be all cards of 1 x 52: look at"),
        (lambda d: d["pile"].__setitem__(0, "Jo"), "pile hold Jo"),
        (lambda d: d["pile"].__setitem__(0, "1d"), "'1d' is no card"),
        (lambda d: d.update(dealer=7), "dealer is 7"),
        (lambda d: d["actions"][0].__setitem__(1, "play 1"), "'play 1' is no action"),
        (lambda d: d.pop("pile"), "the field 'pile' is missing"),
        (lambda d: d.update(total=5), "total is 5"),
    ],
)
def test_what_does_not_hold_in_a_round_is_named(change, sentence):
    whole = finished_round(5)
    change(whole["deals"][0])
    with pytest.raises(RecordError, match=sentence):
        replay(whole)


def test_the_dealer_of_the_next_round_sits_to_the_right():
    whole = play_on(begun(2, "tally"), 2).record()
    whole["deals"][1]["dealer"] = (whole["deals"][1]["dealer"] + 2) % 4
    with pytest.raises(RecordError, match="but the deal passes to seat"):
        replay(whole)


def test_tokens_to_begin_with_travel_in_start():
    episode = begun(3, "tally")
    episode.start(3, dealer=2, scores=[1, 2, 3, 4])
    whole = play_on(episode, 3).record()
    assert whole["start"] == {"scores": [1, 2, 3, 4]} and whole["deals"][0]["dealer"] == 2
    assert replay(whole).record() == whole
    with pytest.raises(ValueError, match="the adding game has no trump"):
        episode.start(3, trump="h")
    with pytest.raises(ValueError, match="whole numbers from 1 to 50"):
        episode.start(3, scores=[0, 1, 1, 1])


def test_history_shows_ones_own_draws_and_hides_those_of_others():
    episode = play_on(begun(4, "tally", match="round"), 4)
    for seat in range(4):
        events = episode.history(seat)
        assert events[0][0] == seat and events[0][1].startswith("shows ")
        draws = [(who, words) for who, words in events if words.startswith("draw")]
        assert draws and all((words == "draw ?") == (who != seat) for who, words in draws)
        spoken = [[who, words] for who, words in events[1:] if not words.startswith("draw")]
        assert spoken == [action for action in episode.record()["deals"][0]["actions"] if action[1] != "draw"]


def test_history_tells_of_draws_that_happen_by_themselves():
    episode = play_on(begun(4, "tally", match="round", draw_mode="auto"), 4)
    events = episode.history(0)
    plays, draws = ([words for _, words in events if words.startswith(verb)] for verb in ("play", "draw"))
    assert len(draws) == len(plays) - 1
