"""The graph of a program: nodes, edges and steps."""
