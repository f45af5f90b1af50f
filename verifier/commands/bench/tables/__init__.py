"""Tables of what was measured, on a terminal and as Markdown."""
