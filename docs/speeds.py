"""How quick everything is, in the docs: hands a second, the first start, and how long a page waits for the table's server."""

from typing import Any

from shown import duration, table


def speed(record: dict[str, Any], names: list[str] | None = None) -> str:
    """What was measured in one run."""
    rows, shown = [], [each for each in record["measured"] if names is None or each["name"] in names]
    for each in shown:
        ratio = f"{each['ratio_to_c']:.2f}" if "ratio_to_c" in each else ""
        rate = float(f"{each['per_second']:.3g}")
        amount = f"{rate:,.0f}" if rate >= 10 else f"{rate:g}"
        faster = f": {each['ratio_to_one_core']:.1f} times as fast as one" if "ratio_to_one_core" in each else ""
        rows.append([f"`{each['name']}`", f"{amount} {each['unit']}", ratio, each["note"] + faster])
    heads = ["", "a second", "to bare C", "what"]
    cores = "one core where no more are named" if any("ratio_to_one_core" in each for each in shown) else "one core"
    return table(heads, rows) + f"\n`cardshark bench`, {cores}, best slice, {record['date']}, {record['processor']}.\n"


def speed_short(record: dict[str, Any]) -> str:
    """The README's table."""
    names = ["hearts52.loop", "peers.openspiel.hearts", "gin.loop", "peers.openspiel.gin"]
    return speed(record, names)


def environments(record: dict[str, Any]) -> str:
    """The tables of learners, and other people's environments."""
    return speed(record)


def policy_example(record: dict[str, Any]) -> str:
    """What `examples/train_policy.py` reached."""
    rows = [
        [f"`{run['command']}`", run["on"], f"{run['seconds'] / 60:.0f} min", f"{run['points']:.2f}", f"{run['jake']:.2f}",
         f"{run['difference']:+.2f} ({run['low']:+.2f} to {run['high']:+.2f})"]
        for run in record["runs"]
    ]  # fmt: skip
    heads = ["", "on", "time", "points a hand", "each of three `jake`", "difference (95 %)"]
    return table(heads, rows) + f"\n1,000 deals that no training saw, in all four seats, {record['date']}.\n"


def first_start(found: dict[str, Any]) -> str:
    """From a fresh clone to the first card, and other first times."""
    first, second = found["first"], found["second"]
    memory = "MB of memory after a hand with the coach"
    rows = [
        ["`make play`: install", f"{found['install']:.0f} s", f"{found['megabytes']} MB on disk"],
        ["the command, until the first card is on the table", f"{first['first_card']:.1f} s", f"{first['memory']} {memory}"],
        ["the same at the second start", f"{second['first_card']:.1f} s", f"{second['memory']} MB"],
        ["`cardshark duel hearts montecarlo jake --deals 10`, nothing compiled", f"{found['duel_first']:.1f} s", ""],
        ["the same at the second start", f"{found['duel_second']:.1f} s", ""],
        ["`cardshark warm`, nothing compiled", f"{found['warm']:.0f} s", f"{found['kernels_megabytes']} MB on disk"],
    ]  # fmt: skip
    measured = f"{found['cores']} cores of {found['processor']}, {found['date']}"
    return table(["", "takes", ""], rows) + f"\n{measured}; what pip had downloaded before is not counted.\n"


def size(found: dict[str, Any]) -> str:
    """What a player pays."""
    disk, first, usual = found["megabytes"], found["first"]["memory"], found["second"]["memory"]
    memory = f"The table takes {usual} MB of memory, and {first} MB the first time, while it compiles."
    return f"That takes {disk} MB on disk, in `.venv`. {memory}\n"


def server_load(runs: list[dict[str, Any]]) -> str:
    """How long pages wait for the table's server."""
    rows = []
    for run in runs:
        waits = [
            ", ".join(duration(run[of][share] / 1000) for share in ("median", "nine_in_ten", "most")) for of in ("answer_ms", "idle_ms")
        ]
        amount = f"{run['choices']:,} choices, {run['hands']:,} hands, {run['refused']} refused"
        rows.append([f"{run['tables']} for {run['seconds']:g} s", *waits, amount, f"{run['megabytes']} MB", run["date"]])
    heads = ["tables", "a choice is answered in (median, 90 %, 99 %)", "an idle page (likewise)", "played", "memory", "measured"]
    machines = ", ".join(dict.fromkeys(f"{run['cores']} cores of {run['processor']}" for run in runs))
    return table(heads, rows) + f"\n`python -m helpers.load --tables N --seconds N`, {machines}.\n"


def guest_shares(found: dict[str, Any]) -> str:
    """How long the owner waits beside a guest who takes all that guests may have, and beside silent strangers."""
    company = [("alone", "alone"), (f"a guest with {found['tables']} heavy tables and {found['links']} long reviews", "beside")]
    rows = [
        [
            title,
            *(", ".join(duration(found[key][of][share] / 1000) for share in ("median", "nine_in_ten")) for of in ("choice_ms", "hint_ms")),
        ]
        for title, key in company
    ]
    lobby = duration(found["lobby_ms"]["median"] / 1000)
    strangers = f"With {found['strangers']:,} connections that ask for nothing, the owner's page takes {lobby} (median of five)."
    heads = ["beside the owner", "a choice is answered in (median, 90 %)", "a hint (likewise)"]
    return table(heads, rows) + f"\n{strangers} Measured {found['date']}: `python -m helpers.shares`.\n"
