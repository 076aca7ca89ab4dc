"""What the figures of the window mean, in plain words: one explanation per term, the same wherever it stands.

It is the tip of the figure, and stands in the guide's list of the numbers in sight.
"""

from __future__ import annotations

from typing import Final

from specdesk.language import mark, translate

TERMS: Final = {
    "speed": mark(
        "Terms",
        "So many tokens come per second, by the engine's own clock. Tokens are the pieces of words that a model "
        "writes; a word has one or two.",
    ),
    "ratio": mark(
        "Terms",
        "Plain is the target alone, without guesses, measured on this computer. This is how many times as fast it is "
        "with them: above 1 guessing pays, below 1 it costs speed.",
    ),
    "ratio of set-ups": mark(
        "Terms",
        "Both set-ups were measured on this computer, with the same questions. This is how many times as fast the "
        "second is as the first: above 1 the second is the faster one, below 1 the first.",
    ),
    "ratio of addresses": mark(
        "Terms",
        "Both addresses were asked the same questions; what runs there stayed as it was. This is how many times as "
        "fast the second is as the first: above 1 the second is the faster one, below 1 the first.",
    ),
    "interval": mark(
        "Terms",
        "Questions differ, so the gain is not one number: 19 times in 20 the true one lies between these two. More "
        "questions bring them closer together.",
    ),
    "median speed": mark(
        "Terms",
        "The middle one of all answers, in tokens (pieces of words) per second: half of them were faster, half slower.",
    ),
    "first word": mark(
        "Terms",
        "The time from sending a question to the first piece of its answer, in ms (thousandths of a second): "
        "meanwhile the question is read, by the draft as well.",
    ),
    "counting": mark(
        "Terms",
        "How many of all answers are in the figures. Left out is what failed, came to less than 32 tokens, or was "
        "not timed by the engine.",
    ),
    "written": mark(
        "Terms",
        "All tokens (pieces of words) of the answers that count: the more, the surer the figures.",
    ),
    "writing": mark(
        "Terms",
        "How long the engine wrote these answers, by its own clock, without reading the questions.",
    ),
    "memory": mark(
        "Terms",
        "What the server took of the memory of graphics cards and computer, in MiB (1,024 MiB are 1 GiB). An "
        "estimate is worked out from the files.",
    ),
    "energy": mark(
        "Terms",
        "What the graphics cards used up while 1,000 tokens were written, in joules; 3.6 million of them are one "
        "kilowatt-hour.",
    ),
    "build": mark("Terms", "Which version of the engine answered: other versions may be faster or slower."),
    "engine": mark(
        "Terms",
        "The engine (llama.cpp, or a program like it) runs the models. A number after a b is its version, the build: "
        "others may be faster or slower. Then comes what it computes on.",
    ),
    "acceptance": mark(
        "Terms",
        "How many of the guessed tokens were used. The target checks each guess and throws away what it would not "
        "have written, so the text stays its own.",
    ),
    "per step": mark(
        "Terms",
        "How many tokens come out of each step of the target: 1 without guesses, more when guesses are right.",
    ),
    "break-even": mark(
        "Terms",
        "Used: how many of the guesses were right. You need: the share from which on guessing is faster than the "
        "target alone, as measured on this computer.",
    ),
    "drift": mark(
        "Terms",
        "The same plain answers at the beginning and at the end: a computer that grew hot or busy meanwhile would "
        "otherwise look like a slow draft, or a fast one.",
    ),
    "drift of set-ups": mark(
        "Terms",
        "The same answers of the first one at the beginning and at the end: a computer that grew hot or busy "
        "meanwhile would otherwise make one of the two look slow, or fast.",
    ),
    "how asked": mark(
        "Terms",
        "Longer answers are cut there, so that all questions weigh the same. At temperature 0 the likeliest word is"
        " taken each time; above it, chance chooses.",
    ),
    "repeats": mark(
        "Terms",
        "An engine that does not even repeat itself would look like a draft that changes the text, so each is also "
        "compared with itself.",
    ),
    "few questions": mark(
        "Terms",
        "How far a speed-up varies from one question to the next cannot be seen with fewer; the same question in two "
        "languages counts as one.",
    ),
    "busy": mark(
        "Terms",
        "Of all that the processor, or the graphics card, could do in the last seconds: 100 % leaves nothing for what "
        "is measured.",
    ),
    "total time": mark(
        "Terms",
        "Another mean than the factor above: the tokens of all answers by the time of all answers. Where the two are "
        "far apart, long answers gain more, or less, than short ones.",
    ),
    "each question": mark(
        "Terms",
        "A dot is one answer: how many times as fast it was; a line joins those to one question. Dots far apart mean "
        "that the gain depends on what you ask, long lines that it is not the same each time.",
    ),
    "control": mark(
        "Terms",
        "What one more guess costs, in steps of the target: from the answers themselves, and from a check in which all "
        "guesses are made and none is used. The two should agree within a few per cent.",
    ),
    "repeats of set-ups": mark(
        "Terms",
        "An engine that does not even repeat itself would look like two set-ups that answer differently, so each is "
        "also compared with itself.",
    ),
    "set-up": mark(
        "Terms",
        "What was measured: the models, the draft length (how many tokens are guessed at a time at most), and the "
        "engine's version.",
    ),
    "replay": mark(
        "Terms", "When each piece of an answer came, counted from the question, as the engine timed it; s are seconds."
    ),
    "what if": mark(
        "Terms",
        "How many times as fast as plain (the target alone, without guesses): measured where that was tried, elsewhere "
        "worked out from what was.",
    ),
    "pasted": mark(
        "Terms",
        "What the command asks for: the models, how many tokens (pieces of words) are guessed at most (draft length), "
        "how sure a guess has to be (p-min), and how many layers the graphics card computes.",
    ),
    "files": mark("Terms", "How many model files are listed here, and were found in your folders."),
    "note": mark("Terms", "Something that was noticed while it was measured, and that you should know to judge it."),
    "position": mark(
        "Terms",
        "How often the draft's first, second, third … token of a step was kept, with all tokens before it. Where "
        "hardly any is kept, a shorter draft length loses nothing.",
    ),
    "by kind": mark(
        "Terms",
        "Guessing is easier in some texts than in others. Dot: measured. Line: where it likely lies, 19 times in "
        "20. In brackets: how many questions were asked.",
    ),
    "by kind of set-ups": mark(
        "Terms",
        "One of two set-ups may gain more in some texts than in others. Dot: measured. Line: where it likely lies, "
        "19 times in 20. In brackets: how many questions were asked.",
    ),
    "both speeds": mark(
        "Terms",
        "Means over the questions that both have answered, all kinds of text alike: their ratio is the factor above."
        " While that is not known yet, no speed is shown.",
    ),
    "price": mark(
        "Terms",
        "What the gain costs: memory for the second model, a later first word, and answers that are shorter than so"
        " many tokens (pieces of words) are not faster.",
    ),
    "price of set-ups": mark(
        "Terms",
        "What the second one takes against the first: more memory or less, and a first word that comes later or "
        "earlier.",
    ),
    "same text of set-ups": mark(
        "Terms",
        "The answers of both, word by word. Where they differ it is looked up whether two words were equally likely "
        "there (a rounding tie).",
    ),
    "same text": mark(
        "Terms",
        "The answers with and without guesses, word by word. Where they differ it is looked up whether two words "
        "were equally likely there (a rounding tie).",
    ),
    "best length": mark(
        "Terms",
        "How many tokens to guess at a time: worked out from how often guesses were right at each place, and what "
        "one costs. Applied, it is measured as well.",
    ),
    "crowd": mark(
        "Terms",
        "All: tokens per second of everybody together. Each: what one person gets. Last: how many times as fast it "
        "is with guesses.",
    ),
    "setting": mark("Terms", "Each setting answered the same questions; 1 is the speed without guesses."),
    "time left": mark("Terms", "Worked out from what was measured so far; it may change while it runs."),
    "saved": mark("Terms", "How much memory this change gives back."),
    "largest context": mark(
        "Terms",
        "How many tokens (pieces of words) of the conversation the model can see at most before memory is full. The"
        " cache type is how exactly it is kept.",
    ),
    "file size": mark("Terms", "The size of the file; its weights take about as much memory."),
    "predicted": mark(
        "Terms",
        "Left: what was worked out before the start. Right: what the running server has taken, by its own log.",
    ),
    "in use": mark("Terms", "How much memory this program holds now, as the system tells."),
    "weights": mark("Terms", "The model itself: what is read for every token that is written."),
    "cache": mark("Terms", "What the model remembers of the conversation (the KV cache); it grows with the context."),
    "compute": mark("Terms", "Room to work in, while a step is calculated."),
    "overhead": mark("Terms", "What the engine takes for itself on the graphics card, whatever the model."),
    "projector": mark("Terms", "The part that turns pictures into something the model can read."),
    "other": mark("Terms", "What other programs hold now."),
    "free": mark("Terms", "What nobody uses: it has to be enough for what comes up meanwhile."),
    "device": mark("Terms", "Memory of this device: what is in use of all that it has."),
    "graphics card": mark(
        "Terms",
        "Busy: how much of the time it computes. Memory bus: how much of the time memory is read or written. W: power "
        "that it takes. °C: how warm it is.",
    ),
    "fit": mark(
        "Terms",
        "Worked out from the files' headers: weights, cache and room to work in, against what is free now. 1 GiB is"
        " 1,024 MiB.",
    ),
    "hint": mark("Terms", "From several answers of this chat, so that one odd answer does not count for much."),
    "model size": mark(
        "Terms",
        "Parameters are the numbers that a model consists of: 8B are 8 thousand million. The quantisation (Q4_K_M) "
        "is how exactly each is kept; fewer bits need less memory.",
    ),
    "quantisation": mark(
        "Terms",
        "How exactly each number of the model is kept: Q4 has about 4 bits for each, Q8 has 8. Fewer need less memory "
        "and are read faster; below 4, answers suffer.",
    ),
    "parameters": mark(
        "Terms", "The numbers that a model consists of: 8B are 8 thousand million. More know more, and take longer."
    ),
    "context": mark(
        "Terms",
        "How many tokens (pieces of words) the models have in mind at once: the chat so far and the answer. More needs "
        "more memory.",
    ),
    "context limit": mark(
        "Terms", "How many tokens (pieces of words) of question and answers the model was made to see at once at most."
    ),
    "architecture": mark("Terms", "How the model is built; an engine has to know it to run it."),
    "port": mark(
        "Terms",
        "The number at which programs find the server on this computer. Two programs cannot have the same at once.",
    ),
    "time": mark("Terms", "Seconds from the first point of the plots."),
    "reply": mark("Terms", "Which reply a point belongs to, counted from the first one in the plots."),
    "event": mark("Terms", "What the plots mark: servers, stops, failures, and questions with other settings."),
    "whole reply": mark("Terms", "The same over all that was written of this reply so far, not of the last second."),
    "duration": mark("Terms", "Worked out from how fast this pair wrote here lately; a fast computer needs less."),
    "fetch": mark("Terms", "1 GiB is 1,024 MiB. It is told before anything is fetched; what was fetched is kept."),
}


def explained(term: str) -> str:
    """What a term means. Raises KeyError for one that is not in the table."""
    return translate("Terms", TERMS[term])
