"""What the commands that write pages and pictures do, and those that show the documentation."""
