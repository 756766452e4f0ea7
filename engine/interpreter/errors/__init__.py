"""The problems that running a program can meet, in words."""
