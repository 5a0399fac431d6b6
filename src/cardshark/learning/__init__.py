"""Players that get better: what a player does stands in `players`, how it came to do so stands here."""
