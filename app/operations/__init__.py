"""What the operations are: the registry as JSON, and the codes of problems."""
