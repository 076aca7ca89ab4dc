"""One plot drawn into memory, for the program's test of itself: is everything there that drawing needs?"""

from __future__ import annotations

import math
import os

WIDTH, HEIGHT = 480, 240
POINTS = 200


def drawn_pixels() -> int:
    """How many pixels of a plot the line has coloured; 0 when nothing was drawn. Needs no screen.

    Makes the QApplication if there is none yet, on Qt's offscreen platform.
    """
    from PySide6.QtGui import QColor
    from PySide6.QtWidgets import QApplication

    existing = QApplication.instance()
    if existing is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = existing if isinstance(existing, QApplication) else QApplication(["specdesk"])
    from specdesk.ui.monitor.plot import TimePlot
    from specdesk.ui.theme import current

    plot = TimePlot()
    plot.resize(WIDTH, HEIGHT)
    plot.show_times(0.0, 10.0)
    plot.show_values(60.0)
    times = [10.0 * place / POINTS for place in range(POINTS)]
    plot.set_lines((times, [30.0 + 20.0 * math.sin(time) for time in times]))
    image = plot.grab().toImage()
    line = QColor(current().draft_line)
    coloured = sum(
        _is_near(QColor(image.pixel(x, y)), line) for x in range(image.width()) for y in range(image.height())
    )
    plot.deleteLater()
    app.processEvents()
    return coloured


def _is_near(found: object, wanted: object) -> bool:
    """Antialiasing mixes the line with its background: more line than background counts."""
    return sum(abs(a - b) for a, b in zip(found.getRgb(), wanted.getRgb(), strict=True)) < 90
