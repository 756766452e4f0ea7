"""PyTorch's graphs: what `grad_fn` knows of a tensor, and what a recording of the forward pass adds to it."""
