"""Data that are elsewhere: what stands in for them is drawn with a seed of its own, and noted."""
