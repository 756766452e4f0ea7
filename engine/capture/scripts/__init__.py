"""A person's own script, run in a process of its own until a loss of it is differentiated, whose graph is then shown."""
