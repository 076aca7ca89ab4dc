"""Does it fit? Pure arithmetic over headers and plans; no I/O."""
