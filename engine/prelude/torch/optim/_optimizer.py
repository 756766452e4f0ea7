"""What all optimisers share: groups of parameters, and what each remembers of every parameter."""

from backpass.engine.python.libraries.natives import is_tensor

from .._modes import enable_grad, no_grad


class Optimizer:
    def __init__(self, params, defaults):
        given = [params] if is_tensor(params) else list(params)
        if not given:
            raise ValueError("optimizer got an empty parameter list")
        self.defaults = defaults
        self.state, self.param_groups = {}, []
        for each in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(each)

    def add_param_group(self, param_group):
        group = {**self.defaults, **param_group}
        params = group["params"]
        group["params"] = [params] if is_tensor(params) else [each[1] if isinstance(each, tuple) else each for each in params]
        for each in group["params"]:
            if not each.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    p.grad.zero_()

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        g = -p.grad if group.get("maximize") else p.grad
                        if p not in self.state:
                            self.state[p] = {}
                        self.move(p, g, group, self.state[p])
        return loss

    def move(self, p, g, group, state):
        raise NotImplementedError

    def state_dict(self):
        return {"state": self.state, "param_groups": self.param_groups}
