"""Tensors, the operations that made them, and the flat graph behind one output."""
