"""For which processor kernels are compiled: a level that many processors share, so that the same code runs and is kept on all of them.

Whoever sets NUMBA_CPU_NAME has chosen already. A processor below every level gets code for itself alone.
"""

import os
import platform
from collections.abc import Mapping
from typing import NamedTuple

import llvmlite.binding as llvm
from numba.core import config

X86_64_V2 = ("cmov", "cx16", "cx8", "fxsr", "mmx", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3")
X86_64_V3 = (*X86_64_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
ARM_V8_2 = ("crc", "dotprod", "fp-armv8", "fullfp16", "lse", "neon", "rdm")  # what servers and Apple have had since 2019
ARM_V8 = ("fp-armv8", "neon")
# The levels of each kind of machine, best first: the name that LLVM knows, and the features that a processor must have.
LEVELS = {
    "x86_64": {"x86-64-v3": X86_64_V3, "x86-64-v2": X86_64_V2},
    "aarch64": {"neoverse-n1": ARM_V8_2, "generic": ARM_V8},
}
SAME = {"AMD64": "x86_64", "arm64": "aarch64"}  # what other systems call these machines


class Target(NamedTuple):
    """What the compiler is told: a processor, and its features with a plus before each."""

    processor: str
    features: str

    def has(self, feature: str) -> bool:
        """May kernels use this feature?"""
        return f"+{feature}" in self.features.split(",")


def level(machine: str, features: Mapping[str, bool]) -> Target | None:
    """The best level that a machine with these features reaches; None if it is below all of them."""
    for processor, needed in LEVELS.get(SAME.get(machine, machine), {}).items():
        if all(features.get(each, False) for each in needed):
            return Target(processor, ",".join(f"+{each}" for each in needed))
    return None


def settle() -> Target:
    """Choose the target of this process, once, before anything is compiled. The choice is a setting that other processes inherit."""
    chosen, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if not chosen and features is None:
        found = level(platform.machine(), llvm.get_host_cpu_features())
        if found:
            # Both: the name alone would keep the features of the processor that happens to be here.
            os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = found
            config.reload_config()  # Numba has read its settings by now
            return found
    if features is None:  # as Numba takes it
        features = "" if (chosen or "").lower() == "generic" else llvm.get_host_cpu_features().flatten()
    return Target(chosen or llvm.get_host_cpu_name(), features)


TARGET = settle()
