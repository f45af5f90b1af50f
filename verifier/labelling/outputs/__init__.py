"""What a labelling run writes: labels, their formats, and the files they stand in."""
