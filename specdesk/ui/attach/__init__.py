"""Attaching to an engine that somebody else started."""
