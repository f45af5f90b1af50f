"""Polynomial equations taken together: what they come to, and the cases that products which are zero make."""
