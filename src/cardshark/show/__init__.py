"""Results for people: readable in a terminal, or as JSON and CSV."""
