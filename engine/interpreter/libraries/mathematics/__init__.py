"""Functions of arrays that are formulas of a few operations: polynomials, running sums, matrices, decompositions, einsum."""
