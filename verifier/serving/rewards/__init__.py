"""Rewards over HTTP, in the shapes in which trainers ask for them."""
