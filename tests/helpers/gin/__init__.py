"""What tests of gin share: hands and decisions, rummy players, temporal differences, and a player whose hands end in every way."""
