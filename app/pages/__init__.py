"""The HTML pages and the health check."""
