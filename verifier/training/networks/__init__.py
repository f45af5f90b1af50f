"""The networks that are trained, and the graphs that they ship as."""
