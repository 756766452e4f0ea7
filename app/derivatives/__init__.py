"""The derivative of a program as a formula."""
