"""The asking part of a room: polls, answers and what they give away; practice sets."""
