"""What people are shown of records: plain values, texts, LaTeX, pieces of HTML."""
