"""Everything that page and server say to each other, as types: what is not one of these is refused.

The page sends commands; the server answers with the whole state of a table, numbered, so that a page that missed something just takes
the next one. Cards are called by their names ("QS", "TH"). A choice is a card, or a word where the choice is no card ("stock", "pile",
"pass", "knock", "play_on", "big_gin", "done", "way 2"). Texts that a person reads are `Words`: a key of static/strings.json, which
has them in every language, and what goes into the gaps.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

MOST_BYTES = 16_384  # of a command
MOST_NAME = 200  # letters that name a player or rules

Number = Annotated[int, Meta(ge=0, lt=2**53)]  # that JavaScript can count
Game = Literal["hearts", "gin"]
Mode = Literal["play", "practice", "watch"]  # practice: undo is allowed, and the hand leaves the statistics
Coach = Literal["off", "nudge", "full"]


class Words(Struct, omit_defaults=True):
    """A sentence in any language: `{"key": "no_follow", "args": {"suit": "S"}}`; the page has words for cards, suits and seats."""

    key: str
    args: dict[str, Any] = {}


# ---- what the page asks for ----


class Command(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something that a person does; `ask` comes back with its answer, so that the page knows which one it is."""

    ask: Number = 0


class Hello(Command):
    """The page is open: send the lobby, or the table that it shows."""

    table: str = ""


class Create(Command):
    """Set up a table and sit down at its first free seat; `seats` name the players, "you" being oneself (nobody in watch mode)."""

    game: Game = "hearts"
    rules: str = ""  # as typed on the command line; empty for the first preset
    seats: list[str] = field(default_factory=list)
    mode: Mode = "play"
    coach: Coach = "off"
    challenge: str = ""  # a game of the human experiment: its opponent


class Choose(Command):
    """Play a card, or make any other choice; `seq` is that of the state which the person saw."""

    table: str = ""
    seq: int = 0
    choice: str = ""
    sure: bool = False  # the person has seen the nudge


class Pass(Command):
    """Pass these cards on, all at once."""

    table: str = ""
    seq: int = 0
    cards: list[str] = field(default_factory=list)


class Undo(Command):
    """Take the last own choice back (in practice)."""

    table: str = ""


class Next(Command):
    """Deal the next hand."""

    table: str = ""


class Claim(Command):
    """No points are left: play the rest out at once."""

    table: str = ""


class Think(Command):
    """Let the coach think about this position; `longer` doubles the deals. A hint is the same with `hint`."""

    table: str = ""
    longer: bool = False
    hint: bool = False


class Advise(Command):
    """How much the coach says from now on."""

    table: str = ""
    coach: Coach = "off"


class Pace(Command):
    """Watching: how fast, whether it goes on by itself, one step, whether hands lie open, and whether it stops where players disagree."""

    table: str = ""
    speed: float = 1.0  # 0.25 to 8
    paused: bool = False
    step: bool = False
    open: bool = True
    disagree: bool = False


class Review(Command):
    """A finished hand, decision by decision: `hand` is its id, or `link` the code of a hand from elsewhere. `seat` is whose decisions."""

    hand: str = ""
    link: str = ""
    seat: int = -1


class Again(Command):
    """Try a hand again from a decision on, at a practice table: with the same hidden cards, or fresh ones that fit what was known."""

    hand: str = ""
    link: str = ""
    decision: int = 0
    fresh: bool = False


class Age(Command):
    """How a learner's opinion of this position changed while it learned."""

    table: str = ""
    player: str = ""


class Leave(Command):
    """Get up: the table is closed (what was played is kept)."""

    table: str = ""


Commands = Hello | Create | Choose | Pass | Undo | Next | Claim | Think | Advise | Pace | Review | Again | Age | Leave


# ---- what the server says ----


class Message(Struct, tag_field="say", tag=str.lower):
    """Something that the page shows."""

    ask: int = 0


class Trouble(Message):
    """Why a command was refused; the table is as it was."""

    table: str = ""
    words: Words = field(default_factory=lambda: Words("trouble"))


class Kind(Struct):
    """A player who can be asked to sit down."""

    player: str  # the text that names it
    title: str  # "Monte Carlo"
    about: str  # one line
    games: list[str]
    strength: str = ""  # where it was measured
    ages: list[str] = []  # checkpoints of its training, youngest first, as texts that name players


class Preset(Struct):
    """A set of rules that has a name."""

    game: str
    name: str
    text: str
    about: list[Words]


class Open(Struct):
    """A table of this person that is not finished."""

    table: str
    game: str
    mode: str
    seats: list[str]
    hand_number: int
    totals: list[int]


class Played(Struct):
    """A hand that this person has played, for the list of reviews."""

    hand: str
    game: str
    when: str
    points: int
    undone: bool


class Lobby(Message):
    """Who can sit down, which rules have a name, what is going on, what was played."""

    players: list[Kind] = field(default_factory=list)
    presets: list[Preset] = field(default_factory=list)
    tables: list[Open] = field(default_factory=list)
    hands: list[Played] = field(default_factory=list)
    version: str = ""
    statistics: dict[str, dict[str, float]] = field(default_factory=dict)  # of each game: hands and points, without practice


class Seat(Struct, omit_defaults=True):
    """What everybody at the table may know of a seat."""

    name: str  # "Wilma"; "You" for oneself
    player: str  # the text that names the player; "you"
    kind: str  # in a few words: "Monte Carlo · 100 deals"
    total: int = 0  # of the match, before this hand
    points: int = 0  # taken in this hand
    cards: int = 0  # in its hand
    voids: str = ""  # suits that it has shown it has none of: "SH"
    known: list[str] = []  # gin: cards that it is known to hold
    hand: list[str] | None = None  # only where it lies open
    took: list[str] = []  # Hearts: penalty cards taken


class Card(Struct):
    """A card, and who played it."""

    seat: int
    card: str


class Trick(Struct):
    """A finished trick."""

    cards: list[Card]
    winner: int
    points: int


class Passing(Struct):
    """Cards are passed on."""

    to: int
    source: int  # from whom one gets cards
    count: int


class HeartsState(Struct, omit_defaults=True):
    """A table of Hearts."""

    trick: list[Card]
    tricks: list[Trick]
    of: int  # tricks of a hand
    broken: bool
    winning: int | None = None  # the seat that takes the trick so far
    led: str = ""  # the suit to follow
    passing: Passing | None = None
    given: list[str] = []
    received: list[str] = []
    costs: dict[str, int] = {}  # what a penalty card costs
    moon: int | None = None  # who has every point so far, if several tricks had points
    claim: bool = False  # no points are left
    back: bool = False  # points are being won back (the Dutch second stage)


class Meld(Struct):
    """Cards that belong together."""

    cards: list[str]


class Layout(Struct, omit_defaults=True):
    """A hand of gin that lies open."""

    melds: list[Meld]
    dead: list[str]
    points: int  # of deadwood
    laid_off: list[str] = []  # on the knocker's melds


class Act(Struct, omit_defaults=True):
    """Something that was done at gin, for the story and the animation."""

    seat: int
    what: str  # "stock", "pile", "pass", "discard", "knock", "gin", "big_gin", "spread", "lay_off", "done"
    card: str = ""  # only if everybody saw it, or it is one's own


class GinState(Struct, omit_defaults=True):
    """A table of gin rummy."""

    pile: list[str]  # top last
    stock: int  # cards left
    limit: int  # to knock
    doubling: int
    dealer: int
    acts: list[Act]  # of this hand, in their order
    drawn: str = ""  # what one has just drawn
    melds: list[Meld] = []  # of the own hand as it is best laid out
    deadwood: int = 0
    after: dict[str, int] = {}  # deadwood after each discard
    knocker: int | None = None
    spread: list[Meld] = []  # the knocker's, with what was laid off
    spread_deadwood: list[str] = []
    laid_off: list[str] = []
    ways: list[list[Meld]] = []  # how the own hand may be laid out, if that is the choice
    boxes: list[int] = []
    layouts: list[Layout] = []  # of both hands where they lie open: at the end, or for whoever watches with open cards


class Result(Struct, omit_defaults=True):
    """How a hand ended."""

    hand: str  # its id, for the review
    scores: list[int]
    totals: list[int]
    hands: list[list[str]]  # as they were dealt
    secret: str  # what was sealed
    words: list[Words] = []  # a moon, gin, an undercut
    winners: list[int] = []  # of the match, if it is over


class Rules(Struct):
    """The rules of the table, as text and in words."""

    text: str
    preset: str
    lines: list[Words]


class State(Message):
    """A table as one person may see it, whole."""

    table: str = ""
    seq: int = 0
    game: str = "hearts"
    mode: str = "play"
    coach: str = "off"
    rules: Rules | None = None
    you: int | None = None
    seats: list[Seat] = field(default_factory=list)
    hand_number: int = 1
    phase: str = "play"  # pass, play; offer, draw, discard, may_knock, spread, lay_off; ended, over
    turn: int | None = None
    thinking: int | None = None  # a seat whose player is thinking
    hand: list[str] = field(default_factory=list)  # one's own, sorted
    legal: list[str] = field(default_factory=list)  # what one may choose now
    refusals: dict[str, Words] = field(default_factory=dict)  # why not, for every other card of the hand
    hearts: HeartsState | None = None
    gin: GinState | None = None
    seal: str = ""  # of the deal
    result: Result | None = None
    undo: bool = False  # is there something to take back?
    undone: bool = False  # something was taken back in this hand
    watch: dict[str, Any] | None = None  # speed, paused, open, disagree, and `split`: where two players disagree
    challenge: dict[str, Any] | None = None  # game number, of how many, opponent


class Value(Struct):
    """What a choice is expected to cost, in points that one takes (gin: loses)."""

    choice: str
    mean: float
    low: float
    high: float
    best: float  # chance that none is better


class Luck(Struct):
    """Where one stands and why: expected at the deal, luck since then, own play since then; they add up to `now`."""

    deal: float
    luck: float
    play: float
    low: float
    high: float  # interval of play
    now: float


class Thoughts(Message):
    """What the coach thinks of a position: from what the seat may know, and nothing else."""

    table: str = ""
    seq: int = 0  # of the state that they belong to
    hint: bool = False
    values: list[Value] = field(default_factory=list)
    deals: int = 0
    effective: float = 0.0
    judge: str = ""  # how everybody is thought to play on
    clear: bool = True  # can the best two be told apart?
    beliefs: list[dict[str, float]] = field(default_factory=list)  # for each seat: card to chance; empty for oneself
    why: list[Words] = field(default_factory=list)
    luck: Luck | None = None
    best: list[str] = field(default_factory=list)  # the best cards to pass, together


class Nudge(Message):
    """The card about to be played costs more than it need: the person may think again. Nothing was played."""

    table: str = ""
    choice: str = ""
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0


class Reviewed(Message):
    """The review of a hand, in the plain form of `cardshark.coach.review`; `done` of `of` decisions while it is being made."""

    hand: str = ""
    done: int = 0
    of: int = 0
    review: dict[str, Any] | None = None


class Ages(Message):
    """A learner's opinion of this position at several ages: for each choice its value at each age."""

    table: str = ""
    player: str = ""
    games: list[int] = field(default_factory=list)
    values: dict[str, list[float | None]] = field(default_factory=dict)  # None where it had no opinion yet
    unit: str = ""  # points (few are good), strength or worth (much is good)


Messages = Trouble | Lobby | State | Thoughts | Nudge | Reviewed | Ages
