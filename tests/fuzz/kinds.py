"""The seven kinds of inputs, by name; each is prepared when it is asked for."""

from collections.abc import Callable

from fuzz.files import brains, records
from fuzz.kind import Kind
from fuzz.programs import Stage
from fuzz.texts import links, positions, transcripts
from fuzz.web import Open

KINDS: dict[str, Callable[[], Kind]] = {
    "transcripts": transcripts,
    "positions": positions,
    "links": links,
    "brains": brains,
    "records": records,
    "messages": Open,
    "answers": Stage,
}
