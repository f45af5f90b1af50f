"""What all workers of a machine share: one model, one pool of Leans, over sockets of this user alone."""
