"""What the commands about formal chains do: check, lint, show, translate, prove and report them."""
