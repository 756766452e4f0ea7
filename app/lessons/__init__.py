"""Lessons: Markdown files with live graphs, questions and training runs in them."""
