"""Which texts of a page are the same in two languages, although they should not be."""

import re
from collections.abc import Iterable

from cardshark.coach.sentences import GAP, all_texts
from cardshark.players import describe_players, title_of
from cardshark.web.table.cast import PEOPLE

WORD = re.compile(r"[^\W\d_]{3,}")
TYPED = re.compile(r"\S*[:=/]\S*")  # what one would type: it has no language
BOTS = {title_of(row["name"]) for row in describe_players()}  # who are not of the cast go by the name of their kind
NAMES = (
    BOTS
    | {person.name for person in PEOPLE}
    | {
        "II",
        "III",
        "cardshark",
        "Sans",
        "English",
        "Nederlands",
        "UCT",
        "Monte Carlo",
        "Enter",
        "Shift",
        "Space",
        "Esc",
    }
)


def patterns_alike() -> list[re.Pattern[str]]:
    """The texts of words/ that somebody has translated by themselves ("Hearts", "Duel {file}"), as patterns."""
    english, dutch = (all_texts()[language] for language in ("en", "nl"))
    alike = {text for key, text in english.items() if text == dutch[key] and text}
    return [
        re.compile(".*".join(map(re.escape, GAP.sub("\0", text).split("\0"))), re.DOTALL)
        for text in alike
        if WORD.search(GAP.sub("", text))
    ]


def untranslated(english: Iterable[str], dutch: Iterable[str], names: Iterable[str] = ()) -> list[str]:
    """The texts that are the same in both languages and have words in them: no names, and none that words/ has as they are."""
    alike, known = patterns_alike(), sorted({*NAMES, *names}, key=len, reverse=True)
    bare = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in known))
    both = {" ".join(text.split()) for text in english} & {" ".join(text.split()) for text in dutch}
    return sorted(
        text
        for text in both
        if WORD.search(bare.sub("", text)) and not TYPED.fullmatch(text) and not any(each.fullmatch(text) for each in alike)
    )
