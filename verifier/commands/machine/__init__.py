"""What the commands about a machine do: what is there, what is missing, what is fetched and kept."""
