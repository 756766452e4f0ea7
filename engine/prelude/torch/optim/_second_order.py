"""L-BFGS, which remembers how the gradient has changed."""

from backpass.engine.python.libraries.natives import refuse

from .._modes import enable_grad, no_grad
from .._shapes import cat
from ._optimizer import Optimizer


class LBFGS(Optimizer):
    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-07,
        tolerance_change=1e-09,
        history_size=100,
        line_search_fn=None,
    ):
        if line_search_fn is not None:
            refuse("line_search_fn")
        evaluations = max_iter * 5 // 4 if max_eval is None else max_eval
        defaults = {"lr": lr, "max_iter": max_iter, "max_eval": evaluations, "tolerance_grad": tolerance_grad}
        super().__init__(params, {**defaults, "tolerance_change": tolerance_change, "history_size": history_size})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self.pairs, self.count = [], 0

    def _gradient(self):
        params = self.param_groups[0]["params"]
        return cat([(p.detach() * 0.0 if p.grad is None else p.grad.detach()).reshape(-1) for p in params])

    def _go(self, step):
        place = 0
        for p in self.param_groups[0]["params"]:
            p.add_(step[place : place + p.numel()].reshape(p.shape))
            place += p.numel()

    def _downhill(self, gradient):
        scale = 1.0
        if self.pairs:
            s, y, curvature = self.pairs[-1]
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

    def _remember(self, gradient, most):
        y, s = gradient - self.before, self.direction * self.length
        curvature = y @ s
        if curvature > 1e-10:
            self.pairs = [*self.pairs, (s, y, curvature)][-most:]

    def step(self, closure):
        group = self.param_groups[0]
        with enable_grad():
            first = closure()
        with no_grad():
            self._descend(closure, group, float(first))
        return first

    def _descend(self, closure, group, loss):
        gradient, evaluations = self._gradient(), 1
        if gradient.abs().max() <= group["tolerance_grad"]:
            return
        for turn in range(1, group["max_iter"] + 1):
            self.count += 1
            if self.count > 1:
                self._remember(gradient, group["history_size"])
            self.direction, self.before, loss_before = self._downhill(gradient), gradient, loss
            self.length = group["lr"] * (min(1.0, 1.0 / float(gradient.abs().sum())) if self.count == 1 else 1.0)
            if gradient @ self.direction > -group["tolerance_change"]:
                return
            self._go(self.direction * self.length)
            if turn == group["max_iter"]:
                return
            with enable_grad():
                loss = float(closure())
            gradient, evaluations = self._gradient(), evaluations + 1
            if evaluations >= group["max_eval"] or gradient.abs().max() <= group["tolerance_grad"]:
                return
            if (self.direction * self.length).abs().max() <= group["tolerance_change"]:
                return
            if abs(loss - loss_before) < group["tolerance_change"]:
                return
