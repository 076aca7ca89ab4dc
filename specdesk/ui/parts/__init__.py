"""Small reusable widgets. They look right in both themes, work by keyboard, and are named for screen readers."""

from specdesk.ui.parts.banner import Banner, Notice
from specdesk.ui.parts.buttons import Button, IconButton, SegmentedControl
from specdesk.ui.parts.drop_down import DropDown
from specdesk.ui.parts.empty import EmptyState
from specdesk.ui.parts.fields import FieldRow, NumberField
from specdesk.ui.parts.file_dialog import FileDialog
from specdesk.ui.parts.labels import Badge, ElidedLabel, IconLabel, Text
from specdesk.ui.parts.number_boxes import DecimalBox, WholeBox
from specdesk.ui.parts.surfaces import Card, Line, Scrim
from specdesk.ui.parts.wrap import WrapLayout

__all__ = [
    "Badge",
    "Banner",
    "Button",
    "Card",
    "DecimalBox",
    "DropDown",
    "ElidedLabel",
    "EmptyState",
    "FieldRow",
    "FileDialog",
    "IconButton",
    "IconLabel",
    "Line",
    "Notice",
    "NumberField",
    "Scrim",
    "SegmentedControl",
    "Text",
    "WholeBox",
    "WrapLayout",
]
