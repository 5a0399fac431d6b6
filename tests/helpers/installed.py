"""Packages that look as if they had been installed."""

from pathlib import Path


def install(folder: Path, package: str, group: str, entries: dict[str, str]) -> None:
    """Write what an installer would leave of a package with these entry points; the folder must be on `sys.path`."""
    place = folder / f"{package.replace('-', '_')}-0.1.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n", encoding="utf-8")
    lines = [f"{name} = {value}\n" for name, value in entries.items()]
    (place / "entry_points.txt").write_text(f"[{group}]\n" + "".join(lines), encoding="utf-8")
