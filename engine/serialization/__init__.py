"""A finished computation as plain data, ready for JSON, and such data read back."""
