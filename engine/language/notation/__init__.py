"""Notation of mathematics that is no Python: letters side by side, `d/dx`, pieces in braces, derivatives asked for in words."""
