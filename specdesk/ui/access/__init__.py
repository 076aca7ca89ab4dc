"""Who may use the server: let other programs in, and what listens, who was seen, where files are."""
