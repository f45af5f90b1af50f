"""A labelling run: planned, spread over workers or a cluster, kept in a journal, measured."""
