"""The gradient of a node as a sum over all paths from the output to it."""
