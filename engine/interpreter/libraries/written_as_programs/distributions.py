"""`torch.distributions`: the normal, the categorical and the Bernoulli distribution, written in the language itself. What is
drawn comes from the generator of the run, so its numbers are others than PyTorch's.
"""

DISTRIBUTIONS = """
import torch
import math
import backpass

LEAST = 2.220446049250313e-16
LOWEST = -1.7976931348623157e308

def tensor_of(value):
    return value if isinstance(value, Tensor) else torch.tensor(1.0 * value)

def lengths(sample_shape, shape):
    return [*sample_shape, *shape]

def probabilities(probs, validate_args):
    if validate_args is not False and not ((probs >= 0).all() and (probs <= 1).all()):
        backpass.stop("probabilities")
    return probs

def log_of(probs):
    return torch.log(torch.clip(probs, LEAST, 1 - LEAST))

class Distribution:
    pass

class Normal(Distribution):
    def __init__(self, loc, scale, validate_args=None):
        self.loc = tensor_of(loc)
        self.scale = tensor_of(scale)
        if validate_args is not False and not (self.scale > 0).all():
            backpass.stop("spread of a normal distribution")
        if self.loc.shape != self.scale.shape:
            shape = (self.loc.detach() + self.scale.detach()).shape
            self.loc = torch.broadcast_to(self.loc, shape)
            self.scale = torch.broadcast_to(self.scale, shape)

    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev ** 2

    def rsample(self, sample_shape=()):
        return self.loc + self.scale * torch.randn(lengths(sample_shape, self.loc.shape))

    def sample(self, sample_shape=()):
        return self.rsample(sample_shape).detach()

    def log_prob(self, value):
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - torch.log(self.scale) - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) / (self.scale * math.sqrt(2))))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.stddev)

class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            backpass.stop("probs or logits")
        self.validate_args = validate_args
        if logits is None:
            self.probs = probabilities(probs / probs.sum(-1, keepdim=True), validate_args)
        else:
            self.probs = torch.softmax(logits, -1)
        self.logits = log_of(self.probs) if logits is None else torch.log_softmax(logits, -1)

    def sample(self, sample_shape=()):
        limits = torch.cumsum(self.probs, -1)[..., :-1]
        drawn = torch.rand([*lengths(sample_shape, self.probs.shape[:-1]), 1])
        return (limits <= drawn).sum(-1).long()

    def log_prob(self, value):
        picked = tensor_of(value).unsqueeze(-1) == torch.arange(self.logits.shape[-1])
        if self.validate_args is not False and not (picked.sum(-1) > 0).all():
            backpass.stop("value of no outcome")
        return torch.where(picked, self.logits, 0.0).sum(-1)

    def entropy(self):
        return -(torch.clamp(self.logits, min=LOWEST) * self.probs).sum(-1)

class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            backpass.stop("probs or logits")
        self.validate_args = validate_args
        self.probs = probabilities(tensor_of(probs), validate_args) if logits is None else torch.sigmoid(tensor_of(logits))
        self.logits = log_of(self.probs) - log_of(1 - self.probs) if logits is None else tensor_of(logits)

    @property
    def mean(self):
        return self.probs

    def sample(self, sample_shape=()):
        return torch.bernoulli(self.probs.detach() + torch.zeros(lengths(sample_shape, self.probs.shape)))

    def log_prob(self, value):
        outcome = tensor_of(value)
        if self.validate_args is not False and not (outcome * (1 - outcome) == 0).all():
            backpass.stop("value of no outcome")
        return torch.nn.functional.logsigmoid(self.logits) - (1 - value) * self.logits

    def entropy(self):
        return (1 - self.probs) * self.logits - torch.nn.functional.logsigmoid(self.logits)

def kl_divergence(p, q):
    if isinstance(p, Normal) and isinstance(q, Normal):
        share = (p.scale / q.scale) ** 2
        return 0.5 * (share + ((p.loc - q.loc) / q.scale) ** 2 - 1 - torch.log(share))
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        terms = p.probs * (p.logits - q.logits)
        return torch.where(p.probs == 0, 0.0, torch.where(q.probs == 0, math.inf, terms)).sum(-1)
    backpass.stop("divergence of two distributions")
"""
