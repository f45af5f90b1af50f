"""Training and calibration of process reward models."""
