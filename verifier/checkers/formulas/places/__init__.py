"""What rules stand on (trusted): places in a proof, models, what is defined everywhere, expressions as data."""
