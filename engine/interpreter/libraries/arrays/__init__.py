"""Arrays: made, cut, put together, picked from and asked about, with the types of their numbers."""
