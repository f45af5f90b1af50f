"""The documentation: Markdown pages, those under ``reference`` generated from the code."""
