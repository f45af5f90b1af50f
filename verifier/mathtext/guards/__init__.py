"""Guards: the guard itself and their registry, and the table of the guards that notation raises."""
