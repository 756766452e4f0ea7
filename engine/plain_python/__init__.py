"""Runs Python programs as Python would, statement by statement, without handing any of them to Python."""
