"""The verbs: everything the window computes, printed. Nothing here knows Qt."""

from specdesk.cli.main import main

__all__ = ["main"]
