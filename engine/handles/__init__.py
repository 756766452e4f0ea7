"""Tensors as programs hold them: handles on nodes of a graph, which may be changed in place and seen in parts."""
