"""`cardshark bench`: hands per second on this machine."""

import json

from cardshark.cli.common import Json, prepare


def bench(*, only: str | None = None, as_json: Json = False) -> None:
    """Hands per second on this machine, beside a bare C kernel and, when installed, OpenSpiel and RLCard.

    Parameters
    ----------
    only
        One measurement by its name.
    """
    from cardshark.bench import measure

    prepare(quickly=False)
    for result in measure(only):
        if as_json:
            print(json.dumps({name: value for name, value in result._asdict().items() if value is not None}), flush=True)
        else:
            ratios = {"C": result.ratio_to_c, "one core": result.ratio_to_one_core}
            ratio = "".join(f"{times:6.2f} x {rival}" for rival, times in ratios.items() if times)
            print(f"{result.name:24} {result.per_second:14,.0f} {result.unit}/s {result.nanoseconds:14,.1f} ns {ratio}", flush=True)
