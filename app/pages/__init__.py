"""The HTML pages and their files."""
