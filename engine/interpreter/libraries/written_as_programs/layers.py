"""`torch.nn.Module` and layers that work along the last axis."""

LAYERS = """
import torch
import backpass

def is_parameter(value):
    return backpass.is_parameter(value)

def own_parameters(module):
    return [value for name, value in held(module) if is_parameter(value)]

def attached(module):
    return [(name, value) for name, value in vars(module).items() if isinstance(value, Module)]

def listed(module):
    return module.layers if isinstance(module.layers, list) else []

def held(module):
    if isinstance(module, Named):
        return module.items()
    if isinstance(module, ParameterList) or isinstance(module, ModuleList):
        own = [(name, value) for name, value in vars(module).items() if isinstance(value, Module) or is_parameter(value)]
        listed_ones = enumerate(module.layers) if isinstance(module, ParameterList) else zip(module.keys, listed(module))
        return list(listed_ones) + own
    return list(vars(module).items())

def parts_of(module):
    more = attached(module)
    return listed(module) + [each for name, each in more] if more else module.layers

def joined(prefix, name):
    return f"{prefix}.{name}" if prefix else f"{name}"

def named_modules_in(module, prefix, seen):
    seen.add(module)
    found = [(prefix, module)]
    for name, each in held(module):
        if isinstance(each, Module) and each not in seen:
            found += named_modules_in(each, joined(prefix, name), seen)
    return found

def modules_in(module):
    return [each for name, each in named_modules_in(module, "", set())]

def named_in(module, prefix):
    found = []
    seen = set()
    for start, each in named_modules_in(module, prefix, set()):
        if hasattr(each, "unmade"):
            backpass.stop("lazy layer")
        for name, value in held(each):
            if is_parameter(value) and value not in seen:
                seen.add(value)
                found.append((joined(start, name), value))
    return found

def state_in(module, prefix):
    own = held(module)
    found = [(joined(prefix, name), each, module, name) for name, each in own if is_parameter(each)]
    found += [(joined(prefix, name), getattr(module, name), module, name) for name in module.kept]
    return found + [entry for name, each in own if isinstance(each, Module) for entry in state_in(each, joined(prefix, name))]

class Module:
    training = True
    kept = []

    def parameters(self, recurse=True):
        return [p for name, p in named_in(self, "")] if recurse else own_parameters(self)

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            p.grad = None

    def to(self, *wanted, device=None, dtype=None, non_blocking=False, memory_format=None):
        torch.zeros(1).to(*wanted)
        torch.zeros(1).to(device, dtype)
        return self

    def cuda(self, device=None):
        torch.zeros(1).cuda()
        return self

    def cpu(self):
        return self

    def float(self):
        return self

    def double(self):
        return self

    def train(self, mode=True):
        for each in modules_in(self):
            each.training = mode
        return self

    def eval(self):
        return self.train(False)

    def named_parameters(self):
        return named_in(self, "")

    def modules(self):
        return modules_in(self)

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        backpass.refuse("torch.nn.Module.named_modules", "memo", memo is not None)
        backpass.refuse("torch.nn.Module.named_modules", "remove_duplicate", not remove_duplicate)
        return named_modules_in(self, prefix, set())

    def children(self):
        return [each for name, each in self.named_children()]

    def named_children(self):
        found = []
        seen = set()
        for name, each in held(self):
            if isinstance(each, Module) and each not in seen:
                seen.add(each)
                found.append((f"{name}", each))
        return found

    def add_module(self, name, module):
        setattr(self, name, module)

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def register_module(self, name, module):
        setattr(self, name, module)

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)
        if persistent:
            self.kept = [*self.kept, name]

    def apply(self, fn):
        for each in self.children():
            each.apply(fn)
        fn(self)
        return self

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad = requires_grad
        return self

    def state_dict(self):
        return {name: value for name, value, owner, key in state_in(self, "")}

    def load_state_dict(self, state_dict, strict=True):
        held = state_in(self, "")
        if strict and sorted([name for name, value, owner, key in held]) != sorted(list(state_dict.keys())):
            backpass.stop("names of a state")
        for name, value, owner, key in held:
            if name in state_dict:
                given = state_dict[name]
                if given.shape != value.shape:
                    backpass.stop("shapes of a state")
                if is_parameter(value):
                    value.data = given.detach().clone()
                else:
                    setattr(owner, key, given.detach().clone())

class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        self.in_features = in_features
        self.out_features = out_features
        bound = 1 / in_features**0.5
        torch.zeros(1, dtype=dtype)
        self.weight = Parameter(backpass.drawn_around_0(bound, out_features, in_features))
        self.bias = Parameter(backpass.drawn_around_0(bound, out_features)) if bias else None

    def forward(self, x):
        backpass.check_features("Linear", x, self.weight)
        out = x @ self.weight.T
        return out if self.bias is None else out + self.bias

class LazyLinear(Linear):
    def __init__(self, out_features, bias=True, device=None, dtype=None):
        self.unmade = [out_features, bias]

    def forward(self, x):
        if hasattr(self, "unmade"):
            out_features, bias = self.unmade
            del self.unmade
            super().__init__(x.shape[-1], out_features, bias)
        return super().forward(x)

class Identity(Module):
    def __init__(self, *args, **kwargs):
        self.kept = []

    def forward(self, x):
        return x

class ModuleList(Module):
    def __init__(self, modules=None):
        self.layers = [] if modules is None else list(modules)
        self.keys = list(range(len(self.layers)))

    def __getitem__(self, idx):
        return parts_of(self)[idx]

    def __slice__(self, start, stop, step):
        return type(self)(self.layers[start:stop:step])

    def __setitem__(self, idx, module):
        place = idx if idx >= 0 else idx + len(self)
        if place < len(self.layers):
            self.layers[place] = module
        else:
            setattr(self, attached(self)[place - len(self.layers)][0], module)

    def __len__(self):
        return len(parts_of(self))

    def __iter__(self):
        return parts_of(self)

    def append(self, module):
        if attached(self):
            setattr(self, f"{len(self)}", module)
        else:
            self.layers = self.layers + [module]
            self.keys = self.keys + [len(self.keys)]
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        self.layers.insert(index, module)
        self.keys = list(range(len(self.layers)))

    def add_module(self, name, module):
        if attached(self) or not name.isdigit():
            setattr(self, name, module)
        else:
            self.append(module)
            self.keys[-1] = name

class Sequential(ModuleList):
    def __init__(self, *layers):
        named = len(layers) == 1 and isinstance(layers[0], dict)
        self.layers = [] if named else list(layers)
        self.keys = list(range(len(self.layers)))
        if named:
            for name, module in layers[0].items():
                self.add_module(name, module)

    def __slice__(self, start, stop, step):
        found = Sequential()
        for name, module in [pair for pair in held(self) if isinstance(pair[1], Module)][start:stop:step]:
            found.add_module(f"{name}", module)
        return found

    def forward(self, x):
        for layer in parts_of(self):
            x = layer(x)
        return x

class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, x):
        return torch.leaky_relu(x, self.negative_slope, self.inplace)

class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, x):
        return torch.elu(x, self.alpha, self.inplace)

class GELU(Module):
    def __init__(self, approximate="none"):
        self.approximate = approximate

    def forward(self, x):
        return torch.gelu(x, approximate=self.approximate)

class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        self.beta = beta
        self.threshold = threshold

    def forward(self, x):
        return torch.softplus(x, self.beta, self.threshold)

class Softmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, x):
        return torch.nn.functional.softmax(x, self.dim)

class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        self.p = p
        self.inplace = inplace

    def forward(self, x):
        return torch.nn.functional.dropout(x, self.p, self.training, self.inplace)

class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, x):
        return torch.flatten(x, self.start_dim, self.end_dim)

class LogSoftmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, x):
        return torch.nn.functional.log_softmax(x, self.dim)

class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None):
        shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
        self.normalized_shape = tuple(shape)
        self.shape = shape
        self.axes = tuple([-1 - i for i in range(len(shape))])
        self.eps = eps
        self.weight = Parameter(torch.ones(*shape)) if elementwise_affine else None
        self.bias = Parameter(torch.zeros(*shape)) if elementwise_affine and bias else None

    def forward(self, x):
        if list(x.shape[-len(self.shape):]) != self.shape:
            backpass.stop("shape to normalise")
        centred = x - x.mean(self.axes, keepdim=True)
        out = centred / torch.sqrt((centred**2).mean(self.axes, keepdim=True) + self.eps)
        out = out if self.weight is None else out * self.weight
        return out if self.bias is None else out + self.bias

def _with_a_row_of_zeros(rows, place):
    kept = torch.arange(rows.shape[0]).unsqueeze(1) != place
    return torch.where(kept, rows, torch.zeros_like(rows))

class Embedding(Module):
    def __init__(
        self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
        sparse=False, device=None, dtype=None
    ):
        backpass.refuse("torch.nn.Embedding", "max_norm", max_norm is not None)
        backpass.refuse("torch.nn.Embedding", "scale_grad_by_freq", scale_grad_by_freq)
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            backpass.stop("row of an embedding")
        self.padding_idx = padding_idx if padding_idx is None or padding_idx >= 0 else num_embeddings + padding_idx
        rows = torch.randn(num_embeddings, embedding_dim)
        self.weight = Parameter(rows if padding_idx is None else _with_a_row_of_zeros(rows, self.padding_idx))

    @classmethod
    def from_pretrained(
        cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
    ):
        if embeddings.dim() != 2:
            backpass.stop("table of an embedding")
        made = cls(
            embeddings.shape[0], embeddings.shape[1], padding_idx=padding_idx, max_norm=max_norm,
            scale_grad_by_freq=scale_grad_by_freq
        )
        made.weight = Parameter(embeddings, requires_grad=not freeze)
        return made

    def forward(self, x):
        return torch.nn.functional.embedding(x, self.weight, self.padding_idx)

class NLLLoss(Module):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        self.options = {"size_average": size_average, "ignore_index": ignore_index, "reduce": reduce, "reduction": reduction}
        self.weight = weight

    def forward(self, x, target):
        return torch.nn.functional.nll_loss(x, target, self.weight, **self.options)

class KLDivLoss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        self.options = [size_average, reduce, reduction, log_target]

    def forward(self, x, target):
        return torch.nn.functional.kl_div(x, target, *self.options)

class CosineSimilarity(Module):
    def __init__(self, dim=1, eps=1e-08):
        self.dim = dim
        self.eps = eps

    def forward(self, x1, x2):
        return torch.nn.functional.cosine_similarity(x1, x2, self.dim, self.eps)
"""

_ACTIVATIONS = ("Tanh", "Sigmoid", "Softsign")
"""Layers of PyTorch that apply the operation of their name in small letters, without any option."""
_IN_PLACE = ("ReLU", "SiLU")
"""The same that may be asked to overwrite what they are given."""
LAYERS += "".join(
    f"""
class {name}(Module):
    def forward(self, x):
        return torch.{name.lower()}(x)
"""
    for name in _ACTIVATIONS
)
LAYERS += "".join(
    f"""
class {name}(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace

    def forward(self, x):
        return torch.nn.functional.{name.lower()}(x, self.inplace)
"""
    for name in _IN_PLACE
)
