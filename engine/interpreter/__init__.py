"""Program to tensors: a parsed program is laid out as instructions and carried out, define-by-run."""
