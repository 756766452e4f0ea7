"""What one process holds of a room that has connections."""
