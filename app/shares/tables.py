"""How a share is kept."""

from datetime import datetime

from sqlalchemy import DateTime, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Table


class Share(Table):
    """The state of a page, as the fragment of its link has it. Times are in UTC, without a zone: SQLite keeps none."""

    __tablename__ = "shares"

    code: Mapped[str] = mapped_column(String(32), primary_key=True)
    state: Mapped[str] = mapped_column(Text)
    expires: Mapped[datetime | None] = mapped_column(DateTime, index=True)
