"""Talking to a running engine: requests, streams, timings, conversations and their history."""
