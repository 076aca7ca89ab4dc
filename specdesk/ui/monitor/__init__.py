"""The monitor: speed, acceptance, memory and what the GPU says, while the engine answers.

Importing this package does not import pyqtgraph; the plots are made after the panel was first painted.
"""

from specdesk.ui.monitor.panel import MonitorPanel

__all__ = ["MonitorPanel"]
