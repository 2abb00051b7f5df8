"""Small networks and their policy files, for tests."""

import torch

from training.config import Config, parse
from training.export import write
from training.net import Net

SMALL = """
name = "small"
decisions = 3000
width = 32
precision = "float32"
rules = [{ premium_bids = false }, { premium_bids = true }]
[ppo]
tables = [8, 16]
minibatch = [64, 128]
[evaluation]
deals = 4
final = 6
against = ["random"]
"""


ADDING = {
    "variant": '"tally"',
    "rules": '[{ players = 2, match = "game", tokens = 3 }, { players = 4, tokens = 2 }]',
}
"""Changes that make of it a run of the adding game, at tables of two and of four."""


def config(more: str = "", **changes) -> Config:
    """A configuration of a run of a second; `more` is TOML at its head, in place of what stands there."""
    text = SMALL.strip()
    for name, value in changes.items():
        text = "\n".join(line for line in text.splitlines() if not line.startswith(f"{name} ="))
        text = f"{name} = {value}\n{text}"
    return parse(text + "\n" + more)


def make_net(of: Config, seed: int = 5) -> Net:
    """A network with a policy that is far from uniform."""
    torch.manual_seed(seed)
    net = Net(of.of.game, of.all_rules, of.width)
    with torch.no_grad():
        net.policy.weight.mul_(100)
    return net


def write_policy(path, **changes):
    """A policy file of such a network."""
    of = config(**changes)
    write(path, make_net(of), of, 0)
    return path
