"""Engines that somebody else started: who answers at an address, what it can tell, and chatting with it."""
