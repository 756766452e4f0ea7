"""Where this machine is reached on its network."""

import contextlib
import socket
import struct
import sys

_ANYWHERE = ("192.0.2.1", 9)
"""An address that no packet is sent to: asking for the way there tells which of our own would be used."""

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


def _of_interfaces() -> list[str]:
    """Of every interface, where Linux tells: a network without a way to the internet is found in no other way."""
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
