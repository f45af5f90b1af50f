"""Claims from chains (trusted): what the vocabulary, facts, definitions and suppositions of a formal chain say."""
