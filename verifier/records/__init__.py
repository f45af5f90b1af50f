"""Records of judged chains: written, checked again, and shown."""
