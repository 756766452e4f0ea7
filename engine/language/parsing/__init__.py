"""Text to tokens, tokens to expressions and patterns, lines to statements and blocks."""
