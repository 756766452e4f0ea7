"""Containers of `torch.nn`: lists of parameters, and modules and parameters by name."""

CONTAINERS = """
class ParameterList(Module):
    def __init__(self, values=None):
        self.layers = [] if values is None else [self.parameter(each) for each in values]

    def parameter(self, value):
        return value if is_parameter(value) else Parameter(value)

    def __getitem__(self, idx):
        return self.layers[idx]

    def __setitem__(self, idx, param):
        self.layers[idx] = self.parameter(param)

    def __len__(self):
        return len(self.layers)

    def __iter__(self):
        return self.layers

    def append(self, value):
        self.layers.append(self.parameter(value))
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

class Named(Module):
    names = []

    def __contains__(self, key):
        return key in self.names

    def __getitem__(self, key):
        return self.current()[key]

    def __len__(self):
        return len(self.names)

    def __iter__(self):
        return self.names

    def current(self):
        return {name: getattr(self, name) for name in self.names}

    def keys(self):
        return list(self.names)

    def values(self):
        return self.current().values()

    def items(self):
        return self.current().items()

    def put(self, name, value):
        if name not in self.names:
            if hasattr(self, name):
                backpass.stop("name in a container")
            self.names = [*self.names, name]
        setattr(self, name, value)

class ModuleDict(Named):
    def __init__(self, modules=None):
        self.update({} if modules is None else modules)

    def __setitem__(self, key, module):
        self.put(key, module)

    def update(self, modules):
        for name, module in dict(modules).items():
            self.put(name, module)

    def children(self):
        return self.values()

class ParameterDict(Named):
    def __init__(self, parameters=None):
        self.update({} if parameters is None else parameters)

    def __setitem__(self, key, value):
        self.put(key, value if is_parameter(value) else Parameter(value))

    def update(self, parameters):
        given = dict(parameters)
        for key in sorted(list(given.keys())):
            self[key] = given[key]
"""

MODULE_OF_TENSORFLOW = """
def variables_in(value):
    if isinstance(value, Module):
        return [found for name in sorted(list(vars(value).keys())) for found in variables_in(vars(value)[name])]
    if isinstance(value, list) or isinstance(value, tuple):
        return [found for each in value for found in variables_in(each)]
    return [value] if isinstance(value, Tensor) and value.requires_grad else []

class Module:
    def __init__(self, name=None):
        self.name = name

    @property
    def trainable_variables(self):
        return tuple(variables_in(self))
"""
"""`tf.Module`, which finds the variables of the objects that are in it, in the order of their names."""

LIGHTNING = """
import torch

class LightningModule(torch.nn.Module):
    def log(self, name, value, *values, **options):
        pass

    def log_dict(self, dictionary, *values, **options):
        pass

    def save_hyperparameters(self, *values, **options):
        pass
"""
"""`LightningModule` of PyTorch Lightning: a module of PyTorch whose notes of results do nothing. What trains it is not here."""
