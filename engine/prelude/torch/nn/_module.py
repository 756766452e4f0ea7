"""`torch.nn.Module`: what is in one, by the names of its members in the order in which they were given."""

from backpass.engine.python.libraries.natives import differs, float16_kind, float32_kind, float64_kind, parameter, set_kind

from .._tensor import Tensor


class Parameter(Tensor):
    def __new__(cls, data=None, requires_grad=True):
        return parameter(cls, data, requires_grad)


def _joined(prefix, name):
    return f"{prefix}.{name}" if prefix else name


class Module:
    training = True

    def __init__(self, *args, **kwargs):
        pass

    def forward(self, *input):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *input, **kwargs):
        hooks = vars(self)
        for hook in hooks.get("_before", ()):
            changed = hook(self, input)
            if changed is not None:
                input = changed if isinstance(changed, tuple) else (changed,)
        found = self.forward(*input, **kwargs)
        for hook in hooks.get("_after", ()):
            changed = hook(self, input, found)
            found = found if changed is None else changed
        return found

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        self._after = [*vars(self).get("_after", ()), hook]

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        self._before = [*vars(self).get("_before", ()), hook]

    def _held(self):
        return [(name, value) for name, value in vars(self).items() if not name.startswith("_")]

    def named_children(self):
        found, seen = [], set()
        for name, value in self._held():
            if isinstance(value, Module) and value not in seen:
                seen.add(value)
                found.append((name, value))
        return found

    def children(self):
        return iter([value for name, value in self.named_children()])

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        seen = set() if memo is None else memo
        if self in seen:
            return []
        seen.add(self)
        found = [(prefix, self)]
        for name, value in self.named_children():
            found += value.named_modules(seen, _joined(prefix, name))
        return found

    def modules(self):
        return iter([value for name, value in self.named_modules()])

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        found, seen = [], set()
        for start, module in self.named_modules(None, prefix) if recurse else [(prefix, self)]:
            for name, value in module._held():
                if isinstance(value, Parameter) and value not in seen:
                    seen.add(value)
                    found.append((_joined(start, name), value))
        return iter(found)

    def parameters(self, recurse=True):
        return iter([value for name, value in self.named_parameters("", recurse)])

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        found = []
        for start, module in self.named_modules(None, prefix) if recurse else [(prefix, self)]:
            found += [(_joined(start, name), vars(module)[name]) for name in vars(module).get("_buffers", ())]
        return iter(found)

    def buffers(self, recurse=True):
        return iter([value for name, value in self.named_buffers("", recurse)])

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)
        self._buffers = [*vars(self).get("_buffers", ()), name]

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def add_module(self, name, module):
        setattr(self, name, module)

    def register_module(self, name, module):
        setattr(self, name, module)

    def get_parameter(self, target):
        return dict(self.named_parameters())[target]

    def get_submodule(self, target):
        return dict(self.named_modules())[target]

    def state_dict(self, *, prefix="", keep_vars=False):
        found = {}
        for start, module in self.named_modules(None, prefix):
            own = [(name, value) for name, value in module._held() if isinstance(value, Parameter)]
            own += [(name, vars(module)[name]) for name in vars(module).get("_buffers", ())]
            for name, value in own:
                found[_joined(start, name)] = value.detach()
        return found

    def load_state_dict(self, state_dict, strict=True, assign=False):
        for name, value in [*self.named_parameters(), *self.named_buffers()]:
            if name in state_dict:
                value.data.copy_(state_dict[name])
            elif strict:
                raise RuntimeError(
                    f'Error(s) in loading state_dict for {type(self).__name__}:\n\tMissing key(s) in state_dict: "{name}". '
                )

    def zero_grad(self, set_to_none=True):
        for each in self.parameters():
            if set_to_none:
                each.grad = None
            elif each.grad is not None:
                each.grad.zero_()

    def requires_grad_(self, requires_grad=True):
        for each in self.parameters():
            each.requires_grad_(requires_grad)
        return self

    def train(self, mode=True):
        for each in self.modules():
            each.training = mode
        return self

    def eval(self):
        return self.train(False)

    def apply(self, fn):
        for each in self.children():
            each.apply(fn)
        fn(self)
        return self

    def _of_kind(self, dtype):
        for _name, value in [*self.named_parameters(), *self.named_buffers()]:
            set_kind(value, dtype)
        return self

    def to(self, *wanted, device=None, dtype=None, non_blocking=False, memory_format=None):
        for each in [*wanted, device]:
            if isinstance(each, str):
                differs("device")
            elif isinstance(each, Tensor):
                dtype = each.dtype
            elif each is not None and not isinstance(each, bool):
                dtype = each
        return self if dtype is None else self._of_kind(dtype)

    def cpu(self):
        return self

    def cuda(self, device=None):
        differs("device")
        return self

    def float(self):
        return self._of_kind(float32_kind)

    def double(self):
        return self._of_kind(float64_kind)

    def half(self):
        return self._of_kind(float16_kind)

    def extra_repr(self):
        return ""

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        lines = [self.extra_repr()] if self.extra_repr() else []
        for name, value in self.named_children():
            inner = f"{value!r}".replace("\n", "\n  ")
            lines.append(f"({name}): {inner}")
        if not self.named_children():
            return f"{self._get_name()}({self.extra_repr()})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"
