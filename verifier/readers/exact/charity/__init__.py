"""Charity: what a refuted equation may mean besides, and the worlds in which it is right."""
