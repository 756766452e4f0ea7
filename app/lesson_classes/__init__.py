"""Lessons in class: a teacher leads a lesson in a room, students answer it, a dashboard shows who is where."""
