"""Write everything about papers that is published, from their records: results/PAPER/report.html, docs/papers/*.md and their
pictures, and the page of all papers (docs/papers/README.md, results/summary.html).

    python docs/papers.py              # nothing is played

Pictures that no page shows any longer are taken away.
"""

from pathlib import Path

from cardshark.experiments.reproduce import PAPERS, judge
from cardshark.experiments.summary import save_summary, summarise
from cardshark.report.html import save

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "papers"
RECORDS = {name: ROOT / "results" / name / "record.json" for name in PAPERS}


def main() -> None:
    """Write all of it."""
    written: list[Path] = []
    for name, record in RECORDS.items():
        written += save(judge(record, name), record.with_name("report.html"), PAGES / f"{name}.md")
    summary = summarise(RECORDS, {name: f"{name}.md" for name in PAPERS}, docs="../")
    written += save_summary(summary, PAGES, ROOT / "results" / "summary.html")
    for path in set(PAGES.iterdir()) - set(written):
        path.unlink()
        print(f"taken away: {path.name}")
    print(f"written: {len(written)} files")


if __name__ == "__main__":
    main()
