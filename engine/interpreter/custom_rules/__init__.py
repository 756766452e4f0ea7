"""Functions of the program with a derivative rule of their own."""
