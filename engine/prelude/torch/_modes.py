"""Whether operations are recorded, as contexts and as decorators."""

from backpass.engine.python.libraries.natives import is_tensor, record, recording


class _Mode:
    wanted = True

    def __new__(cls, function=None):
        made = object.__new__(cls)
        made.before = []
        return made if function is None else made(function)

    def __enter__(self):
        self.before.append(recording())
        record(self.wanted)
        return self

    def __exit__(self, *raised):
        record(self.before.pop())

    def __call__(self, function):
        mode = self

        def called(*values, **named):
            with mode:
                return function(*values, **named)

        return called


class no_grad(_Mode):
    wanted = False


class inference_mode(_Mode):
    wanted = False


class enable_grad(_Mode):
    wanted = True


class set_grad_enabled:
    def __init__(self, mode):
        self.before = recording()
        record(mode)

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        record(self.before)


def is_grad_enabled():
    return recording()


def is_floating_point(input):
    return f"{input.dtype}".startswith("torch.float")
