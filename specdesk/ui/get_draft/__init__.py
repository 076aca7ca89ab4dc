"""Getting a draft for a target that has none: what, how large, from where, and fetching it if that is wanted."""
