"""Policies that learn by playing against themselves. PyTorch is imported here and nowhere else."""
