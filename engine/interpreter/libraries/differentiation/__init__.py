"""Derivatives that a program asks for itself (`grad`, `vjp`, `hessian`, `GradientTape`), and the values that they go through."""
