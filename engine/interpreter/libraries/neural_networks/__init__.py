"""Convolutions, pooling and losses of PyTorch, written with operations."""
