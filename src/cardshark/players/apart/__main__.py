"""A process for one player."""

from cardshark.players.apart.there import answer_all

answer_all()
