"""Random numbers as Python, NumPy, PyTorch and JAX draw them, with a seed or a key."""
