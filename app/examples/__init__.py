"""The programs that the page offers."""
