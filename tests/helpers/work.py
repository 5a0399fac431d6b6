"""Pieces of work for workers, who must be able to import them."""

import os
import time


def complain(error: type[Exception], number: int) -> int:
    """Work that goes wrong after a while."""
    if number > 2:
        raise error(f"{number} is too much")
    return number


def nap(number: int) -> int:
    """Work that takes long after a while; who does it."""
    if number > 2:
        time.sleep(60)
    return os.getpid()
