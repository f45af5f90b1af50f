"""The models trained by this package: step scores and outcome scores."""
