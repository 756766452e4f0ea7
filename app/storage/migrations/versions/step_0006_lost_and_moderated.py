"""Students who are lost, and what a teacher made of open answers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the two columns."""
    op.add_column("room_guests", sa.Column("lost", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("polls", sa.Column("moderation", sa.JSON(), nullable=True))
