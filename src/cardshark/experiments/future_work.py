"""What the five papers leave to others, recommend or suppose, and what we asked ourselves: 56 questions, each with where it is answered.

A paper's `answers(record)` has figures for its own. Questions that no paper's record answers name a page of the docs, and say in words
what is found there.
"""

from typing import NamedTuple

THESIS, ROLLOUTS, POMCP, FALCON, GIN = "hearts_network", "hearts_rollouts", "hearts_pomcp", "hearts_falcon", "gin_td_evo"
OURS = ""  # asked by us
CHANGES = "one change at a time"  # a table of the rummy paper's page


class Item(NamedTuple):
    """A question, and where its answer stands."""

    number: int
    asked: str  # by which paper
    question: str
    heading: str = ""  # on the page of the paper: the heading of a question, or of a figure in the appendix, has these words
    page: str = ""  # of the docs, where the answer stands on no paper's page: "speed.md#how-fast"; studies of `beyond` have the figures
    found: str = ""  # there; {hours} are the core hours of the paper's record
    verdict: str = ""  # in a word, with `found`


ITEMS = (
    Item(1, THESIS, "Do better inputs than the raw cards help?"),
    Item(2, THESIS, "Do normalised inputs help?"),
    Item(3, THESIS, "Can expert play be had as data, with what every card would have cost?", page="beyond.md#expert-play-as-a-yardstick",
         found="hands of a champion against itself, with the value of every choice and what the one taken lost", verdict="yes"),
    Item(4, THESIS, "Do varied opponents teach more than one fixed one?"),
    Item(5, THESIS, "Do longer training and a falling learning rate help?"),
    Item(6, THESIS, "Does one network for all tricks do better than eight?"),
    Item(7, THESIS, "Does depth still hurt with residual and normalised layers?"),
    Item(8, THESIS, "Does learning from the network's own estimates, or from a whole distribution, beat what a hand cost in the end?"),
    Item(9, THESIS, "Who wins the second stage of the Dutch game, where points are wanted?",
         page="beyond.md#the-second-stage-of-the-dutch-game"),
    Item(10, THESIS, "Is it worth something to have the worst player on one's left?"),
    Item(11, ROLLOUTS, "Does a brain get stronger if its own rollouts train it?", "trains its own brain"),
    Item(12, ROLLOUTS, "Should rollouts look at the scores of the match?", "Wins by aim"),
    Item(13, ROLLOUTS, "Do random playouts do as well, and what if the worst of several counts?", "Guided or unguided"),
    Item(14, ROLLOUTS, "Is more time worth it: more deals, more cards?", "Guided or unguided"),
    Item(15, ROLLOUTS, "Do deals that explain what the others played help?", "Why do rollouts help"),
    Item(16, ROLLOUTS, "Does it help to know that the others have another brain?", "In other company"),
    Item(17, ROLLOUTS, "Can a playout stop early, with the network's estimate for the rest?", "is played out: StrongMan2"),
    Item(18, ROLLOUTS, "Should bad cards be dropped on the way, instead of equal thought for all?", "Why do rollouts help"),
    Item(19, POMCP, "Is POMCP held back by its time, or by its constant c?", "too short a time"),
    Item(20, POMCP, "Are random playouts better than greedy ones?", "random rollouts"),
    Item(21, POMCP, "What if opponents play by another rule than they are thought to?", "play as they are thought to"),
    Item(22, POMCP, "Can it find out who the others are?", "play as they are thought to"),
    Item(23, POMCP, "Should deals that fit the others' plays weigh more?", "deals are imagined"),
    Item(24, POMCP, "What is a searched or learned pass worth?", "passing be learned"),
    Item(25, POMCP, "Does it help to keep the tree from card to card?", "Beyond the report"),
    Item(26, POMCP, "Does it matter that the report's imagined deals are biased?", "deals are imagined"),
    Item(27, FALCON, "Is the whole hand a better teacher than the trick?"),
    Item(28, FALCON, "Can percepts and actions be found by a program?"),
    Item(29, FALCON, "Do temporal differences (TD-FALCON) help?"),
    Item(30, FALCON, "Does predicting the outcome of a hand, by regression or a network, choose better cards?"),
    Item(31, FALCON, "Can it learn from hands that people played?"),
    Item(32, FALCON, "Should teachers be neither too strong nor too weak?"),
    Item(33, FALCON, "Should it learn for its place at the end instead of its points?"),
    Item(34, FALCON, "Can what it knows be printed as rules that people read?"),
    Item(35, FALCON, "Can categories of low confidence be forgotten without loss?"),
    Item(36, GIN, "Does exploration help temporal differences?", CHANGES),
    Item(37, GIN, "Do a falling rate and a gamma below 1 help?", CHANGES),
    Item(38, GIN, "Which alpha and lambda, which crossover, noise and threshold?", CHANGES),
    Item(39, GIN, "Do four inputs a card help?", CHANGES),
    Item(40, GIN, "Do more hidden units help?", CHANGES),
    Item(41, GIN, "What if both methods want the same, wins or points?", CHANGES),
    Item(42, GIN, "Should the pile be compared with the mean instead of the median?", CHANGES),
    Item(43, GIN, "What if cards are laid off?", CHANGES),
    Item(44, GIN, "Would a lower limit of turns do?", CHANGES),
    Item(45, GIN, "Would faster code make the paper's experiments easy?", page="speed.md#how-fast",
         found="the paper computed for three weeks on five machines; everything on our page takes {hours:.1f} core hours", verdict="yes"),
    Item(46, GIN, "Do they get worse again if they train longer?", "Figure 5"),
    Item(47, GIN, "Do better evolutionary methods do better?", CHANGES),
    Item(48, GIN, "What does a learned knock change?", CHANGES),
    Item(49, GIN, "What of the game to 100 with bonuses?", "games to 100"),
    Item(50, GIN, "Does it help to estimate the other hand?", CHANGES),
    Item(51, OURS, "Can the same players sit at all games through one interface?", page="players.md#how-to-write-a-player",
         found="one protocol and one class for Hearts and gin, in any language", verdict="yes"),
    Item(52, OURS, "Does it help to solve the last tricks exactly?", page="beyond.md#the-last-tricks-solved"),
    Item(53, OURS, "Does it help to learn where the unseen cards are?", page="beyond.md#where-the-unseen-cards-are"),
    Item(54, OURS, "Can luck be taken out of a comparison, and players be rated?", page="strength.md#leagues",
         found="the same deals from every seat, leagues with intervals, and a test that stops when it knows", verdict="yes"),
    Item(55, OURS, "Can a player say why: the cost of each card, the danger of the queen, the chance of a moon?",
         page="analyse.md#questions-about-one-position", found="every choice of a position with its cost and its risks", verdict="yes"),
    Item(56, OURS, "Can a paper's tables be played again, and printed beside it with intervals?", page="papers/README.md#main-claims",
         found="this page, and a page for each paper", verdict="yes"),
)  # fmt: skip
