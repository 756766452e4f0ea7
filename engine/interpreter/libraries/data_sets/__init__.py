"""Data that other libraries draw, split and scale, such as points of `sklearn.datasets`: written in the language itself."""
