"""Where this machine is reached on its network."""

import asyncio
import contextlib
import socket
import struct
import sys

_ANYWHERE = ("192.0.2.1", 9)
"""An address that no packet is sent to: the route to it shows which of our own would be used."""

_SECONDS_TO_CONNECT = 1.0
"""A connection of a machine with itself takes less than a millisecond."""

_ADDRESS_OF_INTERFACE = 0x8915
"""SIOCGIFADDR, see netdevice(7)."""


def local_addresses() -> list[str]:
    """IPv4 addresses of this machine that others may reach, the most likely first; none without a network."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(_ANYWHERE)
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    found += _of_interfaces()
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


async def reachable_addresses(port: int) -> list[str]:
    """Those of `local_addresses` at which this machine answers on a port. A server that is bound to the machine itself answers at
    none of them, and an address that refuses connections must not be shown to a class.
    """
    addresses = local_addresses()
    answers = await asyncio.gather(*(_answers(address, port) for address in addresses))
    return [address for address, answered in zip(addresses, answers, strict=True) if answered]


async def _answers(address: str, port: int) -> bool:
    try:
        async with asyncio.timeout(_SECONDS_TO_CONNECT):
            _, writer = await asyncio.open_connection(address, port)
    except OSError:  # TimeoutError is one
        return False
    writer.close()
    return True


def _of_interfaces() -> list[str]:
    """Of every interface, on Linux: the only way to see a network without a route to the internet."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # one without an address
                answer = fcntl.ioctl(probe.fileno(), _ADDRESS_OF_INTERFACE, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
