"""Labels for data sets."""
