"""What a good player would have thought: values of cards, beliefs, reviews of hands that were played, and deals that cannot be changed."""
