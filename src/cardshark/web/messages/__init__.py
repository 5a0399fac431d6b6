"""Everything that page and server say to each other, as types: what is not one of these is refused.

commands                     what the page asks for
lobby, table, hearts, gin    what the server shows: the lobby, a table, and the part of it that only one game has
coach                        what the coach says
words, answers               texts in every language, and what all answers share

The page sends commands; the server answers with the whole state of a table, numbered, so that a page that missed something just takes
the next one. Cards are called by their names ("QS", "TH"). A choice is a card, or a word where the choice is no card ("stock", "pile",
"pass", "knock", "play_on", "big_gin", "done", "way 2"). Texts that a person reads are `Words`: a key of static/words, where they stand
in every language, and what goes into the gaps. All of `cardshark.web` uses these types; they import nothing from it.
"""

from cardshark.web.messages.answers import Consented, Message, Trouble
from cardshark.web.messages.coach import Ages, ChoiceValue, Luck, Nudge, Reviewed, Thoughts
from cardshark.web.messages.commands import (
    Advise,
    Again,
    Age,
    Choose,
    Claim,
    Command,
    Consent,
    Create,
    Hello,
    Leave,
    Next,
    Pace,
    Pass,
    Promise,
    Review,
    SayWord,
    Think,
    Today,
    Undo,
)
from cardshark.web.messages.gin import Act, GinState, Layout, Meld
from cardshark.web.messages.hearts import Card, HeartsState, PassingState, Trick
from cardshark.web.messages.table import HandResult, RulesInWords, Sealing, SeatState, State
from cardshark.web.messages.words import MOST_BYTES, MOST_NAME, Number, Words

AtTable = Promise | SayWord | Choose | Pass | Undo | Next | Claim | Think | Advise | Pace | Age
Commands = Hello | Create | AtTable | Review | Again | Leave | Today | Consent
Messages = Trouble | Consented | Sealing | State | Thoughts | Nudge | Reviewed | Ages

__all__ = [
    "MOST_BYTES",
    "MOST_NAME",
    "Act",
    "Advise",
    "Again",
    "Age",
    "Ages",
    "Card",
    "ChoiceValue",
    "Choose",
    "Claim",
    "Command",
    "Commands",
    "Consent",
    "Consented",
    "Create",
    "GinState",
    "HandResult",
    "HeartsState",
    "Hello",
    "Layout",
    "Leave",
    "Luck",
    "Meld",
    "Message",
    "Messages",
    "Next",
    "Nudge",
    "Number",
    "Pace",
    "Pass",
    "PassingState",
    "Promise",
    "Review",
    "Reviewed",
    "RulesInWords",
    "SayWord",
    "Sealing",
    "SeatState",
    "State",
    "Think",
    "Thoughts",
    "Today",
    "Trick",
    "Trouble",
    "Undo",
    "Words",
]
