"""What the builder of wheels is told: put the folder that CARDSHARK_KERNELS names into the wheel, and say for which Python it is."""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Kernels(BuildHookInterface):
    """A wheel that brings its kernels along; without CARDSHARK_KERNELS the wheel is a plain one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the kernels."""
        folder = os.environ.get("CARDSHARK_KERNELS")
        if folder:
            build_data["force_include"][folder] = "cardshark/kernels"
            build_data["pure_python"], build_data["infer_tag"] = False, True
