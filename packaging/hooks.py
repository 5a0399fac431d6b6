"""What the builder of wheels is told: put in the reports that the lab shows, and compiled kernels if CARDSHARK_KERNELS names a folder."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REPORTED = ("report.html", "record.json")  # of every published paper: the page, and the figures that it is made from


class Travellers(BuildHookInterface):
    """What travels in a wheel beside the sources. An editable installation finds the reports in the repository."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the papers, and the kernels if there are any; a wheel without kernels is a plain one."""
        if version == "standard":
            build_data["force_include"] |= published_papers(Path(self.root) / "results")
        kernels = os.environ.get("CARDSHARK_KERNELS")
        if kernels:
            build_data["force_include"][kernels] = "cardshark/kernels"
            build_data["pure_python"], build_data["infer_tag"] = False, True


def published_papers(results: Path) -> dict[str, str]:
    """The files of the published papers, and where they stand in the package: in `cardshark/results`, in a folder a paper."""
    papers = sorted(report.parent for report in results.glob("*/report.html"))
    return {str(paper / file): f"cardshark/results/{paper.name}/{file}" for paper in papers for file in REPORTED}
