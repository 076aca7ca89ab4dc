"""Records that the other packages share: frozen, slotted, typed; `None` means unknown, never 0."""
