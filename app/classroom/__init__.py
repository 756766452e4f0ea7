"""Rooms: one teacher, hundreds of screens, no accounts."""
