"""The one style sheet, built from a theme's tokens.

Widgets choose their look by dynamic properties (`kind`, `tone`, `role`, `surface`) that `specdesk.ui.parts` sets; the
plain Qt widgets named here look right without any. Nothing else in the program may call `setStyleSheet`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from specdesk.paths import resources_dir
from specdesk.ui.spacing import HAIRLINE, XS, XXL, L, M, S

if TYPE_CHECKING:
    from specdesk.ui.theme import Theme


IN_CELLS = 3
"""What Qt leaves beside the text of a cell, px; the words above a column begin where those in it do."""


def stylesheet(theme: Theme) -> str:
    """Qt style sheet of a theme."""
    parts = (_text, _surfaces, _buttons, _tools, _fields, _choices, _lists, _bars, _menus)
    return "\n".join(part(theme) for part in parts)


def _text(t: Theme) -> str:
    mono = _mono(t)
    sizes = "\n".join(
        f'QLabel[role="{role}"] {{ font-size: {t.px(role)}px; font-weight: {weight}; color: {colour}; }}'
        for role, weight, colour in (
            ("small", 400, t.muted),
            ("large", 500, t.text),
            ("title", 600, t.text),
            ("headline", 600, t.text),
            ("display", 600, t.text),
        )
    )
    return f"""
{sizes}
QLabel[role="muted"] {{ color: {t.muted}; }}
QLabel[role="section"] {{ font-weight: 600; }}
QLabel[role="mono"] {{ font-family: {mono}; font-size: {t.px("mono_small")}px; color: {t.muted}; }}
QLabel[tone="good"] {{ color: {t.good}; }}
QLabel[tone="warn"] {{ color: {t.warn}; }}
QLabel[tone="danger"] {{ color: {t.danger}; }}
QLabel[tone="target"] {{ color: {t.target_text}; }}
QLabel[tone="draft"] {{ color: {t.draft_text}; }}
QLabel:disabled {{ color: {t.disabled}; }}
"""


def _pad(down: int, across: int, border: int) -> str:
    """Padding that brings the content this far from the outside, px, whatever the border takes of it."""
    return f"padding: {down - border}px {across - border}px;"


def _mono(t: Theme) -> str:
    return ", ".join(f'"{name}"' for name in t.mono)


def _surfaces(t: Theme) -> str:
    tones = "\n".join(
        f'QFrame[surface="{kind}"][tone="{tone}"] {{ background: {soft}; border: 1px solid {edge}; }}\n'
        f'QFrame[surface="{kind}"][tone="{tone}"] > QLabel[inked="true"] {{ color: {ink}; }}'
        for kind in ("badge", "banner")
        for tone, soft, edge, ink in (
            ("good", t.good_soft, t.good_soft, t.good),
            ("warn", t.warn_soft, t.warn_soft, t.warn),
            ("danger", t.danger_soft, t.danger_soft, t.danger),
            ("accent", t.selected, t.selected, t.link),
            ("neutral", t.hover, t.hover, t.text),
        )
    )
    return f"""
QFrame[surface="card"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 12px; }}
QFrame[surface="panel"] {{ background: {t.surface}; border: none; }}
QFrame[surface="well"] {{ background: {t.sunken}; border: 1px solid {t.border}; border-radius: 8px; }}
QFrame[surface="bubble"] {{ background: {t.bubble}; border: none; border-radius: 14px; }}
QFrame[surface="chip"] {{ background: {t.hover}; border: none; border-radius: 8px; }}
QFrame[surface="badge"] {{ border-radius: 11px; }}
QFrame[surface="banner"] {{ border-radius: 10px; }}
QFrame[surface="drawer"] {{ background: {t.surface}; border: none; border-right: 1px solid {t.border}; }}
QFrame[surface="line"] {{ background: {t.border}; border: none; }}
{tones}
QFrame[surface="composer"] {{ background: {t.surface}; border: 1px solid {t.edge}; border-radius: 14px; }}
QFrame[surface="composer"][focused="true"] {{ border: 2px solid {t.focus}; }}
"""


def _buttons(t: Theme) -> str:
    h, small = t.control_height, max(24, t.control_height - 6)
    return f"""
QPushButton {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.edge}; border-radius: 8px;
  min-height: {h - 4}px; {_pad(HAIRLINE, M, 1)} font-weight: 500; outline: 0;
}}
QPushButton:hover {{ background: {t.hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {t.pressed}; }}
QPushButton:focus {{ border: 2px solid {t.focus}; {_pad(HAIRLINE, M, 2)} }}
QPushButton:disabled {{ color: {t.disabled}; border-color: {t.border}; }}
QPushButton[kind="primary"] {{ background: {t.accent}; color: {t.on_accent}; border: 2px solid {t.accent};
  {_pad(HAIRLINE, L, 2)} font-weight: 600; }}
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:pressed {{ background: {t.accent_hover};
  border-color: {t.accent_hover}; }}
QPushButton[kind="primary"]:focus {{ border: 2px solid {t.text}; }}
QPushButton[kind="primary"]:disabled {{ background: {t.pressed}; border-color: {t.pressed}; color: {t.disabled}; }}
QPushButton[kind="danger"] {{ color: {t.danger}; border-color: {t.danger}; }}
QPushButton[kind="danger"]:hover, QPushButton[kind="danger"]:pressed {{ background: {t.danger_soft}; }}
QPushButton[kind="danger"]:focus {{ border: 2px solid {t.focus}; }}
QPushButton[kind="danger"]:disabled {{ color: {t.disabled}; border-color: {t.border}; }}
QPushButton[kind="quiet"] {{ background: transparent; border: 2px solid transparent; {_pad(HAIRLINE, M, 2)} }}
QPushButton[kind="quiet"][flush="true"] {{ padding-left: 0; }}
QPushButton[kind="quiet"]:hover {{ background: {t.hover}; border-color: {t.hover}; }}
QPushButton[kind="quiet"]:pressed, QPushButton[kind="quiet"]:checked {{ background: {t.pressed};
  border-color: {t.pressed}; }}
QPushButton[kind="quiet"]:focus {{ border: 2px solid {t.focus}; }}
QPushButton[kind="link"] {{ background: transparent; border: 2px solid transparent; padding: 0 {XS}px;
  font-weight: 400; color: {t.muted}; }}
QPushButton[kind="link"]:hover {{ color: {t.link}; text-decoration: underline; }}
QPushButton[kind="link"]:pressed {{ color: {t.text}; }}
QPushButton[kind="link"]:focus {{ border: 2px solid {t.focus}; }}
QPushButton[compact="true"] {{ min-height: {small - 4}px; font-size: {t.px("small")}px; }}
QPushButton[kind="card"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 12px;
  {_pad(HAIRLINE, HAIRLINE, 1)} text-align: left; }}
QPushButton[kind="card"]:hover {{ background: {t.hover}; border-color: {t.edge}; }}
QPushButton[kind="card"]:pressed {{ background: {t.pressed}; }}
QPushButton[kind="card"]:focus {{ border: 2px solid {t.focus}; padding: 0; }}
"""


def _tools(t: Theme) -> str:
    h, small = t.control_height, max(24, t.control_height - 6)
    return f"""
QToolButton {{ background: transparent; border: 2px solid transparent; border-radius: 8px; padding: 0; }}
QToolButton[kind="icon"] {{ min-width: {h - 4}px; min-height: {h - 4}px; }}
QToolButton[kind="icon"][compact="true"] {{ min-width: {small - 4}px; min-height: {small - 4}px; }}
QToolButton:hover {{ background: {t.hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {t.pressed}; }}
QToolButton:focus {{ border: 2px solid {t.focus}; }}
QToolButton[kind="filled"] {{ background: {t.accent}; border-color: {t.accent}; border-radius: {h // 2}px;
  min-width: {h - 4}px; min-height: {h - 4}px; }}
QToolButton[kind="filled"]:hover, QToolButton[kind="filled"]:pressed {{ background: {t.accent_hover};
  border-color: {t.accent_hover}; }}
QToolButton[kind="filled"]:focus {{ border: 2px solid {t.text}; }}
QToolButton[kind="filled"]:disabled {{ background: {t.pressed}; border-color: {t.pressed}; }}
QToolButton::menu-indicator {{ image: none; }}
QFrame[surface="segments"] {{ background: {t.hover}; border: none; border-radius: 8px; }}
QPushButton[kind="segment"] {{ background: transparent; border: 2px solid transparent; border-radius: 8px;
  {_pad(HAIRLINE, M, 2)} color: {t.muted}; }}
QPushButton[kind="segment"]:hover {{ color: {t.text}; }}
QPushButton[kind="segment"]:checked {{ background: {t.surface}; color: {t.text}; border-color: {t.edge};
  border-width: 1px; {_pad(HAIRLINE, M, 1)} }}
QPushButton[kind="segment"]:focus {{ border: 2px solid {t.focus}; {_pad(HAIRLINE, M, 2)} }}
QPushButton[kind="segment"]:disabled {{ color: {t.disabled}; }}
"""


def _fields(t: Theme) -> str:
    mono = _mono(t)
    h, arrow = t.control_height, round(t.body_px * 1.2)
    step = max(24, arrow + 8)
    icons = (resources_dir() / "icons").as_posix()
    return f"""
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.edge}; border-radius: 8px;
  min-height: {h - 4}px; {_pad(HAIRLINE, S, 1)} selection-background-color: {t.accent}; selection-color: {t.on_accent};
  placeholder-text-color: {t.muted};
}}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus {{ border: 2px solid {t.focus};
  {_pad(HAIRLINE, S, 2)} }}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {{ color: {t.disabled};
  border-color: {t.border}; background: {t.window}; }}
QLineEdit[bare="true"] {{ border: none; background: transparent; padding: {HAIRLINE}px {S}px; }}
QComboBox::drop-down {{ border: none; width: {arrow + 10}px; }}
QComboBox::down-arrow {{ image: url("{icons}/control-down.svg"); width: {arrow}px; height: {arrow}px; }}
QSpinBox, QDoubleSpinBox {{ qproperty-alignment: AlignCenter; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
  border: none; background: transparent; width: {step}px; height: {h - 4}px; subcontrol-origin: border;
  margin: {HAIRLINE // 2}px; border-radius: 7px; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ subcontrol-position: center right; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{ subcontrol-position: center left; }}
QSpinBox::up-button:hover, QDoubleSpinBox::up-button:hover, QSpinBox::down-button:hover,
QDoubleSpinBox::down-button:hover {{ background: {t.hover}; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url("{icons}/control-plus.svg"); }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url("{icons}/control-minus.svg"); }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
  width: {arrow}px; height: {arrow}px; }}
QSpinBox::up-arrow:disabled, QDoubleSpinBox::up-arrow:disabled, QSpinBox::up-arrow:off, QDoubleSpinBox::up-arrow:off {{
  image: url("{icons}/control-plus-off.svg"); }}
QSpinBox::down-arrow:disabled, QDoubleSpinBox::down-arrow:disabled, QSpinBox::down-arrow:off,
QDoubleSpinBox::down-arrow:off {{ image: url("{icons}/control-minus-off.svg"); }}
QComboBox::down-arrow:disabled {{ image: url("{icons}/control-down-off.svg"); }}
QPlainTextEdit, QTextEdit {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.edge};
  border-radius: 8px; {_pad(S, S, 1)} placeholder-text-color: {t.muted};
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit:focus, QTextEdit:focus {{ border: 2px solid {t.focus}; {_pad(S, S, 2)} }}
QPlainTextEdit[bare="true"], QTextEdit[bare="true"] {{ border: none; background: transparent; padding: 0;
  border-radius: 0; }}
QTextBrowser[bare="true"] {{ border: 2px solid transparent; border-radius: 4px; }}
QTextBrowser[ring="true"] {{ border: 2px solid {t.focus}; }}
QTextBrowser[text="chat"], QPlainTextEdit[text="chat"] {{ font-size: {t.px("chat")}px; }}
QTextBrowser[mono="normal"] {{ font-family: {mono}; font-size: {t.px("mono")}px; }}
QTextBrowser[mono="small"] {{ font-family: {mono}; font-size: {t.px("mono_small")}px; }}
"""


def _choices(t: Theme) -> str:
    icons = (resources_dir() / "icons").as_posix()
    check = "control-check-dark" if t.dark else "control-check-light"
    box, knob = max(16, round(t.body_px * 1.2)), t.body_px + 1
    return f"""
QCheckBox, QRadioButton {{ spacing: {S}px; min-height: 24px; background: transparent; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: {box}px; height: {box}px; border: 1px solid {t.edge};
  background: {t.surface}; }}
QCheckBox::indicator {{ border-radius: 5px; }}
QRadioButton::indicator {{ border-radius: {box // 2 + 1}px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ background: {t.hover}; }}
QCheckBox::indicator:checked {{ background: {t.accent}; border-color: {t.accent};
  image: url("{icons}/{check}.svg"); }}
QRadioButton::indicator:checked {{ background: {t.surface}; border: {box // 3}px solid {t.accent};
  width: {box - 2 * (box // 3) + 2}px; height: {box - 2 * (box // 3) + 2}px; }}
QCheckBox:focus, QRadioButton:focus {{ border: 2px solid {t.focus}; border-radius: 6px; }}
QCheckBox, QRadioButton {{ border: 2px solid transparent; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.disabled}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.border}; }}
QSlider {{ min-height: 24px; border: 2px solid transparent; border-radius: 8px; }}
QSlider:focus {{ border-color: {t.focus}; }}
QSlider::groove:horizontal {{ height: 4px; background: {t.edge}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {t.accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: {knob}px; height: {knob}px; margin: -{knob // 2}px 0;
  border-radius: {knob // 2 + 2}px;
  background: {t.surface}; border: 2px solid {t.accent}; }}
QSlider::handle:horizontal:hover {{ background: {t.selected}; }}
QSlider::groove:horizontal:disabled {{ background: {t.border}; }}
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{ background: {t.border};
  border-color: {t.border}; }}
"""


def _lists(t: Theme) -> str:
    return f"""
QAbstractItemView {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; border-radius: 8px;
  selection-background-color: {t.selected}; selection-color: {t.text}; outline: 0;
  alternate-background-color: {t.sunken}; gridline-color: {t.border}; }}
QAbstractItemView[bare="true"] {{ border: none; background: transparent; }}
QAbstractItemView:focus {{ border: 2px solid {t.focus}; }}
QAbstractItemView::item {{ min-height: 28px; padding: {HAIRLINE}px {S}px; border: none; }}
QAbstractItemView::item:hover {{ background: {t.hover}; }}
QAbstractItemView::item:selected {{ background: {t.selected}; color: {t.text}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{ background: {t.surface}; color: {t.muted}; border: none;
  border-bottom: 1px solid {t.border}; padding: {S}px {S + IN_CELLS}px; font-size: {t.px("small")}px;
  font-weight: 600; }}
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus {{ background: {t.raised};
  border: 1px solid {t.border}; padding: {XS}px; }}
"""


def _bars(t: Theme) -> str:
    return f"""
QScrollArea {{ background: transparent; border: none; }}
QScrollArea[ring="auto"], QPlainTextEdit[ring="auto"] {{ border: 2px solid transparent; border-radius: 4px; }}
QScrollArea[ring="auto"]:focus, QPlainTextEdit[ring="auto"]:focus {{ border: 2px solid {t.focus}; }}
QScrollArea > QWidget > QWidget[transparent="true"] {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; border: none; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; border: none; }}
QScrollBar::handle {{ background: {t.edge}; border-radius: 4px; }}
QScrollBar::handle:vertical {{ min-height: 32px; margin: {HAIRLINE}px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; margin: {HAIRLINE}px; }}
QScrollBar::handle:hover {{ background: {t.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {t.pressed}; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: 3px; }}
QSplitter::handle {{ background: {t.border}; }}
QSplitter::handle:hover {{ background: {t.focus}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {t.border}; }}
QTabBar {{ background: transparent; border: none; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {t.muted}; border: 2px solid transparent;
  border-bottom: 2px solid transparent; {_pad(S, L, 2)} font-weight: 500; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom: 2px solid {t.accent}; }}
QTabBar::tab:focus {{ border: 2px solid {t.focus}; border-radius: 6px; }}
QStatusBar::item {{ border: none; }}
"""


def _menus(t: Theme) -> str:
    return f"""
QMenu {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.border}; border-radius: 8px; padding: {XS}px; }}
QMenu[scrolls="true"] {{ menu-scrollable: 1; }}
QMenu::item {{ padding: {S}px {XXL}px {S}px {M}px; border-radius: 6px; }}
QMenu::item:selected {{ background: {t.selected}; }}
QMenu::item:disabled {{ color: {t.disabled}; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: {XS}px {S}px; }}
QMenu::icon {{ padding-left: {S}px; }}
QToolTip {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.border}; padding: {XS}px {S}px; }}
"""
