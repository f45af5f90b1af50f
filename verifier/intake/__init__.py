"""The one intake: files, streams and values of every known format as chains, with what their source says of them."""
