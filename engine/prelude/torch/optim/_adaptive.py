"""Optimisers that measure each number of a gradient by what it was before."""

from .._arithmetic import maximum
from ._optimizer import Optimizer


class Adam(Optimizer):
    def __init__(
        self,
        params,
        lr=0.001,
        betas=(0.9, 0.999),
        eps=1e-08,
        weight_decay=0.0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad}
        super().__init__(params, {**defaults, "maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay})

    def move(self, p, g, group, state):
        one, two = group["betas"]
        lr, decay = group["lr"], group["weight_decay"]
        if decay and group["decoupled_weight_decay"]:
            p.mul_(1 - lr * decay)
        elif decay:
            g = g + decay * p
        step = state["step"] = state.get("step", 0) + 1
        state["exp_avg"] = one * state.get("exp_avg", 0.0) + (1 - one) * g
        state["exp_avg_sq"] = two * state.get("exp_avg_sq", 0.0) + (1 - two) * g * g
        spread = state["exp_avg_sq"]
        if group["amsgrad"]:
            spread = maximum(state["max_exp_avg_sq"], spread) if "max_exp_avg_sq" in state else spread
            state["max_exp_avg_sq"] = spread
        spread = (spread / (1 - two**step)).sqrt() + group["eps"]
        p.sub_(lr / (1 - one**step) * state["exp_avg"] / spread)


class AdamW(Adam):
    def __init__(
        self,
        params,
        lr=0.001,
        betas=(0.9, 0.999),
        eps=1e-08,
        weight_decay=0.01,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, decoupled_weight_decay=True)


class NAdam(Optimizer):
    def __init__(
        self,
        params,
        lr=0.002,
        betas=(0.9, 0.999),
        eps=1e-08,
        weight_decay=0.0,
        momentum_decay=0.004,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay}
        super().__init__(params, {**defaults, "maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay})

    def move(self, p, g, group, state):
        one, two = group["betas"]
        lr, decay = group["lr"], group["weight_decay"]
        if decay and group["decoupled_weight_decay"]:
            p.mul_(1 - lr * decay)
        elif decay:
            g = g + decay * p
        step = state["step"] = state.get("step", 0) + 1
        now = one * (1 - 0.5 * 0.96 ** (step * group["momentum_decay"]))
        later = one * (1 - 0.5 * 0.96 ** ((step + 1) * group["momentum_decay"]))
        product = state["mu_product"] = state.get("mu_product", 1.0) * now
        state["exp_avg"] = one * state.get("exp_avg", 0.0) + (1 - one) * g
        state["exp_avg_sq"] = two * state.get("exp_avg_sq", 0.0) + (1 - two) * g * g
        spread = (state["exp_avg_sq"] / (1 - two**step)).sqrt() + group["eps"]
        p.sub_(lr * (1 - now) / (1 - product) * g / spread)
        p.sub_(lr * later / (1 - product * later) * state["exp_avg"] / spread)


class RMSprop(Optimizer):
    def __init__(
        self,
        params,
        lr=0.01,
        alpha=0.99,
        eps=1e-08,
        weight_decay=0.0,
        momentum=0.0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        defaults = {"lr": lr, "alpha": alpha, "eps": eps, "weight_decay": weight_decay, "momentum": momentum}
        super().__init__(params, {**defaults, "centered": centered, "maximize": maximize})

    def move(self, p, g, group, state):
        alpha = group["alpha"]
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        spread = state["square_avg"] = alpha * state.get("square_avg", 0.0) + (1 - alpha) * g * g
        if group["centered"]:
            state["grad_avg"] = alpha * state.get("grad_avg", 0.0) + (1 - alpha) * g
            spread = spread - state["grad_avg"] ** 2
        moved = g / (spread.sqrt() + group["eps"])
        if group["momentum"]:
            moved = state["momentum_buffer"] = group["momentum"] * state.get("momentum_buffer", 0.0) + moved
        p.sub_(group["lr"] * moved)


class Adagrad(Optimizer):
    def __init__(
        self,
        params,
        lr=0.01,
        lr_decay=0.0,
        weight_decay=0.0,
        initial_accumulator_value=0.0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        defaults = {"lr": lr, "lr_decay": lr_decay, "weight_decay": weight_decay, "eps": eps, "maximize": maximize}
        super().__init__(params, {**defaults, "initial_accumulator_value": initial_accumulator_value})

    def move(self, p, g, group, state):
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        steps = state.get("step", 0)
        state["step"] = steps + 1
        state["sum"] = state.get("sum", group["initial_accumulator_value"]) + g * g
        p.sub_(group["lr"] / (1 + steps * group["lr_decay"]) * g / (state["sum"].sqrt() + group["eps"]))


class Adadelta(Optimizer):
    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-06,
        weight_decay=0.0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        super().__init__(params, {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize})

    def move(self, p, g, group, state):
        rho, eps = group["rho"], group["eps"]
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        state["square_avg"] = rho * state.get("square_avg", 0.0) + (1 - rho) * g * g
        change = (state.get("acc_delta", 0.0) + eps) ** 0.5 / (state["square_avg"] + eps).sqrt() * g
        state["acc_delta"] = rho * state.get("acc_delta", 0.0) + (1 - rho) * change * change
        p.sub_(group["lr"] * change)


class Adamax(Optimizer):
    def __init__(
        self,
        params,
        lr=0.002,
        betas=(0.9, 0.999),
        eps=1e-08,
        weight_decay=0.0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize})

    def move(self, p, g, group, state):
        one, two = group["betas"]
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        step = state["step"] = state.get("step", 0) + 1
        state["exp_avg"] = one * state.get("exp_avg", 0.0) + (1 - one) * g
        state["exp_inf"] = maximum(two * state.get("exp_inf", g * 0), g.abs() + group["eps"])
        p.sub_(group["lr"] / (1 - one**step) * state["exp_avg"] / state["exp_inf"])
