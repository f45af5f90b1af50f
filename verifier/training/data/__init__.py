"""What models are trained on: planted errors, chains with known answers, people's labels."""
