import pytest
from policies import config

from ninetynine_env.assets import folder
from training.config import Config, ConfigError, change, parse, read
from training.run import to_toml

BASE = 'name = "x"\nminutes = 1\n'


@pytest.mark.parametrize("path", sorted(folder("configs").glob("*.toml")), ids=lambda path: path.stem)
def test_every_config_is_read_and_written_back(path):
    given = read(path)
    assert given.name == path.stem
    assert parse(to_toml(given)) == given


def test_defaults_and_types():
    given = parse(BASE)
    assert given.minutes == 1.0
    assert given.ppo.learning_rate == (1e-3, 1e-4)
    assert [rules.match for rules in given.all_rules] == ["single_deal"]
    assert given == Config(name="x", minutes=1.0)


def test_rules_of_the_tables():
    rules = config().all_rules
    assert [r.premium_bids for r in rules] == [False, True]


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("minutes = 1", "name is missing"),
        (BASE + "speed = 3", "'speed' is no setting"),
        (BASE + "[ppo]\nrate = 3", "'ppo.rate' is no setting"),
        (BASE + "seed = 1.5", "seed=1.5 is not allowed: it must be a whole number"),
        (BASE + "seed = true", "seed=True is not allowed: it must be a whole number"),
        (BASE + "seed = -1", "seed=-1 is not allowed"),
        (BASE + "ppo = 3", "ppo=3 is not allowed: it must be a table"),
        (BASE + "[ppo]\ntables = 256", "ppo.tables=256 is not allowed: it must be two whole numbers"),
        (BASE + "[ppo]\ntables = [1, 2, 3]", "it must be two whole numbers"),
        (BASE + "[ppo]\nlearning_rate = [0, 1]", "must be above 0"),
        (BASE + 'begin = "x"\nlearner = "sb3"', "begin is for learner=ppo"),
        (BASE + 'begin = "x"\n[imitation]\nshare = 0.1', "give either begin or imitation"),
        (BASE + 'learner = "dqn"', "learner='dqn' is not allowed: it is ppo or sb3"),
        (BASE + 'variant = "five"', "'five' is no variant"),
        (BASE + "rules = [{ joker = true }]", "joker=True is not allowed"),
        (BASE + "rules = [{ bidding = true }]", "'bidding' is no rule option"),
        (BASE + "rules = []", "at least one set of rule options"),
        (BASE + "decisions = 5", "give either minutes or decisions"),
        ('name = "x"', "give either minutes or decisions"),
        ('name = "a/b"\nminutes = 1', "must be letters, digits"),
        (BASE + "[opponents]\nshare = 0.5", "opponents.names is empty"),
        (BASE + "[imitation]\nshare = 1", "imitation.share=1.0 is not allowed"),
        ("name = ", "is no TOML"),
    ],
)
def test_refusals_are_one_sentence(toml, told):
    with pytest.raises(ConfigError) as caught:
        parse(toml, "my.toml")
    assert told in str(caught.value)
    assert str(caught.value).startswith("my.toml")
    assert "\n" not in str(caught.value)


def test_missing_file(tmp_path):
    with pytest.raises(ConfigError, match="there is no such configuration file"):
        read(tmp_path / "none.toml")


def test_the_packages_configs_are_found_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read("configs/quick.toml").name == "quick"


def test_changes_from_the_command_line():
    given = parse(BASE)
    assert change(given, seed=7, minutes=None).seed == 7
    assert change(given, decisions=100).minutes == 0
    with pytest.raises(ConfigError):
        change(given, seed=-1)
