"""How tensors behave in NumPy and PyTorch besides their values: aliasing, changes in place, `requires_grad`, `.grad`."""
