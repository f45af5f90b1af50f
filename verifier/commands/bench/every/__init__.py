"""What ``verifier bench all`` does: every benchmark in one run, on one page."""
