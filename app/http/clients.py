"""The address by which clients are distinguished. In memory only; it is never logged and never stored."""

from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

_NETWORK_BITS = 64
"""A household has at least so large a network of IPv6, and every machine in it as many addresses as it likes."""


def client_of(scope: Scope) -> str:
    """The client of an HTTP or WebSocket scope: its IPv4 address, or the network of its IPv6 address.

    Behind a proxy this is the address the proxy names only where the setting `trusted_proxies` trusts that proxy.
    """
    client = scope.get("client")
    if client is None:
        return ""
    host: str = client[0]
    return _network(host) if ":" in host else host


def _network(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> _NETWORK_BITS << _NETWORK_BITS)}/{_NETWORK_BITS}"
