"""Modules that hold modules or parameters in an order."""

from ._module import Module, Parameter


class _Listed(Module):
    """What stands at places; members by the names `0`, `1`, and so on, or those that are given."""

    def _items(self):
        return [value for name, value in self._held() if name != "training"]

    def _put(self, value):
        setattr(self, f"{len(self._items())}", value)

    def __len__(self):
        return len(self._items())

    def __iter__(self):
        return iter(self._items())

    def __getitem__(self, idx):
        found = self._items()[idx]
        return type(self)(*found) if isinstance(idx, slice) and isinstance(self, Sequential) else found

    def __setitem__(self, idx, module):
        names = [name for name, value in self._held() if name != "training"]
        setattr(self, names[idx], module)


class Sequential(_Listed):
    def __init__(self, *args):
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                setattr(self, name, module)
        else:
            for module in args:
                self._put(module)

    def forward(self, input):
        for module in self._items():
            input = module(input)
        return input

    def append(self, module):
        self._put(module)
        return self


class ModuleList(_Listed):
    def __init__(self, modules=None):
        self.extend(modules or ())

    def append(self, module):
        self._put(module)
        return self

    def extend(self, modules):
        for each in modules:
            self._put(each)
        return self


class ParameterList(_Listed):
    def __init__(self, values=None):
        self.extend(values or ())

    def append(self, value):
        self._put(value if isinstance(value, Parameter) else Parameter(value))
        return self

    def extend(self, values):
        for each in values:
            self.append(each)
        return self


class ModuleDict(Module):
    def __init__(self, modules=None):
        self.update(modules or {})

    def update(self, modules):
        for name, module in dict(modules).items():
            setattr(self, name, module)

    def __getitem__(self, key):
        return vars(self)[key]

    def __setitem__(self, key, module):
        setattr(self, key, module)

    def __contains__(self, key):
        return key in dict(self.named_children())

    def __len__(self):
        return len(self.named_children())

    def __iter__(self):
        return iter([name for name, value in self.named_children()])

    def keys(self):
        return [name for name, value in self.named_children()]

    def values(self):
        return [value for name, value in self.named_children()]

    def items(self):
        return self.named_children()
