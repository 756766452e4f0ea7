"""What a graph looks like outside Backpass."""
