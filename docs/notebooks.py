"""Run the example notebooks and write them back with what they show: python docs/notebooks.py [NOTEBOOK ...]

Nothing of this machine is kept: no times at which cells ran, no names of kernels.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PATIENCE = 1800  # seconds for a cell


def executed(path: Path, folder: Path, **parameters: Any) -> Any:
    """A notebook with fresh outputs, run in a folder; the cell with the tag `parameters` is replaced by these, if there are any."""
    notebook: Any = nbformat.read(path, nbformat.NO_CONVERT)
    if parameters:
        (cell,) = (cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
        cell.source = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
    NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", record_timing=False, resources={"metadata": {"path": str(folder)}}
    ).execute()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


def main() -> None:
    """Run them all, or those that are named."""
    for path in map(Path, sys.argv[1:] or NOTEBOOKS):
        nbformat.write(executed(path, FOLDER), path)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
