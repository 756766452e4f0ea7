"""`autograd.scipy`; `jax.scipy` is laid out from the same files."""
