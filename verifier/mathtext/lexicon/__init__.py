"""What single words and signs mean to the reader: reviewed lists, and units."""
