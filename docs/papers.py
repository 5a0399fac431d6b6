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
    written: set[Path] = set()
    for name, record in RECORDS.items():
        made = set(save(judge(record, name), record.with_name("report.html"), PAGES / f"{name}.md"))
        for path in set(PAGES.glob(f"{name}*")) - made:
            path.unlink()
            print(f"taken away: {path.name}")
        written |= made
    summary = summarise(RECORDS, {name: f"{name}.md" for name in PAPERS}, docs="../", studies=ROOT / "results" / "beyond")
    written.update(save_summary(summary, PAGES, ROOT / "results" / "summary.html"))
    print(f"written: {len(written)} files")


if __name__ == "__main__":
    main()
