"""Lessons in class: the lesson of a room, where students are in it, and what they answered."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes the three tables."""
    op.create_table(
        "room_lessons",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "lesson_places",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("page", sa.Integer(), nullable=False),
    )
    op.create_table(
        "lesson_answers",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("question", sa.String(16), primary_key=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("thought", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("answered", sa.DateTime(), nullable=False),
    )
