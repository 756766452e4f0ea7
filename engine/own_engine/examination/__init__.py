"""Examines an engine: a table of what an engine must do, with verdict, evidence and hints."""
