"""A pasted program, run by the real library in a process that has given up every right."""
