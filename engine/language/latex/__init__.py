"""LaTeX to tokens, so that the one parser reads it."""
