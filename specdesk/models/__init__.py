"""GGUF files on disk: their headers, what they are, and which draft fits which target."""
