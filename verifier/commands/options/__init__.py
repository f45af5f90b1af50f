"""What each command is asked: every option of the command line, declared once."""
