"""Others on the same network: what they type or scan to get here, and what they can do. Works without the internet."""

import io
import sys
from typing import TextIO

import segno

from backpass.app.http.local_addresses import local_addresses

EVERYWHERE = "0.0.0.0"  # noqa: S104 - that is what is asked for, and the invitation says so
"""Listens on all networks of this machine."""

_OPEN = """Everybody on this network can open the page, compute, and make rooms. A room is open to who has its code, and led
by who has made it. Nothing else on this machine is shown. No internet is needed. Ctrl+C ends it."""

_ALONE = """This machine is on no network on which others could reach it: connect it to the Wi-Fi of the room, or open a hotspot,
and start again."""

_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def invite(port: int, out: TextIO | None = None) -> None:
    """Prints the addresses, a QR code of the page where students join, and what is exposed."""
    out = out or sys.stdout
    addresses = [f"http://{address}:{port}" for address in local_addresses()]
    if not addresses:
        out.write(f"\n{_ALONE}\n\n")
        return
    first, *others = addresses
    also = f"Also reached at {', '.join(others)}, from the networks these belong to.\n" if others else ""
    invitation = f"Others on your network open {first}\nand join a class at {first}/join"
    out.write(f"\n{invitation}\n\n{picture(f'{first}/join', out)}{also}{_OPEN}\n\n")
    out.flush()


def picture(text: str, out: TextIO) -> str:
    """A QR code made of blocks, dark on light whatever the terminal's colours; empty where the output has no blocks."""
    drawn = io.StringIO()
    segno.make_qr(text).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    lines = drawn.getvalue().splitlines()
    if out.isatty():
        lines = [f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines]
    return "\n".join(lines) + "\n\n"
