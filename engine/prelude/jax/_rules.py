"""`jax.custom_vjp` and `jax.custom_jvp`: functions whose rule for derivatives the program writes."""

from backpass.engine.python.libraries.jax_natives import refuse, ruled_by_jvp, ruled_by_vjp


class custom_vjp:
    def __init__(self, fun, nondiff_argnums=(), nondiff_argnames=()):
        if nondiff_argnums or nondiff_argnames:
            refuse("nondiff_argnums")
        self.fun = fun
        self.fwd = self.bwd = None
        self.__name__ = fun.__name__

    def defvjp(self, fwd, bwd, symbolic_zeros=False, optimize_remat=False):
        self.fwd, self.bwd = fwd, bwd

    def __call__(self, *args):
        if self.fwd is None:
            raise AttributeError(f"No VJP defined for custom_vjp function {self.__name__} using defvjp.")
        return ruled_by_vjp(self.fun, self.fwd, self.bwd, args)


class custom_jvp:
    def __init__(self, fun, nondiff_argnums=(), nondiff_argnames=()):
        if nondiff_argnums or nondiff_argnames:
            refuse("nondiff_argnums")
        self.fun = fun
        self.rule = self.each = None
        self.__name__ = fun.__name__

    def defjvp(self, jvp, symbolic_zeros=False):
        self.rule, self.each = jvp, None
        return jvp

    def defjvps(self, *jvps):
        self.rule, self.each = None, jvps

    def __call__(self, *args):
        if self.rule is None and self.each is None:
            raise AttributeError(f"No JVP defined for custom_jvp function {self.__name__} using defjvp.")
        return ruled_by_jvp(self.fun, self.rule, self.each, args)
