"""The formal language: expressions and chains that people and programs write, read, compare and correct."""
