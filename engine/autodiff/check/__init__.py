"""Is a gradient right? Held against finite differences."""
