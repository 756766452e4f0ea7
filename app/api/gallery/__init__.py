"""Programs worth looking at: the gallery of the page and `GET /api/v1/examples`."""
