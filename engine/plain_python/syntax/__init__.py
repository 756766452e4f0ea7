"""Python's syntax tree: each expression and statement laid out once as a function of the names of a call."""
