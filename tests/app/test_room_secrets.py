"""What the live channel tells those who have no business there: nothing."""

import asyncio
from pathlib import Path

from tests.classroom import Member, Message, call
from tests.servers import running_server


def test_a_code_that_opens_nothing_and_a_wrong_token_are_told_the_same(tmp_path: Path) -> None:
    """Else codes could be found by trying, at a socket each."""
    with running_server(tmp_path / "log.txt") as url:
        code = call(url, "POST", "/rooms", {}, status=201)["code"]

        async def refused(code: str) -> tuple[Message, int]:
            member = await Member(url, code, "x" * 32).connect()
            refusal = await member.receive()
            return refusal, await member.closed()

        async def both() -> list[tuple[Message, int]]:
            return [await refused(code), await refused("222222" if code != "222222" else "333333")]

        existing, missing = asyncio.run(both())
    assert existing == missing
    assert existing[1] == 4401
