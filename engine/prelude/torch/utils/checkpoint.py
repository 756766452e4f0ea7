"""`torch.utils.checkpoint`: what saves memory there is computed as it stands here."""


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, **kwargs):
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    for each in functions:
        input = each(input)
    return input
