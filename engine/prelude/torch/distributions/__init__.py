"""`torch.distributions`: the normal, the categorical and the Bernoulli distribution. Raises ValueError for what none has."""

import math

from backpass.engine.python.libraries.natives import is_tensor

from .._creation import bernoulli, multinomial
from .._creation import normal as _normal
from .._creation import tensor as _tensor
from .._modes import no_grad
from .._pointwise import clamp, erf, log, log1p, sigmoid
from .._reductions import logsumexp, softmax
from ..nn.functional import binary_cross_entropy_with_logits

_LEAST = 1.1920928955078125e-07


def _lifted(value):
    return value if is_tensor(value) else _tensor(float(value))


def _together(*values):
    """Tensors of one shape."""
    found = [_lifted(each) for each in values]
    shape = sum([each.detach() for each in found]).shape
    return [each if each.shape == shape else each.expand(shape) for each in found]


class Distribution:
    _names = ()

    def __init__(self, shape, validate_args=None):
        self.batch_shape, self._validates = shape, validate_args is not False

    def _shape(self, sample_shape):
        return (*sample_shape, *self.batch_shape)

    def _check(self, name, value, holds, constraint):
        if self._validates and not holds.all():
            raise ValueError(
                f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self} to "
                f"satisfy the constraint {constraint}, but found invalid values:\n{value}"
            )

    def _check_value(self, value, holds, support):
        if self._validates and not holds.all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
                f"({support}) of the distribution {self}, but found invalid values:\n{value}"
            )

    def sample(self, sample_shape=()):
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def __repr__(self):
        parts = [f"{name}: {self._shown(getattr(self, name))}" for name in self._names]
        return f"{type(self).__name__}({', '.join(parts)})"

    def _shown(self, value):
        return value.item() if value.numel() == 1 else value.shape


class Normal(Distribution):
    _names = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _together(loc, scale)
        super().__init__(self.loc.shape, validate_args)
        self._check("scale", self.scale, self.scale > 0, "GreaterThan(lower_bound=0.0)")

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def rsample(self, sample_shape=()):
        return self.loc + self.scale * _normal(0.0, 1.0, self._shape(sample_shape))

    def log_prob(self, value):
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + log(self.scale)


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if logits is None else logits
        super().__init__(given.shape[:-1], validate_args)
        self._names = ("probs" if logits is None else "logits",)
        if logits is None:
            self.probs = probs
            self._check("probs", probs, (probs >= 0).all(-1) & ((probs.sum(-1) - 1).abs() < 1e-6), "Simplex()")
            self.probs = probs / probs.sum(-1, True)
            self.logits = log(clamp(self.probs, _LEAST, 1 - _LEAST))
        else:
            self.logits = logits - logsumexp(logits, -1, True)
            self.probs = softmax(self.logits, -1)

    def sample(self, sample_shape=()):
        count = math.prod(sample_shape)
        found = multinomial(self.probs.reshape(-1, self.probs.shape[-1]), count, True).t()
        return found.reshape(self._shape(sample_shape))

    def log_prob(self, value):
        places = _lifted(value).long()
        count = self.logits.shape[-1]
        self._check_value(places, (places >= 0) & (places < count), f"IntegerInterval(lower_bound=0, upper_bound={count - 1})")
        shape = (*(places.unsqueeze(-1) + self.logits[..., :1].detach()).shape[:-1], count)
        logits = self.logits if tuple(self.logits.shape) == shape else self.logits.expand(shape)
        return logits.gather(-1, places.expand(shape[:-1]).unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(self.logits.clamp(min=-3.4028234663852886e38) * self.probs).sum(-1)


class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = _lifted(probs if logits is None else logits)
        super().__init__(given.shape, validate_args)
        self._names = ("probs" if logits is None else "logits",)
        if logits is None:
            self.probs = given
            self._check("probs", given, (given >= 0) & (given <= 1), "Interval(lower_bound=0.0, upper_bound=1.0)")
            known = clamp(given, _LEAST, 1 - _LEAST)
            self.logits = log(known) - log1p(-known)
        else:
            self.logits, self.probs = given, sigmoid(given)

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return bernoulli(self.probs.detach().expand(self._shape(sample_shape)))

    def log_prob(self, value):
        outcome = _lifted(value)
        self._check_value(outcome, (outcome == 0) | (outcome == 1), "Boolean()")
        return -binary_cross_entropy_with_logits(*_together(self.logits, outcome), reduction="none")

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


def kl_divergence(p, q):
    if isinstance(p, Normal) and isinstance(q, Normal):
        share = (p.scale / q.scale).pow(2)
        return 0.5 * (share + ((p.loc - q.loc) / q.scale).pow(2) - 1 - share.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        terms = p.probs * (p.logits - q.logits)
        terms = terms.masked_fill(q.probs == 0, math.inf)
        return terms.masked_fill(p.probs == 0, 0.0).sum(-1)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")
