"""Functions of NumPy, PyTorch, JAX, TensorFlow and others that are no operations."""
