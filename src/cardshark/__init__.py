"""cardshark: a laboratory of card players that learn."""

__version__ = "0.1.0"
