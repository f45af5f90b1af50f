"""Searches over trees of steps, grown by a policy and valued by a judge."""
