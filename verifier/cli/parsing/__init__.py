"""How the command line is parsed and its help shown: options from dataclasses, defaults from files."""
