"""What fresh chains are made from: a subject each."""
