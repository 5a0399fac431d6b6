"""A small policy that knows nothing, as a judge of Hearts; and the same policy one game at a time."""

import numpy as np

from cardshark.cards import listed
from cardshark.coach.hearts.policy import HeartsPolicyJudge
from cardshark.games import hearts, house
from cardshark.games.hearts import planes
from cardshark.players.policy import forward
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.net import net_of
from cardshark.players.policy.shipped import Ready
from helpers.hearts.decisions import rules_of

SMALL = PolicyDesign(width=32, critic=32, blocks=1)


def judge_of(text, deals=20, **design):
    rules = rules_of(text)
    brain = fresh_brain("hearts", rules, 3, PolicyDesign(**design) if design else SMALL)
    return HeartsPolicyJudge(rules, Ready(brain, net_of(brain)), deals)


class Slowly:
    """The same policy, one game at a time and one choice after the other, by the game's own kernels."""

    def __init__(self, judge):
        self.rules, self.mind = judge.rules._replace(hands=1), judge._mind
        self.record = house.record(self.rules)

    def see(self, games):
        views: np.ndarray = np.zeros(1, hearts.VIEW)
        hearts.look_all(games, self.record, np.zeros(1, np.uint32), views)
        views.flags.writeable = False
        return views, planes.words(views, self.record)

    def choose(self, games, choice):
        views, _ = self.see(games)
        assert hearts.choose_all(games, self.record, np.zeros(1, np.uint32), views, np.array([choice], np.int8)) >= 0

    def best(self, games):
        views, seen = self.see(games)
        chances = forward.outlook(self.mind.net, self.mind.desk, seen, np.zeros((1, 0), np.float32)).chances[0]
        return max(listed(int(views["legal"][0])), key=lambda choice: chances[choice])

    def cost(self, games, seat, until):
        """What the hand costs a seat in a game that goes on; after `until` tricks the critic says so."""
        while games["table"]["phase"][0] != hearts.OVER:
            if games["table"]["turn"][0] == seat and games["table"]["trick"][0] >= until:
                _, seen = self.see(games)
                sight = seen, planes.hidden(games, self.rules.players), np.zeros((1, 0), np.float32)
                return float(games["table"]["points"][0, seat]) - forward.values(self.mind.net, self.mind.desk, *sight)[0]
            self.choose(games, self.best(games))
        return float(games["scores"][0, seat])
