"""What tests of Hearts share: decisions, hand-made players beside the book, rollouts, imagined deals, and hands for the coach."""
