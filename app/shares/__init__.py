"""Short links: what a page shows, kept under a code."""
