"""Values of prefixes from rollouts: how often what is begun so comes out right."""
