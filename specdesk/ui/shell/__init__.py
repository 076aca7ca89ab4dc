"""The frame around the panels: top bar, banners, bottom bar, and the words they use."""
