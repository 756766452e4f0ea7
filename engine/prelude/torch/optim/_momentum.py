"""Optimisers that go along the gradient."""

from ._optimizer import Optimizer


class SGD(Optimizer):
    def __init__(
        self,
        params,
        lr=0.001,
        momentum=0.0,
        dampening=0.0,
        weight_decay=0.0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        if lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if nesterov and (not momentum or dampening):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        super().__init__(params, {**defaults, "nesterov": nesterov, "maximize": maximize})

    def move(self, p, g, group, state):
        momentum = group["momentum"]
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        if momentum:
            buffer = state.get("momentum_buffer")
            buffer = g.clone() if buffer is None else momentum * buffer + (1 - group["dampening"]) * g
            state["momentum_buffer"] = buffer
            g = g + momentum * buffer if group["nesterov"] else buffer
        p.sub_(group["lr"] * g)


class Rprop(Optimizer):
    def __init__(
        self,
        params,
        lr=0.01,
        etas=(0.5, 1.2),
        step_sizes=(1e-06, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        super().__init__(params, {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize})

    def move(self, p, g, group, state):
        less, more = group["etas"]
        before, size = state.get("prev", g * 0), state.get("step_size", g * 0 + group["lr"])
        sign = (g * before).sign()
        size = (size * ((sign > 0) * more + (sign < 0) * less + (sign == 0) * 1.0)).clamp(*group["step_sizes"])
        g = g * (sign >= 0)
        p.sub_(g.sign() * size)
        state["prev"], state["step_size"] = g.clone(), size
