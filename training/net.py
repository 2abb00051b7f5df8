"""The network: one trunk with layer norm and one residual block, a policy head and a value head.

It reads the live columns of some rules. Training feeds it packed observations (int64
words, see `ninetynine_env.layout`); the flat input of environments gives the same numbers.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from ninetynine_env.layout import Layout
from training.kernels import embed_all, scatter_all


class Wiring:
    """Which weight row each bit of a packed observation meets; dead columns meet none."""

    def __init__(self, layout: Layout, live: npt.NDArray[np.bool_]) -> None:
        self.scales = layout.scales
        self.slots = np.full((layout.words, int(layout.widths.max())), -1, np.int64)
        rows = np.where(live, np.cumsum(live) - 1, -1)
        starts = np.cumsum(layout.widths) - layout.widths
        for word, (start, width) in enumerate(zip(starts, layout.widths, strict=True)):
            self.slots[word, :width] = rows[start : start + width]


class _PackedLinear(torch.autograd.Function):
    """A linear layer over packed observations, in compiled loops."""

    @staticmethod
    def forward(ctx: Any, words: npt.NDArray[np.int64], wiring: Wiring, weight: Tensor, bias: Tensor) -> Tensor:
        ctx.words, ctx.wiring, ctx.shape = words, wiring, weight.shape
        out = torch.empty(len(words), weight.shape[1])
        embed_all(words, wiring.slots, wiring.scales, weight.detach().numpy(), bias.detach().numpy(), out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (grad,) = grads
        weight_grad = torch.zeros(ctx.shape)
        scatter_all(ctx.words, ctx.wiring.slots, ctx.wiring.scales, grad.contiguous().numpy(), weight_grad.numpy())
        return None, None, weight_grad, grad.sum(0)


class Trunk(nn.Module):
    """From observations to `width` features; `weight` is [live, width], one row a live column."""

    live: Tensor

    def __init__(self, game: Any, live: npt.NDArray[np.bool_], width: int) -> None:
        super().__init__()
        self.game, self.wiring = game, Wiring(game.LAYOUT, live)
        self.register_buffer("live", torch.from_numpy(np.flatnonzero(live)))
        self.weight = nn.Parameter(torch.empty(int(live.sum()), width))
        self.bias = nn.Parameter(torch.zeros(width))
        self.norm_in, self.norm_out = nn.LayerNorm(width), nn.LayerNorm(width)
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        for matrix in (self.weight, self.first.weight, self.second.weight):
            nn.init.orthogonal_(matrix, 2**0.5)
        for layer in (self.first, self.second):
            nn.init.zeros_(layer.bias)

    def forward(self, flat: Tensor) -> Tensor:
        """Features [n, width] of flat observations float32 [n, columns]."""
        return self._rest(flat.index_select(1, self.live) @ self.weight + self.bias)

    def packed(self, words: npt.NDArray[np.int64]) -> Tensor:
        """Features [n, width] of packed observations int64 [n, words]."""
        if self.weight.is_cpu:
            embedded: Tensor = _PackedLinear.apply(words, self.wiring, self.weight, self.bias)  # type: ignore[no-untyped-call]
            return self._rest(embedded)
        flat = np.empty((len(words), self.game.LAYOUT.columns), np.float32)
        self.game.expand_all(words, flat)
        return self.forward(torch.from_numpy(flat).to(self.weight.device))

    def _rest(self, h: Tensor) -> Tensor:
        h = torch.relu(self.norm_in(h))
        h = h + self.second(torch.relu(self.first(h)))
        return torch.relu(self.norm_out(h))


class Net(nn.Module):
    """Logits of all actions and a value in the unit of the training reward."""

    def __init__(self, game: Any, rules: list[Any], width: int) -> None:
        super().__init__()
        self.trunk = Trunk(game, game.LAYOUT.live(rules), width)
        self.policy, self.value = nn.Linear(width, game.ACTIONS), nn.Linear(width, 1)
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def forward(self, words: npt.NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        """Logits [n, actions] and values [n] of packed observations int64 [n, words]."""
        return self.heads(self.trunk.packed(words))

    def flat(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        """The same of flat observations float32 [n, columns]."""
        return self.heads(self.trunk(flat))

    def heads(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Both heads on the features of the trunk."""
        return self.policy(features).float(), self.value(features).squeeze(-1).float()
