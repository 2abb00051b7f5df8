import numpy as np
import torch
from policies import config, make_net

from training.export import positions


def test_packed_and_flat_inputs_give_the_same():
    of = config()
    net, game = make_net(of), of.of.game
    packed, _ = positions(of, 200)
    flat = np.empty((200, game.LAYOUT.columns), np.float32)
    game.expand_all(packed, flat)
    for one, other in zip(net(packed), net.flat(torch.from_numpy(flat)), strict=True):
        assert torch.allclose(one, other, atol=1e-4)


def test_gradients_are_the_same_too():
    of = config()
    net, game = make_net(of), of.of.game
    packed, _ = positions(of, 200)
    flat = np.empty((200, game.LAYOUT.columns), np.float32)
    game.expand_all(packed, flat)

    def gradients(logits, values):
        return torch.autograd.grad(logits.square().mean() + values.sum(), list(net.parameters()))

    pairs = zip(gradients(*net(packed)), gradients(*net.flat(torch.from_numpy(flat))), strict=True)
    assert all(torch.allclose(one, other, rtol=1e-3, atol=1e-4) for one, other in pairs)


def test_only_live_columns_are_read():
    of = config()
    game = of.of.game
    assert make_net(of).trunk.weight.shape == (game.LAYOUT.live(of.all_rules).sum(), 32)


def test_match_numbers_are_read():
    of = config(rules='[{ match = "target" }]')
    net, game = make_net(of), of.of.game
    packed, _ = positions(of, 10)
    packed.view(game.LAYOUT.packed)["totals"][:] = (30, 60, 90, 0)
    flat = np.empty((10, game.LAYOUT.columns), np.float32)
    game.expand_all(packed, flat)
    assert torch.allclose(net(packed)[0], net.flat(torch.from_numpy(flat))[0], atol=1e-4)
