"""A graph as a linear program: instructions on values, and back-ends that print or run it."""
