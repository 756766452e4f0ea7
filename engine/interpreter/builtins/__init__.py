"""The built-in functions and methods of Python."""
