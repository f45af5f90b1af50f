"""Benchmarks on labelled chains: of the exact reading, its guards, programs, and translations with Lean's share."""
