"""The guide: what each method is, when it helps, and what it costs. Offline."""
