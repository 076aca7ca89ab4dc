"""Colours, sizes and type of the whole window, in a light and a dark set, and how they get onto the screen.

Every colour that carries text is held to WCAG 2.2 AA (4.5:1) against every background it may stand on, every line and
control edge to 3:1; `text_pairs` and `line_pairs` name those pairs so that a test can hold them. Target blue and draft
orange are the colour-blind safe pair of Okabe and Ito (2008); they are for data only, never for decoration.

Sizes of text follow the system's font (at least 13 px) times the text scale, so 200 % text works without special cases.
Distances are multiples of 4 px, by name (`XS` .. `XXL`, and `HAIRLINE`; `spacing`), here and in the style sheet, and do
not grow with text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, Protocol
from weakref import WeakMethod, WeakSet

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from specdesk.ui import sheet_file
from specdesk.ui.spacing import HAIRLINE, XL, XS, XXL, L, M, S  # noqa: F401 (all looks are taken from here)
from specdesk.ui.stylesheet import stylesheet

Scheme = Literal["system", "light", "dark"]
FontRole = Literal["small", "body", "chat", "large", "title", "headline", "display", "mono", "mono_small"]

RADIUS_S, RADIUS, RADIUS_L = 6, 8, 12
SMALLEST_BODY_PX = 13
SCALES = {"small": 0.88, "body": 1.0, "chat": 1.1, "large": 1.15, "title": 1.3, "headline": 1.7, "display": 2.6}
SANS = (
    "Inter", "Segoe UI Variable Text", "Segoe UI", ".AppleSystemUIFont", "Cantarell", "Ubuntu", "Noto Sans",
    "Open Sans", "Roboto", "DejaVu Sans",
)  # fmt: skip
MONO = (
    "JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "Noto Sans Mono", "DejaVu Sans Mono",
    "Liberation Mono",
)  # fmt: skip


GROUNDS = ("window", "surface", "raised", "sunken", "hover", "pressed", "selected", "bubble")
SOFT = ("good_soft", "warn_soft", "danger_soft")
"""What text and lines may stand on: names in `Theme`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """All colours as "#RRGGBB" and all text sizes in device-independent pixels.

    Backgrounds: window (behind everything), surface (cards, panels), raised (menus, tips), sunken (code, wells),
    hover, pressed, selected, bubble (the user's own message), and the `*_soft` tints behind a badge or banner.
    Text: text, muted, link, good, warn, danger, target_text, draft_text; disabled is exempt from AA by WCAG itself.
    border is decoration between surfaces; edge is the outline of a control (3:1).
    target and draft are the fills of data, which have an outline in target_line and draft_line: the same hues with
    enough contrast (3:1), for lines and small marks too.
    code_*: token colours of code on `sunken`.
    """

    dark: bool
    window: str
    surface: str
    raised: str
    sunken: str
    hover: str
    pressed: str
    selected: str
    bubble: str
    text: str
    muted: str
    disabled: str
    border: str
    edge: str
    accent: str
    accent_hover: str
    on_accent: str
    focus: str
    link: str
    good: str
    good_soft: str
    warn: str
    warn_soft: str
    danger: str
    danger_soft: str
    danger_fill: str
    on_danger: str
    target: str
    target_line: str
    target_text: str
    draft: str
    draft_line: str
    draft_text: str
    code_keyword: str
    code_string: str
    code_number: str
    code_comment: str
    code_function: str
    code_type: str
    body_px: int = SMALLEST_BODY_PX
    sans: tuple[str, ...] = SANS
    mono: tuple[str, ...] = MONO

    def px(self, role: FontRole) -> int:
        """Text size of a role in pixels."""
        if role == "mono":
            return round(self.body_px * 0.96)
        if role == "mono_small":
            return round(self.body_px * 0.86)
        return round(self.body_px * SCALES[role])

    def font(self, role: FontRole = "body", weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The font of a role."""
        font = QFont(list(self.mono if role.startswith("mono") else self.sans))
        if role.startswith("mono"):
            font.setStyleHint(QFont.StyleHint.Monospace)
            font.setFixedPitch(True)
        font.setPixelSize(self.px(role))
        font.setWeight(weight)
        return font

    @property
    def control_height(self) -> int:
        """Height of every button and field, px: text plus room, never under 32."""
        return max(32, round(self.body_px * 1.45) + 13)

    def text_pairs(self) -> list[tuple[str, str]]:
        """Names (text, background) that must reach 4.5:1."""
        words = ("text", "muted", "link", "good", "warn", "danger", "target_text", "draft_text")
        code = ("code_keyword", "code_string", "code_number", "code_comment", "code_function", "code_type")
        pairs = [(word, ground) for word in words for ground in GROUNDS + SOFT]
        pairs += [(word, "sunken") for word in code]
        return [*pairs, ("on_accent", "accent"), ("on_accent", "accent_hover"), ("on_danger", "danger_fill")]

    def line_pairs(self) -> list[tuple[str, str]]:
        """Names (line or mark, background) that must reach 3:1."""
        lines = ("edge", "focus", "target_line", "draft_line", "accent", "muted", "good", "warn", "danger")
        return [(line, ground) for line in lines for ground in GROUNDS + SOFT]


LIGHT = Theme(
    dark=False,
    window="#F6F7F9", surface="#FFFFFF", raised="#FFFFFF", sunken="#F1F3F5",
    hover="#ECEFF2", pressed="#E1E6EB", selected="#E3EEF8", bubble="#E9EEF4",
    text="#1A1F26", muted="#56606C", disabled="#9AA3AD", border="#DFE4E9", edge="#77818C",
    accent="#0B62B0", accent_hover="#094F8F", on_accent="#FFFFFF", focus="#0B62B0", link="#0B5CA8",
    good="#17703C", good_soft="#E4F3E9", warn="#855000", warn_soft="#FCF0DA",
    danger="#B3261E", danger_soft="#FBE9E7", danger_fill="#B3261E", on_danger="#FFFFFF",
    target="#0072B2", target_line="#0072B2", target_text="#00629B",
    draft="#E69F00", draft_line="#AD7500", draft_text="#8A5600",
    code_keyword="#86259F", code_string="#1B6E3C", code_number="#944800",
    code_comment="#5A6570", code_function="#0B5CA8", code_type="#00686B",
)  # fmt: skip

DARK = Theme(
    dark=True,
    window="#14171B", surface="#1B1F24", raised="#242930", sunken="#101317",
    hover="#272D34", pressed="#303740", selected="#17344F", bubble="#2A3038",
    text="#E7EAEE", muted="#A6B0BB", disabled="#68727D", border="#2C333B", edge="#7D8894",
    accent="#4C9FE0", accent_hover="#6BB3EC", on_accent="#06121D", focus="#4C9FE0", link="#78BAF0",
    good="#5CC689", good_soft="#12301F", warn="#E5B04B", warn_soft="#38290C",
    danger="#FF9A91", danger_soft="#42191A", danger_fill="#F0736A", on_danger="#1A0605",
    target="#0072B2", target_line="#2E96D6", target_text="#6BB8E8",
    draft="#E69F00", draft_line="#E69F00", draft_text="#F0B33A",
    code_keyword="#D7A6F2", code_string="#8FD19E", code_number="#F0B27A",
    code_comment="#98A4B1", code_function="#7DBBF0", code_type="#6FCFCF",
)  # fmt: skip


class Themed(Protocol):
    """A widget with much in it that is written again in another theme: see `restyling`."""

    def restyle(self, theme: Theme) -> None:
        """All of it at once."""

    def take_theme(self, theme: Theme) -> None:
        """What is written from now on has the new looks."""

    def renew(self, far: bool = True) -> Iterator[None]:
        """Write what still has the old looks again, some with each step; far: also what is out of sight."""


class ThemeNotifier(QObject):
    """Says when the theme changed, so that widgets that paint or tint for themselves can follow.

    changed carries the new Theme; followers (`parts.looks.follow_theme`) know it by then. themed: what tells its
    content itself. changes: how often a theme came onto the screen. Style sheet and palette follow without all that.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.scheme: Scheme = "light"
        self.text_scale = 1.0
        self.changes = 0
        self.has_styled = False
        self.themed: WeakSet[Themed] = WeakSet()
        self._slots: dict[WeakMethod[Callable[[Theme], None]], None] = {}
        self._follows = False

    def follow(self, slot: Callable[[Theme], None]) -> None:
        """Call `slot(theme)` whenever the theme changes. `slot` is a method of a QObject, which ends it."""
        self._slots[WeakMethod(slot, self._forget)] = None

    def slots(self) -> list[Callable[[Theme], None]]:
        """All that follow and still are, in the order in which they came."""
        found = [reference() for reference in list(self._slots)]
        return [slot for slot in found if slot is not None and isValid(slot.__self__)]

    def tell(self, theme: Theme) -> None:
        """Tell everybody at once."""
        for slot in self.slots():
            slot(theme)
        for one in list(self.themed):
            if isValid(one):
                one.restyle(theme)
        self.changed.emit(theme)

    def follow_system(self) -> None:
        """Listen to the system's own switch between light and dark, once."""
        if not self._follows:
            self._follows = True
            QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _forget(self, reference: WeakMethod[Callable[[Theme], None]]) -> None:
        self._slots.pop(reference, None)

    def _system_changed(self) -> None:
        from specdesk.ui.restyling import change

        app = QApplication.instance()
        if self.scheme == "system" and isinstance(app, QApplication) and self.theme.dark != system_is_dark():
            change(app, "system", self.text_scale)


_notifier = ThemeNotifier()


def notifier() -> ThemeNotifier:
    """The one notifier of this process; connect to `notifier().changed`."""
    return _notifier


def current() -> Theme:
    """The theme on the screen now."""
    return _notifier.theme


def system_is_dark() -> bool:
    """What the desktop has been set to."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def apply(app: QApplication, scheme: Scheme = "system", text_scale: float = 1.0) -> Theme:
    """Put a theme on the whole application: Fusion style, palette, fonts, style sheet. May be called again any time.

    scheme "system" follows the desktop's setting. text_scale 1.0 .. 2.0 multiplies the size of all text.
    Returns the theme that is now on the screen and tells all that follow. Everything at once, however long it takes:
    `restyling.change` is for a window in use.
    """
    theme = put_on(app, scheme, text_scale)
    for widget in everything(app):
        polish(widget)
    _notifier.tell(theme)
    return theme


def put_on(app: QApplication, scheme: Scheme, text_scale: float) -> Theme:
    """Palette, fonts and style sheet of a theme, without telling anybody; the widgets are still to be styled."""
    hints = QGuiApplication.styleHints()
    wanted = {"system": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}[scheme]
    _notifier.scheme, _notifier.text_scale = scheme, text_scale
    hints.setColorScheme(wanted)
    is_dark = scheme == "dark" or (scheme == "system" and system_is_dark())
    theme = _sized(DARK if is_dark else LIGHT, text_scale)
    # With a style sheet the application's style is a wrapper without a name, around the Fusion of an earlier call.
    if not app.styleSheet() and app.style().name().lower() != "fusion":
        app.setStyle("Fusion")
    app.setFont(theme.font())
    app.setPalette(palette(theme))
    sheet_file.put(app, stylesheet(theme))
    _notifier.theme = theme
    _notifier.changes += 1
    _notifier.follow_system()
    return theme


def from_the_top(widget: QWidget) -> Iterator[QWidget]:
    """A widget, then all below it."""
    yield widget
    for child in children_of(widget):
        yield from from_the_top(child)


def children_of(widget: QWidget) -> list[QWidget]:
    """The widgets that stand directly in a widget."""
    return [child for child in widget.children() if isinstance(child, QWidget)]


def everything(app: QApplication) -> Iterator[QWidget]:
    """All widgets, each after what it stands in."""
    for window in app.topLevelWidgets():
        yield from from_the_top(window)


def polish(widget: QWidget) -> None:
    """Style a widget that has had a style sheet before, as Qt does it; any other finds the new one by itself."""
    if widget.testAttribute(Qt.WidgetAttribute.WA_StyleSheet):
        widget.style().polish(widget)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


BARE = "/* nothing yet */"
"""A sheet without rules."""


@contextmanager
def styled_at_the_end(app: QApplication) -> Iterator[None]:
    """Build a whole window without the style sheet and style it once: every widget that moves into another is styled
    anew with all that is in it, which takes most of the time otherwise.

    Without any sheet Qt deletes the style that draws sheets. Below living widgets that can end the program, so only the
    first window of a process is built in that way, while there is no other; else it gets a sheet without rules, which
    takes longer.
    """
    sheet = app.styleSheet()
    app.setStyleSheet(BARE if _notifier.has_styled or len(app.topLevelWidgets()) > 1 else "")
    _notifier.has_styled = True
    try:
        yield
    finally:
        app.setStyleSheet(sheet)
        _notifier.tell(_notifier.theme)  # sizes that widgets set themselves stand above those of the sheet


def _sized(theme: Theme, text_scale: float) -> Theme:
    """The theme with the sizes and families that this machine has."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    info = QFontInfo(system)
    known = set(QFontDatabase.families())
    # A desktop's own choice stands; bare X11 systems have none ("Sans Serif" means whatever is installed).
    generic = system.family().lower() in ("sans serif", "sans-serif", "sans", "")
    first = [] if generic else [system.family()]
    sans = tuple(first + [name for name in SANS if name in known]) or (info.family(),)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    mono = tuple(name for name in MONO if name in known) or (fixed,)
    body = max(SMALLEST_BODY_PX, info.pixelSize())
    return replace(theme, body_px=round(body * min(max(text_scale, 0.5), 3.0)), sans=sans, mono=mono)


def palette(theme: Theme) -> QPalette:
    """The Qt palette of a theme, for everything that the style sheet does not name."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colours = {
        role.Window: theme.window, role.WindowText: theme.text, role.Base: theme.surface,
        role.AlternateBase: theme.sunken, role.Text: theme.text, role.PlaceholderText: theme.muted,
        role.Button: theme.surface, role.ButtonText: theme.text, role.BrightText: theme.danger,
        role.ToolTipBase: theme.raised, role.ToolTipText: theme.text, role.Link: theme.link,
        role.LinkVisited: theme.link, role.Highlight: theme.accent, role.HighlightedText: theme.on_accent,
        role.Accent: theme.accent, role.Light: theme.raised, role.Midlight: theme.hover, role.Mid: theme.border,
        role.Dark: theme.edge, role.Shadow: "#000000",
    }  # fmt: skip
    made = QPalette()
    for name, colour in colours.items():
        made.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(group.Disabled, name, QColor(theme.disabled))
    return made


def contrast(first: str, second: str) -> float:
    """Contrast of two "#RRGGBB" colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2), 0 to 1."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def grown(pixels: int) -> int:
    """A width for text of the usual size (13 px), as wide as the text is now."""
    return round(pixels * current().body_px / SMALLEST_BODY_PX)


def number(value: float, decimals: int = 0) -> str:
    """A number as this user writes it: 12,345.6 or 12.345,6. A half is rounded as in the sentences from below the
    window, so that one figure is the same in the badge and beside the plot."""
    return QLocale().toString(round(float(value), decimals), "f", decimals)
