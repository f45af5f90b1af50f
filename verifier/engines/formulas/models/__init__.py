"""Values of letters at which premises hold."""
