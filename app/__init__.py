"""The server: HTTP around the engine. The engine never imports it."""
