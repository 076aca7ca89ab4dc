"""What the numbers mean. Pure.

Live: `rates` (curves), `verdict` (one reply), `hints` (while chatting), `break_even` (the picture), `speculation` (the
arithmetic of all of them). `baseline`: how fast the target is alone.

A compare, in the order in which its data goes: `protocol` says what is asked in which order, `steps` what comes next,
`measured` is one reply, `evidence` and `stats` (with `student`) make ratios and intervals of replies, `looks` says when
one may stop, `outcome` gives the verdict, `advice` the best draft length, `same_text` whether the answers are the same,
`compare` the whole result, `headlines` its words, `card` what is given away. Beside it: `points` (each prompt),
`control` (no guess taken), `card_state` (clock and warmth of the graphics card), `crowd` (several people at once).
"""
