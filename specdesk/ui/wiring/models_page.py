"""The list of models on the hub, opened in the browser on a click."""

from __future__ import annotations

import os

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from specdesk.models.first_model import models_page


def open_models_page() -> None:
    """Where a user finds a first model."""
    QDesktopServices.openUrl(QUrl(models_page(os.environ)))
