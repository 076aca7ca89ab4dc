"""What stays as long as the window does is left out of Python's search for garbage.

A full search looks at every object that Python keeps: about 140,000 once the window is filled, a tenth of a second and
more in which no other thread may run. It comes while answers stream, in whichever thread has made enough objects by
then, and the window stands still. Without those that stay it takes less than a millisecond
(https://docs.python.org/3/library/gc.html#gc.freeze).
"""

from __future__ import annotations

import gc


def settle(*, after_another: bool) -> None:
    """What is there now stays; to be called once a window is filled (`filled`). after_another: a window was there
    before; first what is left of it is let go."""
    if after_another:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
