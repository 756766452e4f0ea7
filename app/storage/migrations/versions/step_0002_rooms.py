"""Rooms and their guests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the two tables."""
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("host_hash", sa.String(64), nullable=False),
        sa.Column("epoch", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("view", sa.JSON(), nullable=False),
        sa.Column("featured", sa.JSON()),
        sa.Column("tab", sa.String(64)),
        sa.Column("guests", sa.Integer(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_rooms_expires", "rooms", ["expires"])
    op.create_table(
        "room_guests",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("nickname", sa.String(64), nullable=False),
        sa.Column("view", sa.JSON()),
        sa.Column("removed", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_room_guests_token_hash", "room_guests", ["token_hash"])
