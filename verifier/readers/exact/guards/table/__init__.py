"""The guards of the reader, by what they are about: each with its code, its message and its examples."""
