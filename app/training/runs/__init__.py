"""Training runs under way."""
