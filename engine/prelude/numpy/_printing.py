"""How arrays are shown, and what NumPy says of divisions by zero, which nothing here warns of."""

from backpass.engine.python.libraries.array_natives import print_as


def set_printoptions(
    precision=None,
    threshold=None,
    edgeitems=None,
    linewidth=None,
    suppress=None,
    nanstr=None,
    infstr=None,
    floatmode=None,
    sign=None,
):
    print_as(
        {
            "precision": precision,
            "threshold": threshold,
            "edgeitems": edgeitems,
            "linewidth": linewidth,
            "suppress": suppress,
            "nanstr": nanstr,
            "infstr": infstr,
            "floatmode": floatmode,
            "sign": sign,
        }
    )


class printoptions:
    def __init__(self, **options):
        self.options = options

    def __enter__(self):
        self.before = print_as(self.options)
        return self

    def __exit__(self, *raised):
        print_as(self.before)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


class errstate:
    def __init__(self, all=None, divide=None, over=None, under=None, invalid=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass


def isscalar(element):
    from backpass.engine.python.libraries.array_natives import is_array, is_scalar

    return is_scalar(element) if is_array(element) else isinstance(element, (int, float, complex, str, bool))
