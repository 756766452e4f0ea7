"""Calls of library functions, bound by the signatures of the real libraries."""
