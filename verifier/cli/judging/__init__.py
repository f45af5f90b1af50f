"""The commands that judge: chains, answers, formal chains, proofs; that label, repair, pick and translate."""
