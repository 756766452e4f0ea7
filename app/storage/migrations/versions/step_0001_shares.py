"""Short links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the table as `create_all` did before there were migrations."""
    op.create_table(
        "shares",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("expires", sa.DateTime()),
    )
    op.create_index("ix_shares_expires", "shares", ["expires"])
