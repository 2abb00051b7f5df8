"""The `ninetynine` command: what is typed and what it says; mistakes are one sentence and exit code 2."""

import io
import json
import subprocess
import sys

import pytest

from ninetynine_env import record
from ninetynine_env.__main__ import main
from ninetynine_env.table import Table


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))


def test_evaluate_prints_what_json_says(capsys):
    assert main(["evaluate", "thumb", "random", "--deals", "20", "--no-premiums", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bots"] == ["thumb", "random"]
    assert told["rules"]["premium_bids"] is False
    assert main(["evaluate", "thumb", "random", "--deals", "20", "--no-premiums"]) == 0
    text = capsys.readouterr().out
    for wanted in ("20 common deals in 6 seatings", "premium_bids=False", f"{told['standings'][0]['points']:.2f}"):
        assert wanted in text
    for words in ("margin", "exact", "bids", "laid"):
        assert words in text.lower()


def test_evaluate_takes_options_and_jobs(capsys):
    option = ["--option", "premium_protocol=sealed", "--json", "--deals", "6"]
    assert main(["evaluate", "thumb", "odds", "random", *option]) == 0
    alone = capsys.readouterr().out
    assert json.loads(alone)["rules"]["premium_protocol"] == "sealed"
    assert main(["evaluate", "thumb", "odds", "random", *option, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_watch_tells_a_game_and_writes_its_record(here, capsys):
    assert main(["watch", "thumb", "--seed", "7", "--record", "game.jsonl"]) == 0
    text = capsys.readouterr().out
    assert "Won by" in text
    assert "--seed 7 deals it again" in text
    (game,) = record.read(here / "game.jsonl")
    assert game["names"] == ["thumb"] * 3
    record.replay(game)


def test_replay_steps_through_and_verifies(here, capsys):
    games = [Table("three", ["thumb", "random", "odds"], {"match": "single_deal"}).play(seed) for seed in (1, 2)]
    record.write(here / "games.jsonl", games)
    assert main(["replay", "games.jsonl", "--verify"]) == 0
    assert capsys.readouterr().out == "games.jsonl: 2 records, every one holds.\n"
    assert main(["replay", "games.jsonl", "--all"]) == 0
    assert capsys.readouterr().out.count("Won by") == 2


def test_a_record_that_lies_is_told(here, capsys):
    game = Table("three", ["thumb"] * 3, {"match": "single_deal"}).play(1)
    game["deals"][0]["scores"][0] += 1
    (here / "games.jsonl").write_text(json.dumps(game) + "\n")
    assert main(["replay", "games.jsonl", "--verify"]) == 2
    assert "games.jsonl, record 1: " in capsys.readouterr().err


def test_play_to_the_end_of_a_deal(here, capsys, monkeypatch):
    """The person lays and plays what the list of legal actions begins with."""
    typed(monkeypatch, "legal", "help", "discard 2d", "nonsense", "quit")
    assert main(["play", "thumb", "random", "--seed", "3", "--record", "mine.jsonl"]) == 0
    text = capsys.readouterr().out
    for wanted in ("to your left thumb, then random", "Type help", "discard ", "does not hold", "You left the table"):
        assert wanted.replace("does not hold", "do not hold") in text or wanted in text
    assert "'nonsense'" in text
    assert len(list(record.read(here / "mine.jsonl"))) == 1


def test_a_person_can_play_a_whole_deal(here, capsys, monkeypatch):
    from ninetynine_env import terminal

    class Reader(terminal.Person):
        """Types the first legal action, as words or its last word."""

        def _read(self, view):
            legal = int(self.game.legal(view))
            words = self.game.words.action_words(view, (legal & -legal).bit_length() - 1)
            return words.upper() if view.moves % 2 else words.rpartition(" ")[2]

    monkeypatch.setattr(terminal, "Person", Reader)
    assert main(["play", "--seed", "5", "--seat", "1", "--no-premiums", "--record", "mine.jsonl"]) == 0
    text = capsys.readouterr().out
    assert "Won by" in text
    (game,) = record.read(here / "mine.jsonl")
    assert game["names"] == ["thumb", "you", "thumb"]


def test_the_adding_game_is_watched_and_its_record_replays(here, capsys):
    tally = ["--variant", "tally", "--option", "tokens=3", "--match", "game"]
    assert main(["watch", "greedy", "thumb", "random", "tally", *tally, "--seed", "3", "--record", "game.jsonl"]) == 0
    text = capsys.readouterr().out
    for words in ("Round 1", "Round 2", "→", "token", "out", "Won by"):
        assert words in text
    assert main(["replay", "game.jsonl", "--verify"]) == 0
    assert main(["replay", "game.jsonl", "--all"]) == 0


def test_a_person_draws_with_a_space_and_asks_for_total_and_tokens(here, capsys, monkeypatch):
    typed(monkeypatch, "c", "s", "skip", "5", " ", "C", "Q", "skip", "quit")
    playing = ["play", "greedy", "--variant", "tally", "--seed", "5", "--record", "mine.jsonl"]
    assert main(playing) == 0
    text = capsys.readouterr().out
    for words in (
        "total     0",
        "tokens    you: 9",
        "you must play a card first",
        "draws",
        "does not draw",
        "left the table",
    ):
        assert words in text
    (game,) = record.read(here / "mine.jsonl")
    mine = [words for seat, words in game["deals"][0]["actions"] if seat == 0]
    assert mine[:4] == ["play 5", "draw", "play Q", "skip"]


def test_evaluate_whole_games_with_the_first_bot_alone(capsys):
    asked = ["evaluate", "thumb", "greedy", "--variant", "tally", "--match", "game", "--challenge", "--deals", "30"]
    assert main([*asked, "--option", "players=6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (standing,) = told["standings"]
    low, high = standing["wins_interval"]
    assert len(told["seatings"]) == 6 and low < standing["wins"] < high
    assert main([*asked, "--option", "players=6"]) == 0
    text = capsys.readouterr().out
    for words in ("tokens", "won", "5 x greedy", "Per round", "hit 99"):
        assert words in text


def test_list_names_variants_options_and_bots(capsys):
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    for wanted in ("ninetynine/three-v0", "premium_protocol", "thumb", "odds", "FILE.onnx"):
        assert wanted in text


def test_version_and_help(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("ninetynine-env ")
    assert main([]) == 0
    text = capsys.readouterr().out
    for command in ("evaluate", "play", "watch", "replay", "inspect", "list", "train", "export"):
        assert command in text


def test_without_the_extra_train_says_what_to_install():
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from ninetynine_env.__main__ import main; sys.exit(main(['train', 'configs/quick.toml']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'pip install "ninetynine-env[train]"' in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["evaluate", "clever"], "'clever' is no bot"),
        (["evaluate", "none.onnx"], "none.onnx"),
        (["evaluate", "broken.onnx"], "is no ONNX file"),
        (["evaluate", "random", "--deals", "0"], "0 deals"),
        (["evaluate", "random", "--deals", "many"], "--deals"),
        (["evaluate", "random", "--option", "luck=1"], "luck"),
        (["evaluate", "random", "--option", "tie=maybe"], "maybe"),
        (["evaluate", "random", "--variant", "five"], "'five'"),
        (["evaluate"], "BOT"),
        (["watch", "random", "random"], "2 bots for 3 seats"),
        (["watch", "random", "--seed", "-1"], "--seed"),
        (["watch", "random", "--match", "forever"], "forever"),
        (["watch", "random", "--record", "no/such/folder.jsonl"], "cannot be written"),
        (["play", "--seat", "3"], "seats are 0 to 2"),
        (["evaluate", "thumb", "--variant", "tally", "--no-premiums"], "it has no premium bids"),
        (["evaluate", "odds", "--variant", "tally"], "'odds' is no bot of this game"),
        (["play", "--variant", "tally", "--option", "players=11"], "players is 2 to 10"),
        (["play", "--variant", "tally", "--option", "first_dealer=7"], "is no seat: it is random or 0 to 3"),
        (["play", "thumb", "thumb", "thumb"], "3 opponents for 2 seats"),
        (["replay", "none.jsonl"], "none.jsonl"),
        (["replay", "broken.onnx"], "broken.onnx"),
        (["inspect", "thumb"], "is no policy"),
        (["inspect", "clever"], "no shipped model"),
        (["inspect", "none.onnx"], "none.onnx"),
        (["dance"], "dance"),
        (["evaluate", "random", "--fast"], "--fast"),
    ],
)
def test_mistakes_are_one_sentence(here, capsys, arguments, told):
    (here / "broken.onnx").write_text("this is text")
    assert main(arguments) == 2
    sentence = capsys.readouterr().err
    assert told in sentence
    assert sentence.count("\n") == 1
