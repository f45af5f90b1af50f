"""``python -m verifier``: the command, where its script is not on the path."""

from verifier.cli.main import main

if __name__ == "__main__":
    main()
