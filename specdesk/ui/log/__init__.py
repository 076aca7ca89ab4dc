"""The log drawer: what the engine itself prints."""
