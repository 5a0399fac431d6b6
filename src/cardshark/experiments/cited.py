"""The five papers for a list of references, and how to cite us. Only what the papers or their publishers say: no field is guessed."""

from collections.abc import Mapping

from cardshark import __version__

Fields = Mapping[str, str]

CITED: dict[str, tuple[str, Fields]] = {  # by the name of the paper: the kind of entry, and its fields
    "gin_td_evo": ("misc", {
        "author": "Clifford Kotnik and Jugal Kalita",
        "title": "The significance of temporal-difference learning in self-play training: {TD}-rummy versus {EVO}-rummy",
        "year": "2003",
    }),
    "hearts_falcon": ("article", {
        "author": "K. Nimoto and K. Takahashi and M. Inaba",
        "title": "Improvement of Agent Learning for a Card Game Based on Multi-channel {ART} Networks",
        "journal": "Journal of Computers",
        "volume": "11",
        "number": "4",
        "pages": "341--352",
        "year": "2016",
    }),
    "hearts_network": ("misc", {
        "author": "Maxiem Wagenaar",
        "title": "Learning to play the Game of {Hearts} using reinforcement learning and a multi-layer perceptron",
        "howpublished": "Bachelor thesis, Groningen",
        "year": "2017",
    }),
    "hearts_pomcp": ("misc", {
        "author": "Yujian Yao",
        "title": "{CS3243R} project report: {Hearts} as a {POMDP}",
        "note": "The report is headed CS3243R Project Report; what follows the colon is ours",
    }),
    "hearts_rollouts": ("misc", {
        "author": "Daniel Miedema",
        "title": "A bachelor thesis on {Monte Carlo} rollouts at {Hearts}",
        "howpublished": "Bachelor thesis, Groningen",
        "note": "A description: the copy that we have bears no title",
    }),
}  # fmt: skip


def bibtex(key: str, kind: str, fields: Fields) -> str:
    """An entry of a list of references."""
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{kind}{{{key},\n{lines}}}"


def references() -> str:
    """All five papers."""
    return "\n\n".join(bibtex(name, kind, fields) for name, (kind, fields) in CITED.items())


def ourselves() -> str:
    """How to cite us, as CITATION.cff has it; there is no year before a release."""
    title = "cardshark: a laboratory of card players that learn"
    return bibtex("cardshark", "misc", {"author": "{The cardshark authors}", "title": title, "note": f"Version {__version__}"})
