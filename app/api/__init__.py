"""The capabilities of the API: one module each, with what they share."""
