"""Melds are exact: which way to lay a hand down, and what to lay off, follows from the cards on the table."""

from cardshark.games import gin
from cardshark.games.gin.melds import count_arrangements, deadwood
from cardshark.jit import kernel, rule
from cardshark.players.gin.styles.hand import helpful_lay_off, stingiest


@rule
def is_melding(table):
    """Is it the end of a hand, where melds are laid down and cards are laid off?"""
    return table.phase == gin.SPREAD or table.phase == gin.LAY_OFF


@rule
def laid_down(hand, legal, table):
    """The way to lay this hand down with the least deadwood that helps the other player least, or the next card to lay off."""
    if table.phase == gin.SPREAD:
        return stingiest(hand, count_arrangements(hand, deadwood(hand)), table)
    return helpful_lay_off(hand, legal, table)


@kernel
def lay_down_all(views, choices):
    """Replace the choices of all views in which melds are laid down or cards are laid off."""
    for i in range(len(views)):
        if is_melding(views[i].table):
            choices[i] = laid_down(views[i].hand, views[i].legal, views[i].table)
