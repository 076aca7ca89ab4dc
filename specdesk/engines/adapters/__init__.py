"""Other engines as text: their commands and files read into a plan, and a plan written as theirs. Pure, no I/O."""
