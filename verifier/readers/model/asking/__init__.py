"""Who is asked: servers, models of this machine, batches; and what was answered before."""
