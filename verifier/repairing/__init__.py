"""Wrong steps mended, in the least edit that the judge proves."""
