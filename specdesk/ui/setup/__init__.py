"""The Setup panel: target, draft or method, draft length, context, further settings, and whether it all fits."""

from specdesk.ui.setup.panel import SetupPanel

__all__ = ["SetupPanel"]
