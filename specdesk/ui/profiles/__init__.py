"""Profiles: a pair and its settings under a name, chosen and kept from the top bar."""
