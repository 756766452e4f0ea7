"""What `run.py` and the build hook stand on, and the tools of those who work on Backpass."""
