"""The invitation to the family table: this machine's address on the network, two words that change, and a picture of both for phones."""

import ipaddress
import secrets
import socket
from typing import Protocol

from cardshark.text import UserError

NOBODY = "10.255.255.255"  # nothing is sent there: the system only says which of its own addresses it would use
FIRST = (
    "amber apple autumn bamboo birch blue brave breezy bright calm cedar cherry clever cobalt copper coral cosy crimson dapper early "
    "fair fern gentle ginger golden green happy hazel honest honey indigo ivory jolly juniper kind lemon lilac linden little lucky lunar "
    "maple mellow merry mild misty mossy noble nutmeg olive orange pebble plum proud quick quiet ruby sandy silver snowy sunny willow"
)
SECOND = (
    "ant badger bear beaver bee bison bunny camel carp cat crab crane crow deer dove duck eagle falcon ferret finch fox frog gecko goat "
    "goose hare hawk heron horse koala lark lion lizard llama lynx magpie marten mole moose moth mouse newt otter owl panda parrot pony "
    "puffin quail rabbit raven robin salmon seal sheep snail sparrow stork swan tiger toad trout turtle wren"
)


class Listener(Protocol):
    """What guests reach on the network (`listener`)."""

    address: str
    port: int

    async def open(self) -> None: ...
    async def close(self) -> None: ...


def new_code() -> str:
    """Two words, by chance."""
    return f"{secrets.choice(FIRST.split())}-{secrets.choice(SECOND.split())}"


def network_address() -> str:
    """This machine's address on the local network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOBODY, 9))
            found = probe.getsockname()[0]
        except OSError:
            return ""
    return found if is_local(found) and not found.startswith("127.") else ""


def is_local(address: str) -> bool:
    """Is this one address of a local network, which nobody outside can reach?"""
    found = ipaddress.IPv4Address(address)
    return found.is_private and not found.is_unspecified


def check_address(address: str) -> str:
    """An address at which guests may find the table: one of a local network, and one only."""
    try:
        local = is_local(address)
    except ValueError:
        raise UserError(f"{address[:60]} is no address of a network: it has four numbers, as 192.168.1.23") from None
    if not local:
        raise UserError(f"{address} can be reached from outside the local network: the family table stays inside, as at 192.168.1.23")
    return address


def listen_at(address: str, port: int) -> socket.socket:
    """A listening socket at this address; on any free port if this one is taken."""
    for each in (port, 0):
        place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((address, each))
            place.listen(64)
            return place
        except OSError as error:
            place.close()
            reason = error.strerror
    raise UserError(f"{address} cannot be used ({reason}): leave --address out, or name an address of this machine")


def picture(address: str) -> str:
    """The QR code of an address, as an image that stands in the page."""
    import segno

    return segno.make(address, error="m").svg_data_uri(dark="#16152b", light="#fff", border=4)
