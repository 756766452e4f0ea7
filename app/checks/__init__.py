"""The gradients of a program held against numerical differences of its values."""
