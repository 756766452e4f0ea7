"""Remote controls: phones with which a teacher leads a room."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "room_remotes",
        sa.Column("room", sa.String(6), sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("made", sa.DateTime(), nullable=False),
    )
