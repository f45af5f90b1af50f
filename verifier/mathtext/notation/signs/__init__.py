"""Signs and short forms: three dots, counting round, shorthand, and what is typed for something else."""
