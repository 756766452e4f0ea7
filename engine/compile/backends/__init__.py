"""What runs a compiled graph: Python floats, NumPy in chunks, loops by numba, NumPy statements on tensors."""
