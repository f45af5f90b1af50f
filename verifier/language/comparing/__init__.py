"""Formal chains compared: normal forms, aligned names, differences."""
