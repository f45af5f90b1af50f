"""What several translations come to together, what bars them, and what lets them settle steps."""
