"""What `run.py` and the build hook stand on: the standard library only, nothing of the server or the engine."""
