"""`numpy.random`: the very numbers of NumPy."""

from backpass.engine.python.libraries.array_natives import begin_random, drawn, generator, random_state


def seed(seed=None):
    begin_random(seed)


def default_rng(seed=None):
    return generator(seed)


def RandomState(seed=None):
    return random_state(seed)


def rand(*args):
    return drawn("rand", *args)


def randn(*args):
    return drawn("randn", *args)


def random(size=None):
    return drawn("random", size)


def random_sample(size=None):
    return drawn("random_sample", size)


def standard_normal(size=None):
    return drawn("standard_normal", size)


def uniform(low=0.0, high=1.0, size=None):
    return drawn("uniform", low, high, size)


def normal(loc=0.0, scale=1.0, size=None):
    return drawn("normal", loc, scale, size)


def randint(low, high=None, size=None, dtype=int):
    return drawn("randint", low, high, size)


def choice(a, size=None, replace=True, p=None):
    return drawn("choice", a, size, replace, p)


def permutation(x):
    return drawn("permutation", x)


def shuffle(x):
    drawn("shuffle", x)


def exponential(scale=1.0, size=None):
    return drawn("exponential", scale, size)


def poisson(lam=1.0, size=None):
    return drawn("poisson", lam, size)


def binomial(n, p, size=None):
    return drawn("binomial", n, p, size)


def beta(a, b, size=None):
    return drawn("beta", a, b, size)


def gamma(shape, scale=1.0, size=None):
    return drawn("gamma", shape, scale, size)


def laplace(loc=0.0, scale=1.0, size=None):
    return drawn("laplace", loc, scale, size)
