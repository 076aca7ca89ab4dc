"""What the numbers mean: speculation arithmetic over samples. Pure."""
