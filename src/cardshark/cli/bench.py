"""`cardshark bench`: hands per second on this machine, and how soon a command is ready."""

import json

from cardshark.cli.common import Json, prepare


def bench(*, only: str | None = None, as_json: Json = False) -> None:
    """Hands per second on this machine, beside bare C and, when installed, OpenSpiel, RLCard, PettingZoo and pgx.

    Parameters
    ----------
    only
        One measurement by its name.
    """
    from cardshark.bench import measure
    from cardshark.show.arena import thinking

    prepare(quickly=False)
    for result in measure(only):
        if as_json:
            print(json.dumps({name: value for name, value in result._asdict().items() if value is not None}), flush=True)
        else:
            ratios = {"C": result.ratio_to_c, "one core": result.ratio_to_one_core}
            ratio = "".join(f"{times:6.2f} x {rival}" for rival, times in ratios.items() if times)
            each = thinking(1 / result.per_second)
            print(
                f"{result.name:24} {result.per_second:14,.{0 if result.per_second > 10 else 3}f} {result.unit}/s {each:>10} {ratio}",
                flush=True,
            )
