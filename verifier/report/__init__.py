"""Views of judged chains for people."""
