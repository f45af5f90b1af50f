"""One adaptor for each trainer. Each imports its trainer only where it needs a class of it."""
