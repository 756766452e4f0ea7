"""Polls with their answers, and practice sets with their exercises."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the four tables."""
    op.create_table(
        "polls",
        sa.Column("poll", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_polls_room", "polls", ["room"])
    op.create_table(
        "poll_answers",
        sa.Column("poll", sa.Integer(), sa.ForeignKey("polls.poll", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("answered", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "practice_sets",
        sa.Column("practice", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(16), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("begun", sa.DateTime(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_practice_sets_room", "practice_sets", ["room"])
    op.create_table(
        "practice_exercises",
        sa.Column("practice", sa.Integer(), sa.ForeignKey("practice_sets.practice", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("name", sa.String(8), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text()),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("answered", sa.DateTime()),
    )
