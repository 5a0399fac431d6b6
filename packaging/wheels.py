"""Build a wheel with compiled kernels inside, for each Python that is named: wheels.py python3.11 python3.12 ...

Each is built with that Python in an environment of its own, and then installed in another, clean one, where it must play at once and
compile nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAYED = {  # what a new user may do first
    "hearts": "duel hearts montecarlo jake --deals 10",
    "gin": "duel gin montecarlo simple --deals 10",
}


def run(*words: str | Path, **variables: str | Path) -> str:
    """What a command prints."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {
        name: str(value) for name, value in variables.items()
    }
    done = subprocess.run([str(word) for word in words], cwd=tempfile.gettempdir(), env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def environment(python: str, folder: Path, *packages: str | Path) -> Path:
    """A fresh environment with these packages in it, in the versions that are tested; its folder of programs."""
    run(python, "-m", "venv", folder)
    run(folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-c", ROOT / "constraints.txt", *packages)
    return folder / "bin"


def build(python: str, into: Path, work: Path) -> Path:
    """A wheel for this Python; what is compiled already on this machine is not compiled again."""
    programs, kernels = environment(python, work / "build", ROOT), work / "kernels"
    run(programs / "cardshark", "warm", "--into", kernels)
    made = work / "made"
    run(programs / "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", made, ROOT, CARDSHARK_KERNELS=kernels)
    wheel = next(made.glob("*.whl"))
    into.mkdir(exist_ok=True)
    return Path(shutil.copy(wheel, into))


def check(python: str, wheel: Path, work: Path) -> dict[str, float]:
    """Play in a clean environment with an empty cache: the seconds each command took. Nothing may be compiled."""
    programs, empty, seconds = environment(python, work / "clean", wheel), work / "empty", {}
    for name, line in PLAYED.items():
        began = time.perf_counter()
        said = run(programs / "cardshark", *line.split(), CARDSHARK_CACHE=empty)
        seconds[name] = round(time.perf_counter() - began, 2)
        if "ompil" in said or any(empty.rglob("*.kernel")):
            sys.exit(f"{wheel.name} compiles in a clean environment:\n{said}")
    return seconds


def works(python: str) -> bool:
    """Is this a Python that runs? Some machines have only a signpost of that name."""
    found = subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
    if not found:
        print(f"{python} does not run here: no wheel for it", file=sys.stderr)
    return found


def main() -> None:
    """Build and check, one Python after the other."""
    for python in filter(works, sys.argv[1:] or [sys.executable]):
        with tempfile.TemporaryDirectory() as name:
            wheel = build(python, ROOT / "dist", Path(name))
            seconds = check(python, wheel, Path(name))
        print(
            json.dumps({"wheel": f"dist/{wheel.name}", "megabytes": round(wheel.stat().st_size / 1e6, 1), "seconds": seconds}), flush=True
        )


if __name__ == "__main__":
    main()
