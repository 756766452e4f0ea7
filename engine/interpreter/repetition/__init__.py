"""Repetitions of a long loop, computed again from a recorded one instead of instruction by instruction."""
