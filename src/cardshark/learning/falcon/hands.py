"""A FALCON plays hand after hand in one kernel, and learns after every trick or hand."""

import numpy as np

from cardshark.cards import single
from cardshark.chance import mixed
from cardshark.games import hearts
from cardshark.games.hearts.score import lowest_and_highest, reaches_limit
from cardshark.jit import at, kernel, rule
from cardshark.learning.falcon.feedback import ONE, best_weight, learn_hand, learn_step, learn_trick
from cardshark.learning.falcon.lesson import SELF, STYLED, Feedback, Update, uncounted_seating, uncounted_workspace
from cardshark.players.hearts.falcon.actions import offer
from cardshark.players.hearts.falcon.categories import MARGIN, network_of, uncounted_categories
from cardshark.players.hearts.falcon.percepts import perceive
from cardshark.players.hearts.falcon.player import choose_offer
from cardshark.players.hearts.styles import card_of, needs_luck, pass_of


@rule
def decide(game, rules, falcon, categories, lesson, workspace, seat):
    """The card that the learner plays. If it learns, the decision is written down."""
    table, hand, offers = game.table, game.hands[at(seat)], workspace.offers[0]
    percept = perceive(falcon.percepts, falcon.if_no_hearts, hand, table, rules)
    network = network_of(falcon, table)
    luck = hearts.next_luck(game)
    offer(falcon.actions, falcon.burden, hearts.legal_cards(game, rules), table, rules, hand, mixed(~luck), offers)
    number = choose_offer(falcon, categories, percept, network, luck, lesson.slip_now, workspace)
    if lesson.learns:
        made = workspace.made
        if lesson.update == Update.TD and made[at(seat)] > 0:
            before = workspace.decisions[at(seat), at(made[at(seat)] - 1)]
            if before.counts:
                promise = lesson.discount * best_weight(falcon, categories, lesson, percept, network, workspace)
                learn_step(falcon, categories, lesson, before, promise, table.points[at(seat)] - before.mine, workspace.vector)
        decision = workspace.decisions[at(seat), at(made[at(seat)])]
        made[at(seat)] += 1
        decision.percept = percept
        decision.network = network
        decision.action = offers.actions[at(number)]
        decision.counts = 1 if lesson.forced or offers.count > 1 else 0
        decision.mine = table.points[at(seat)]
        decision.taken = points_taken(table, rules)
    return np.int64(offers.cards[at(number)])


@rule
def points_taken(table, rules):
    """The points of everybody so far."""
    taken = 0
    for seat in range(rules.players):
        taken += np.int64(table.points[at(seat)])
    return taken


@rule
def after_trick(game, rules, falcon, categories, lesson, seating, workspace):
    """Let everybody who learns do so from the trick that was finished."""
    table = game.table
    trick = np.uint64(0)
    for place in range(table.start - rules.players, table.start):
        trick |= single(table.history[at(place)])
    points = np.int64(hearts.cost(rules, trick))
    for seat in range(rules.players):
        if seating.kinds[seat] == SELF and lesson.update <= Update.SIGNED_MEAN and lesson.feedback != Feedback.HAND:
            decision = workspace.decisions[at(seat), at(workspace.made[at(seat)] - 1)]
            if decision.counts:
                learn_trick(falcon, categories, lesson, decision, points, seat == table.leader, workspace.vector)


@rule
def after_hand(game, rules, falcon, categories, lesson, seating, workspace):
    """Let everybody who learns do so from the hand that was finished."""
    made = workspace.made
    for seat in range(rules.players):
        if seating.kinds[seat] == SELF:
            if lesson.update == Update.TD:
                last = workspace.decisions[at(seat), at(made[at(seat)] - 1)]
                if last.counts:
                    learn_step(falcon, categories, lesson, last, ONE, game.table.points[at(seat)] - last.mine, workspace.vector)
            elif lesson.update > Update.SIGNED_MEAN or lesson.feedback == Feedback.HAND:
                learn_hand(falcon, categories, lesson, game, rules, seat, workspace)
            made[at(seat)] = 0
    if lesson.update == Update.GAME_PLACE:
        ended = reaches_limit(lowest_and_highest(game.table, rules)[1], rules)
        for seat in range(hearts.SEATS):
            workspace.standing[seat] = 0 if ended else game.table.totals[seat]


@rule
def slip_chance_now(lesson):
    """The chance to slip in this game: constant, or falling in a line."""
    if lesson.explore == 0:
        return np.int64(lesson.slip_chance)
    return lesson.slip_chance * max(lesson.explore - lesson.game, 0) // lesson.explore


@rule
def pass_cards(game, rules, seating):
    """Let everybody pass by their style, where cards are passed; the learner and guests have a style only for this."""
    while game.table.phase == hearts.PASS:
        seat = at(game.table.turn)
        style = seating.styles[seat]
        hearts.pass_card(game, rules, pass_of(style, game.hands[seat], game.given[seat], rules, hearts.next_luck(game)))


@rule
def styled_card(game, rules, style):
    """What the seat in turn plays by a style."""
    luck = hearts.next_luck(game) if needs_luck(style) else game.luck
    return np.int64(card_of(style, game.hands[at(game.table.turn)], hearts.legal_cards(game, rules), game.table, rules, luck))


@kernel
def learn_hands(games, rules, falcons, categories, lessons, seating, workspace, chosen):
    """Play hands that are dealt, from number `first` of the lesson on, and learn from them. Returns how many were finished.

    It stops early where a guest must be asked: call it again with the guest's card in `chosen`, which is -1 otherwise. It also stops
    where there is no more room for categories.
    """
    rules, falcon, lesson = rules[0], falcons[0], lessons[0]
    categories, workspace, seating = uncounted_categories(categories), uncounted_workspace(workspace), uncounted_seating(seating)
    for i in range(len(games)):
        if chosen < 0 and categories.size[0] + MARGIN > len(categories.percepts):
            return i
        lesson.game = lesson.first + i
        lesson.slip_now = slip_chance_now(lesson)
        game = games[i]
        table = game.table
        if lesson.update == Update.GAME_PLACE:
            table.totals[:] = workspace.standing
        pass_cards(game, rules, seating)
        while table.trick < rules.hand_size:
            seat = at(table.turn)
            if seating.kinds[seat] == SELF:
                card = decide(game, rules, falcon, categories, lesson, workspace, seat)
            elif seating.kinds[seat] == STYLED:
                card = styled_card(game, rules, seating.styles[seat])
            else:
                if chosen < 0:
                    return i
                card, chosen = np.int64(chosen), np.int64(-1)
            hearts.lay_card(game, rules, card)
            if lesson.learns and hearts.is_lead(table):  # the trick is finished
                after_trick(game, rules, falcon, categories, lesson, seating, workspace)
        hearts.score_hand(game, rules)
        if lesson.learns:
            after_hand(game, rules, falcon, categories, lesson, seating, workspace)
    return len(games)
