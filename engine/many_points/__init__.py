"""One program at many points, or again with other numbers."""
