"""The library page: every model file found, what it is, and what can be done with it."""
