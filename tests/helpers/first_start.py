"""How quick the first second is: PYTHONPATH=tests python -m helpers.first_start --out results/start.json

A fresh clone of this repository is installed and served as `make play` does it, with nothing compiled, until a page shows the first
card; then a hand is played with the coach. The same again with everything in its place. Then all is compiled, and a duel is played with
nothing compiled and with everything. From this record `python docs/figures.py` writes what the docs say. Wants a machine that does
nothing else; what is downloaded is not counted if pip has it already.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

from helpers.paths import ROOT
from helpers.web.pages import Page, let_in
from helpers.web.process import started

DUEL = "duel hearts montecarlo jake --deals 10"


def seconds(work: Any) -> float:
    """How long a call takes."""
    began = time.perf_counter()
    work()
    return round(time.perf_counter() - began, 2)


def megabytes(folder: Path) -> int:
    """What a folder takes on disk, as `du` counts it."""
    return round(int(subprocess.run(["du", "-sk", folder], check=True, capture_output=True, text=True).stdout.split()[0]) / 1024)


def sit_down(program: Path, home: Path) -> dict[str, float]:
    """From the command to the first card on a page, and the server's memory after a hand with the coach."""
    began = time.perf_counter()
    with started(home, start=[str(program)]) as (process, place):
        with Page(place.port, let_in(place)) as page:
            page.create(game="hearts", seats=["you", "jake", "jake", "jake"], coach="full")
            first_card = time.perf_counter() - began
            page.play_hand()
        status = Path(f"/proc/{process.pid}/status").read_text()
    return {"first_card": round(first_card, 2), "memory": round(int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024)}


def measure(folder: Path) -> dict[str, Any]:
    """Everything, in a folder that is thrown away."""
    clone, home = folder / "clone", folder / "home"
    home.mkdir()
    os.environ["CARDSHARK_CACHE"] = str(folder / "kernels")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # players let Python keep what it has read
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", clone], check=True)
    found: dict[str, Any] = {"install": seconds(lambda: subprocess.run(["make", "-s", ".venv/player"], cwd=clone, check=True))}
    program = clone / ".venv" / "bin" / "cardshark"

    def command(line: str) -> None:
        subprocess.run([program, *line.split()], check=True, capture_output=True)

    found["first"], found["second"] = sit_down(program, home), sit_down(program, home)
    found["megabytes"] = megabytes(clone / ".venv")
    shutil.rmtree(folder / "kernels")
    found["duel_first"], found["duel_second"] = (seconds(lambda: command(DUEL)) for _ in range(2))
    shutil.rmtree(folder / "kernels")
    found["warm"] = seconds(lambda: command("warm"))
    found["kernels_megabytes"] = megabytes(folder / "kernels")
    return found


def main() -> None:
    """Measure, and keep it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    about = {"date": str(date.today()), "cores": os.cpu_count(), "processor": cpu[1] if cpu else platform.machine()}
    out.write_text(json.dumps({**about, **found}, indent=1) + "\n", encoding="utf-8")
    print(out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
