"""A fence around a program (Landlock, Linux 5.13 and later): it cannot read some files of ours, nor look into our memory, nor end us.

A program that we start runs as the same user as we do. So rights of files do not keep it from the secrets of hands that are being played,
and nothing keeps it from being our debugger. Landlock lets a process give up rights for itself and for all that it starts, for ever.
Where there is none, there is no fence. This imports nothing of cardshark: the warden uses it, too.
"""

import ctypes
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

CREATE, ADD, RESTRICT = 444, 445, 446  # the numbers of the system calls, on every processor
ASK_VERSION, PATH_BENEATH = 1, 1
READ_FILE, MAKE_BLOCK = 1 << 2, 1 << 11
NO_SOCKETS, NO_SIGNALS = 1, 2  # to whom is not inside, from version 6 on
NO_NEW_RIGHTS = 38  # of prctl


def version() -> int:
    """Which version of Landlock this kernel has; 0 where it has none."""
    return max(0, ctypes.CDLL(None).syscall(CREATE, None, ctypes.c_size_t(0), ASK_VERSION))


def fence_in(closed: Sequence[str]) -> bool:
    """Give up the right to read these files, and to touch any process that is not fenced in as well. Whether that was possible.

    Rights can only be granted, not taken away. So everything beside the closed files, and beside the folders above them, is granted. What
    comes to stand directly in one of these folders later cannot be read, either; it can be written, so programs keep their logs.
    """
    kernel, found = ctypes.CDLL(None, use_errno=True), version()
    if not found:
        return False
    handled = MAKE_BLOCK | (READ_FILE if closed else 0)  # something must be handled; nobody makes block devices
    terms = struct.pack("QQQ", handled, 0, NO_SOCKETS | NO_SIGNALS)[: 24 if found >= 6 else 16 if found >= 4 else 8]
    rules = kernel.syscall(CREATE, terms, ctypes.c_size_t(len(terms)), 0)
    if rules < 0:
        return False
    for path in beside([Path(each) for each in closed]):
        with suppress(OSError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
            kernel.syscall(ADD, rules, PATH_BENEATH, struct.pack("=Qi", READ_FILE, place), 0)
            os.close(place)
    kernel.prctl(NO_NEW_RIGHTS, 1, 0, 0, 0)
    done = kernel.syscall(RESTRICT, rules, 0)
    os.close(rules)
    return done == 0


def beside(closed: Sequence[Path]) -> Iterator[Path]:
    """Everything that does not lead to a closed file: what stands beside each of them, and beside the folders above."""
    above = {folder for path in closed for folder in path.parents}
    for folder in above:
        with suppress(OSError):
            yield from (path for path in folder.iterdir() if path not in above and path not in closed)
