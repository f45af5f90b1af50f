"""What others do with the same work, beside what is done here, in one run."""
