"""The set-up as a command or file for other programs."""
