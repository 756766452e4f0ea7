"""Every derivative of every element of a program's output."""
