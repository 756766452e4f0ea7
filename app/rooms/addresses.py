"""Where this machine is reached on its network."""

import contextlib
import socket

_ANYWHERE = ("192.0.2.1", 9)
"""An address that no packet is sent to: asking for the way there tells which of our own would be used."""


def local_addresses() -> list[str]:
    """IPv4 addresses of this machine that others may reach, the most likely first; none without a network."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(_ANYWHERE)
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]
