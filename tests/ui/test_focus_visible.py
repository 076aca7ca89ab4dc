"""Where the keyboard is can be seen: every kind of control looks different with the focus, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from every_dialog import described, focusable, furnished, places, settle
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from window_stage import Stage

from specdesk.ui import theme
from specdesk.ui.parts.tab_order import bring_into_sight

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

LEAST = 24
"""Pixels that differ: more than a blinking cursor in a field of one line has."""
AROUND = 4
"""A ring may lie just outside a control, px."""


def picture(root: QWidget, one: QWidget) -> np.ndarray:
    """A control and what lies just around it: rows, columns, colours. The composer's frame is the ring of its field."""
    if one.parentWidget().property("surface") == "composer":
        one = one.parentWidget()
    place = QRect(one.mapTo(root, QPoint(0, 0)), one.size()).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    assert place.intersects(root.rect()), described(one)
    image = root.grab(place.intersected(root.rect())).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


def unseen(root: QWidget, kinds: set[str]) -> list[str]:
    """Controls of kinds that were not looked at yet that look the same with the focus as without."""
    found = []
    root.activateWindow()
    for one in focusable(root):
        kind = f"{type(one).__name__} {one.property('kind') or ''}"
        if kind in kinds:
            continue
        kinds.add(kind)
        elsewhere = next(other for other in focusable(root) if other is not one and type(other) is not type(one))
        pictures = []
        for holder in (one, elsewhere):
            holder.setFocus(Qt.FocusReason.TabFocusReason)
            bring_into_sight(one)
            settle()
            pictures.append(picture(root, one))
        differs = int((pictures[0] != pictures[1]).any(axis=2).sum())
        if differs < LEAST:
            found.append(f"{described(one)}: {differs} pixels")
    return found


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_kind_of_control_shows_that_it_has_the_focus(
    qapp: QApplication, staged: Callable[..., Stage], specdesk_home: object, colours: theme.Scheme
) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    theme.apply(qapp, colours)
    settle()
    kinds: set[str] = set()
    found = {place: told for place, root in places(stage) if (told := unseen(root, kinds))}
    assert len(kinds) > 15
    assert found == {}
