"""`torch.autograd.Function`: operations whose rule for derivatives the program writes."""

from backpass.engine.python.libraries.natives import is_tensor, refuse, ruled

from .._modes import enable_grad, no_grad


class FunctionCtx:
    def __init__(self):
        self.saved_tensors = ()
        self.needs_input_grad = ()
        self._constants = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_non_differentiable(self, *args):
        self._constants = args

    def mark_dirty(self, *args):
        refuse("mark_dirty")

    def set_materialize_grads(self, value):
        if not value:
            refuse("set_materialize_grads")


class Function:
    setup_context = None

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode "
            "AD."
        )

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx()
        ctx.needs_input_grad = tuple([is_tensor(each) and each.requires_grad for each in args])
        with no_grad():
            if cls.setup_context is None:
                outputs = cls.forward(ctx, *args)
            else:
                outputs = cls.forward(*args)
                cls.setup_context(ctx, args, outputs)
        return ruled(cls.__name__, lambda *upstream: cls.backward(ctx, *upstream), args, outputs, ctx._constants)


def once_differentiable(fn):
    def wrapper(ctx, *args):
        with no_grad():
            return fn(ctx, *args)

    return wrapper
