"""The gradients of a program, without its graph."""
