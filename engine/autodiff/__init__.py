"""Differentiation itself. Begin with `reverse`."""
