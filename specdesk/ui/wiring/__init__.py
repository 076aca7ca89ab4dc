"""Between the panels and the service: each module carries the questions of one part down and its events up."""
