"""`autograd.extend`: functions whose rule for derivatives the program writes."""

from backpass.engine.python.libraries.autograd_natives import refuse, ruled_by_makers


class _Primitive:
    def __init__(self, fun):
        self.fun = fun
        self.makers = {}
        self.__name__ = fun.__name__

    def __call__(self, *args, **kwargs):
        if kwargs:
            refuse("keywords of a primitive")
        return ruled_by_makers(self.fun, self.makers, args)


def primitive(f_raw):
    return _Primitive(f_raw)


def defvjp(fun, *vjpmakers, **kwargs):
    places = kwargs.get("argnums", range(len(vjpmakers)))
    fun.makers = dict(zip(places, vjpmakers, strict=True))


def defjvp(fun, *jvpfuns, **kwargs):
    refuse("defjvp")
