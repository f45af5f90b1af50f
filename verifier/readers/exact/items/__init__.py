"""Items: words, marks and expressions in the order of the text."""
