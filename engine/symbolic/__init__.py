"""Derivatives as formulas: the rules of the operations applied to letters instead of numbers, and simplified.

`derivative` is the door; `algebra` holds expressions in their simplest form, `functions` what is known of single functions,
`writing` puts them into text, LaTeX and words. Nothing here recurses: expressions are built bottom up, and every part has a
smaller number than what it is part of.
"""
