"""Second votes: which vote a poll is at, and what everybody answered in the first."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the two columns."""
    op.add_column("polls", sa.Column("round", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("poll_answers", sa.Column("first", sa.Text(), nullable=True))
