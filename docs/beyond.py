"""Future work that belongs to no single paper, measured: results/beyond, one record a study.

    python docs/beyond.py endgame                     # at the size that we publish, on all cores; it goes on where it was
    python docs/beyond.py endgame --scale 0.05        # a first look
    python docs/beyond.py endgame --workers 16

What is done is kept piece by piece in runs/beyond-NAME-SCALE-SEED, so it can be stopped at any time.
"""

import argparse
import shutil
from pathlib import Path

from cardshark.arena.jobs import Crew
from cardshark.experiments.studies import STUDIES, measure_study

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "results" / "beyond"


def main() -> None:
    """Measure the studies that were named."""
    parser = argparse.ArgumentParser(description="Measure studies of future work.")
    parser.add_argument("names", nargs="+", choices=list(STUDIES))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    options = parser.parse_args()
    for name in options.names:
        folder = ROOT / "runs" / f"beyond-{name}-{options.scale:g}-{options.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        crew = Crew("here") if options.workers == 1 else Crew("cores", options.workers)
        found = measure_study(name, options.scale, options.seed, folder, crew)
        PUBLISHED.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / "record.json", PUBLISHED / f"{name}.json")
        print(f"{name}: {found.run.seconds / 3600:.2f} core hours; {PUBLISHED / name}.json")


if __name__ == "__main__":
    main()
