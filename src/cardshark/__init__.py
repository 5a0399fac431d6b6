"""cardshark: a laboratory of card players that learn."""

from cardshark import moved

__version__ = "0.1.0"

moved.install()
