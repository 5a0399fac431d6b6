"""What all tests share: Hypothesis without clocks or files."""

from hypothesis import settings

# The same examples everywhere and always: a failure in CI is a failure here, and the first example may compile a kernel.
settings.register_profile("cardshark", deadline=None, derandomize=True, database=None, max_examples=100)
settings.load_profile("cardshark")
