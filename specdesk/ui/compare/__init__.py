"""The Compare page: is the draft worth it, measured and said so that nobody needs to know the field."""

from specdesk.ui.compare.page import ComparePage

__all__ = ["ComparePage"]
