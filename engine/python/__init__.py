"""Runs Python programs on numbers that remember what they were computed from, and are Python's in everything else."""
