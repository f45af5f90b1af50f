"""Estimators: process reward models, which score the steps of a chain."""
