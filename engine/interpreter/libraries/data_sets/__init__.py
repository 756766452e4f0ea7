"""Data that other libraries draw: points of `sklearn.datasets`, written in the language itself."""
