"""`torch.optim` and `torch.optim.lr_scheduler`."""

OPTIMISERS = """
import torch
import backpass

class Optimizer:
    def __init__(self, params, defaults):
        given = list(params)
        if not given:
            backpass.stop("optimiser without parameters")
        self.defaults = defaults
        self.param_groups = []
        self.slots = []
        for each in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(each)

    def add_param_group(self, param_group):
        group = {**self.defaults, **param_group}
        params = group["params"]
        group["params"] = [params] if isinstance(params, Tensor) else list(params)
        if "lr" in self.defaults:
            group["initial_lr"] = group["lr"]
        self.param_groups.append(group)
        self.slots.append([{} for p in group["params"]])

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    p.grad.zero_()

    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group, slots in zip(self.param_groups, self.slots):
            maximize = group["maximize"]
            for p, slot in zip(group["params"], slots):
                g = p.grad
                if g is not None:
                    self.move(p, -g if maximize else g, group, slot)
        return loss

class SGD(Optimizer):
    def __init__(
        self, params, lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False,
        maximize=False, foreach=None, differentiable=False, fused=None
    ):
        if nesterov and (not momentum or dampening):
            backpass.stop("nesterov")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize
        })

    def move(self, p, g, group, slot):
        momentum = group["momentum"]
        g = g + group["weight_decay"] * p.data if group["weight_decay"] else g
        if momentum:
            v = momentum * slot["velocity"] + (1 - group["dampening"]) * g if "velocity" in slot else g
            slot["velocity"] = v
            g = g + momentum * v if group["nesterov"] else v
        p.data -= group["lr"] * g

class Adam(Optimizer):
    decoupled = False

    def __init__(
        self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, amsgrad=False, foreach=None,
        maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad, "maximize": maximize
        })
        self.decoupled = decoupled_weight_decay or self.decoupled

    def move(self, p, g, group, slot):
        one, two = group["betas"]
        lr = group["lr"]
        if group["weight_decay"] and self.decoupled:
            p.data *= 1 - lr * group["weight_decay"]
        elif group["weight_decay"]:
            g = g + group["weight_decay"] * p.data
        steps = slot.get("steps", 0) + 1
        slot["steps"] = steps
        slot["first"] = one * slot.get("first", 0.0) + (1 - one) * g
        slot["second"] = two * slot.get("second", 0.0) + (1 - two) * g * g
        spread = slot["second"]
        if group["amsgrad"]:
            spread = maximum(slot["largest"], spread) if "largest" in slot else spread
            slot["largest"] = spread
        p.data -= lr * (slot["first"] / (1 - one**steps)) / ((spread / (1 - two**steps))**0.5 + group["eps"])

class AdamW(Adam):
    decoupled = True

    def __init__(
        self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01, amsgrad=False,
        maximize=False, foreach=None, capturable=False, differentiable=False, fused=None
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach, maximize)

class LBFGS(Optimizer):
    def __init__(
        self, params, lr=1.0, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
        line_search_fn=None
    ):
        backpass.refuse("torch.optim.LBFGS", "line_search_fn", line_search_fn is not None)
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size
        })
        if len(self.param_groups) > 1:
            backpass.stop("groups of parameters")
        self.pairs = []
        self.count = 0

    def gradient(self):
        grads = [zeros_like(p.data) if p.grad is None else p.grad for p in self.param_groups[0]["params"]]
        return torch.cat([each.reshape(-1) for each in grads])

    def move(self, step):
        place = 0
        for p in self.param_groups[0]["params"]:
            p.data += step[place:place + p.numel()].reshape(p.shape)
            place += p.numel()

    def downhill(self, gradient):
        last, scale = self.pairs[-1:], 1.0
        if last:
            s, y, curvature = last[0]
            scale = curvature / (y @ y)
        shares, q = [], -gradient
        for s, y, curvature in reversed(self.pairs):
            share = (s @ q) / curvature
            shares.append(share)
            q = q - share * y
        r = q * scale
        for s, y, curvature in self.pairs:
            r = r + s * (shares.pop() - (y @ r) / curvature)
        return r

    def remember(self, gradient, most):
        y = gradient - self.before
        s = self.direction * self.length
        curvature = y @ s
        if curvature > 1e-10:
            self.pairs = [*self.pairs, (s, y, curvature)][-most:]

    def step(self, closure):
        group = self.param_groups[0]
        first = closure()
        with torch.no_grad():
            gradient, loss, evaluations = self.gradient(), float(first), 1
            if abs(gradient).max() <= group["tolerance_grad"]:
                return first
            for turn in range(1, group["max_iter"] + 1):
                self.count += 1
                if self.count > 1:
                    self.remember(gradient, group["history_size"])
                self.direction, self.before, loss_before = self.downhill(gradient), gradient, loss
                self.length = group["lr"]
                if self.count == 1:
                    self.length = min(1.0, 1.0 / float(abs(gradient).sum())) * group["lr"]
                if gradient @ self.direction > -group["tolerance_change"]:
                    break
                self.move(self.direction * self.length)
                if turn == group["max_iter"]:
                    break
                with torch.enable_grad():
                    loss = float(closure())
                gradient, evaluations = self.gradient(), evaluations + 1
                if evaluations >= group["max_eval"] or abs(gradient).max() <= group["tolerance_grad"]:
                    break
                if abs(self.direction * self.length).max() <= group["tolerance_change"]:
                    break
                if abs(loss - loss_before) < group["tolerance_change"]:
                    break
        return first

class RMSprop(Optimizer):
    def __init__(
        self, params, lr=0.01, alpha=0.99, eps=1e-8, weight_decay=0.0, momentum=0.0, centered=False, capturable=False,
        foreach=None, maximize=False, differentiable=False
    ):
        super().__init__(params, {
            "lr": lr, "alpha": alpha, "eps": eps, "weight_decay": weight_decay, "momentum": momentum, "centered": centered,
            "maximize": maximize
        })

    def move(self, p, g, group, slot):
        alpha = group["alpha"]
        g = g + group["weight_decay"] * p.data if group["weight_decay"] else g
        slot["square"] = alpha * slot.get("square", 0.0) + (1 - alpha) * g * g
        spread = slot["square"]
        if group["centered"]:
            slot["mean"] = alpha * slot.get("mean", 0.0) + (1 - alpha) * g
            spread = spread - slot["mean"]**2
        moved = g / (spread**0.5 + group["eps"])
        if group["momentum"]:
            slot["velocity"] = group["momentum"] * slot.get("velocity", 0.0) + moved
            moved = slot["velocity"]
        p.data -= group["lr"] * moved

class Adagrad(Optimizer):
    def __init__(
        self, params, lr=0.01, lr_decay=0.0, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10, foreach=None,
        maximize=False, differentiable=False, fused=None
    ):
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "weight_decay": weight_decay, "start": initial_accumulator_value, "eps": eps,
            "maximize": maximize
        })

    def move(self, p, g, group, slot):
        g = g + group["weight_decay"] * p.data if group["weight_decay"] else g
        steps = slot.get("steps", 0)
        slot["steps"] = steps + 1
        slot["sum"] = slot.get("sum", group["start"]) + g * g
        p.data -= group["lr"] / (1 + steps * group["lr_decay"]) * g / (slot["sum"]**0.5 + group["eps"])

class Adadelta(Optimizer):
    def __init__(
        self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0.0, foreach=None, capturable=False, maximize=False,
        differentiable=False
    ):
        super().__init__(params, {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize})

    def move(self, p, g, group, slot):
        rho = group["rho"]
        eps = group["eps"]
        g = g + group["weight_decay"] * p.data if group["weight_decay"] else g
        slot["square"] = rho * slot.get("square", 0.0) + (1 - rho) * g * g
        change = (slot.get("change", 0.0) + eps)**0.5 / (slot["square"] + eps)**0.5 * g
        slot["change"] = rho * slot.get("change", 0.0) + (1 - rho) * change * change
        p.data -= group["lr"] * change

class Adamax(Optimizer):
    def __init__(
        self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, foreach=None, maximize=False,
        differentiable=False, capturable=False
    ):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize})

    def move(self, p, g, group, slot):
        one, two = group["betas"]
        g = g + group["weight_decay"] * p.data if group["weight_decay"] else g
        slot["steps"] = slot.get("steps", 0) + 1
        slot["first"] = one * slot.get("first", 0.0) + (1 - one) * g
        slot["norm"] = maximum(two * slot.get("norm", torch.zeros_like(g)), abs(g) + group["eps"])
        p.data -= group["lr"] / (1 - one**slot["steps"]) * slot["first"] / slot["norm"]
"""

SCHEDULERS = """
import math
import backpass

class LRScheduler:
    def __init__(self, optimizer, last_epoch=-1):
        backpass.refuse("torch.optim.lr_scheduler", "last_epoch", last_epoch != -1)
        self.optimizer = optimizer
        self.base_lrs = [group["lr"] for group in optimizer.param_groups]
        self.last_epoch = -1
        self.step()

    def step(self, epoch=None):
        backpass.refuse("step", "epoch", epoch is not None)
        self.last_epoch += 1
        for group, lr in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = lr
        self.last_lr = self.rates()

    def rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        return self.last_lr

class LambdaLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, list) or isinstance(lr_lambda, tuple)
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda for group in optimizer.param_groups]
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * f(self.last_epoch) for base, f in zip(self.base_lrs, self.lr_lambdas)]

class MultiplicativeLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, list) or isinstance(lr_lambda, tuple)
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda for group in optimizer.param_groups]
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self.rates()
        return [lr * f(self.last_epoch) for lr, f in zip(self.rates(), self.lr_lambdas)]

class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        smaller = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if smaller else lr for lr in self.rates()]

class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = list(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        times = len([each for each in self.milestones if each == self.last_epoch])
        return [lr * self.gamma**times for lr in self.rates()]

class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [lr * self.gamma if self.last_epoch > 0 else lr for lr in self.rates()]

class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=0.3333333333333333, total_iters=5, last_epoch=-1):
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self.rates()]
        return [lr / self.factor if self.last_epoch == self.total_iters else lr for lr in self.rates()]

class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=0.3333333333333333, end_factor=1.0, total_iters=5, last_epoch=-1):
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        n = self.last_epoch
        if n == 0:
            return [lr * self.start_factor for lr in self.rates()]
        if n > self.total_iters:
            return self.rates()
        rise = self.end_factor - self.start_factor
        return [lr * (1 + rise / (self.total_iters * self.start_factor + (n - 1) * rise)) for lr in self.rates()]

class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        n = self.last_epoch
        if n == 0:
            return self.rates()
        if (n - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - self.eta_min) * rise for lr, base in zip(self.rates(), self.base_lrs)]
        share = (1 + math.cos(math.pi * n / self.T_max)) / (1 + math.cos(math.pi * (n - 1) / self.T_max))
        return [share * (lr - self.eta_min) + self.eta_min for lr in self.rates()]

class ReduceLROnPlateau(LRScheduler):
    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=0.0001, threshold_mode="rel", cooldown=0, min_lr=0,
        eps=1e-8
    ):
        backpass.refuse("torch.optim.lr_scheduler.ReduceLROnPlateau", "mode", mode not in ("min", "max"))
        backpass.refuse("torch.optim.lr_scheduler.ReduceLROnPlateau", "threshold_mode", threshold_mode not in ("rel", "abs"))
        self.optimizer = optimizer
        self.mode = mode
        self.factor = factor
        self.patience = patience
        self.threshold = threshold
        self.relative = threshold_mode == "rel"
        self.cooldown = cooldown
        several = isinstance(min_lr, list) or isinstance(min_lr, tuple)
        self.min_lrs = list(min_lr) if several else [min_lr for group in optimizer.param_groups]
        self.eps = eps
        self.best = None
        self.num_bad_epochs = 0
        self.cooldown_counter = 0
        self.last_epoch = 0
        self.last_lr = self.rates()

    def is_better(self, value):
        sign = 1 if self.mode == "max" else -1
        if self.relative:
            return sign * value > sign * self.best * (1 + sign * self.threshold)
        return sign * value > sign * (self.best + sign * self.threshold)

    def step(self, metrics, epoch=None):
        backpass.refuse("step", "epoch", epoch is not None)
        value = float(metrics)
        self.last_epoch += 1
        if self.best is None or self.is_better(value):
            self.best = value
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for group, least in zip(self.optimizer.param_groups, self.min_lrs):
                smaller = max(group["lr"] * self.factor, least)
                if group["lr"] - smaller > self.eps:
                    group["lr"] = smaller
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self.last_lr = self.rates()
"""
