"""Views of formal chains, of what differs between two, and of what was judged by them."""
