"""Distances by name: one unit, for what code sets between things and for what the style sheet leaves inside them."""

from __future__ import annotations

HAIRLINE, XS, S, M, L, XL, XXL = 2, 4, 8, 12, 16, 24, 32
"""Distances between things, px: one unit of 4. HAIRLINE: half of it, between lines that are one thing."""
