"""Shows and judges an automatic differentiation engine that a program defines itself."""
