"""How the server is run: what may be asked how often, what is logged and counted, how it starts and how it ends.

Knows nothing of what the capabilities do.
"""
