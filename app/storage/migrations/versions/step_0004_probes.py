"""What readiness writes and deletes, to see whether the database can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "probes",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
