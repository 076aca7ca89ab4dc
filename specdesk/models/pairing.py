"""May this file draft for that target, on that build of llama.cpp? By llama.cpp's own rules, with the reason.

Source of the vocabulary rule: common/speculative.cpp, `common_speculative_are_compatible`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from specdesk.errors import FileFormatError
from specdesk.language import mark, number, translate
from specdesk.models.describe import describe
from specdesk.models.drafters import drafter_problem, head_problem
from specdesk.models.header import Header
from specdesk.models.library import inspect
from specdesk.models.priors import built_in_cost, draft_cost
from specdesk.models.trouble import sentence_of
from specdesk.models.vocabulary import Vocabulary, first_difference, read_vocabulary
from specdesk.models.walk import never
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import Kind, ModelFile
from specdesk.records.pair import PairVerdict, TokenDifference

METHOD_OF_KIND: Final[dict[Kind, str]] = {
    "model": "draft-simple",
    "mtp-model": "draft-simple",
    "draft-mtp": "draft-mtp",
    "draft-eagle3": "draft-eagle3",
    "draft-dflash": "draft-dflash",
    "draft-dspark": "draft-dspark",
}
WHAT_IT_IS: Final[dict[Kind, str]] = {
    "mmproj": mark("Models", "a projector for images or sound (mmproj), not a language model"),
    "embedding": mark("Models", "an embedding model, which writes no text"),
    "reranker": mark("Models", "a reranker, which writes no text"),
    "lora": mark("Models", "an adapter (LoRA) for another model"),
    "imatrix": mark("Models", "an importance matrix, made for quantising"),
    "vocab": mark("Models", "a vocabulary without a model"),
    "split-part": mark("Models", "a later part of a split model; choose its first part"),
    "broken": mark("Models", "not usable"),
    "draft-mtp": mark("Models", "a drafter (MTP), which cannot answer on its own"),
    "draft-eagle3": mark("Models", "a drafter (EAGLE-3), which cannot answer on its own"),
    "draft-dflash": mark("Models", "a drafter (DFlash), which cannot answer on its own"),
    "draft-dspark": mark("Models", "a drafter (DSpark), which cannot answer on its own"),
}
_ON_MISMATCH: Final = {
    "off": mark("Models", "{problem}; this build would start and leave the draft switched off."),
    "translated": mark(
        "Models", "{problem}; this build would translate every guess between the two vocabularies, which is slow."
    ),
    "fatal": mark("Models", "{problem}; this build would refuse to start."),
}
_MARKERS: Final = re.compile(r"<\|[^|<>\s]{1,40}\|>|<[a-z_]{4,30}>|\[/?[A-Z_]{3,20}\]")
_TEMPLATE_READ: Final = 200_000


@dataclass(slots=True)
class Side:
    """Target or draft as the judge sees it: header of the (first) file, its row, its vocabulary."""

    header: Header
    file: ModelFile
    vocabulary: Vocabulary

    @classmethod
    def of(cls, header: Header, file: ModelFile | None = None) -> Side:
        """From a header; the row is made here if it is not given. Reads the other parts of a set."""
        if file is None:
            file = inspect(header.path) if header.integer("split.count") else describe(header)
        return cls(header, file, read_vocabulary(header))


def what_it_is(kind: Kind) -> str:
    """What a file is that cannot answer, as the end of "This file is ..."; KeyError for one that can."""
    return translate("Models", WHAT_IT_IS[kind])


def _tokens(count: int) -> str:
    if count == 1:
        return translate("Models", "1 token")
    return translate("Models", "{count} tokens").format(count=number(count, grouped=True))


_ADDS: Final = {
    ("BOS", True): mark("Models", "The target adds a start token (BOS) to every text and the draft does not"),
    ("BOS", False): mark("Models", "The draft adds a start token (BOS) to every text and the target does not"),
    ("EOS", True): mark("Models", "The target adds an end token (EOS) to every text and the draft does not"),
    ("EOS", False): mark("Models", "The draft adds an end token (EOS) to every text and the target does not"),
}
"""(token, the target is the one that adds it) -> the sentence."""

_MARKS: Final = {
    "BOS": mark(
        "Models",
        "The two models mark a start token (BOS) differently ({target} in the target, {draft} in the draft)",
    ),
    "EOS": mark(
        "Models",
        "The two models mark an end token (EOS) differently ({target} in the target, {draft} in the draft)",
    ),
}


def _special_token(
    name: Literal["BOS", "EOS"], adds: tuple[bool, bool], ids: tuple[int | None, int | None], always: bool
) -> str | None:
    """The BOS or EOS rule. always: ids count even where neither model adds the token (builds before b8982)."""
    if adds[0] != adds[1]:
        return translate("Models", _ADDS[name, adds[0]])
    if ids[0] == ids[1] or not (adds[0] or always):
        return None
    return translate("Models", _MARKS[name]).format(target=_id(ids[0]), draft=_id(ids[1]))


def _id(number_of_token: int | None) -> str:
    if number_of_token is None:
        return translate("Models", "none")
    return translate("Models", "id {number}").format(number=number_of_token)


def vocabulary_problem(
    target: Vocabulary, draft: Vocabulary, traits: BuildTraits
) -> tuple[str, TokenDifference | None] | None:
    """(what differs, the first differing token if it was that rule), or None for compatible vocabularies.

    Raises OSError, FileFormatError if a file cannot be read again.
    """
    if target.kind != draft.kind:
        kinds = translate(
            "Models",
            "The two models split text in different ways (vocabulary type {target} in the target, {draft} in the "
            "draft)",
        )
        return kinds.format(target=target.kind, draft=draft.kind), None
    always = traits.bos_rule == "ids"
    wrong = _special_token("BOS", (target.add_bos, draft.add_bos), (target.bos, draft.bos), always)
    wrong = wrong or _special_token("EOS", (target.add_eos, draft.add_eos), (target.eos, draft.eos), always)
    if wrong:
        return wrong, None
    sizes = target.size or 0, draft.size or 0
    if abs(sizes[0] - sizes[1]) > traits.max_vocab_difference:
        return _sizes_differ(sizes, traits.max_vocab_difference), None
    difference = first_difference(target, draft)
    if difference is None:
        return None
    differs = translate("Models", "Token {token} differs: {target} in the target, {draft} in the draft")
    return (
        differs.format(
            token=number(difference.id, grouped=True),
            target=_quoted(difference.target),
            draft=_quoted(difference.draft),
        ),
        difference,
    )


def _sizes_differ(sizes: tuple[int, int], allowed: int) -> str:
    return translate(
        "Models",
        "The vocabularies differ by {tokens} ({target} in the target, {draft} in the draft) and at most {allowed} "
        "are allowed",
    ).format(
        tokens=_tokens(abs(sizes[0] - sizes[1])),
        target=number(sizes[0], grouped=True),
        draft=number(sizes[1], grouped=True),
        allowed=allowed,
    )


def _quoted(text: str) -> str:
    shown = text if len(text) <= 40 else text[:39] + "…"
    return '"' + "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in shown) + '"'


def _same_file(target: str, draft: str) -> bool:
    try:
        return os.path.samefile(target, draft)
    except (OSError, ValueError):
        return target == draft


def _template_warning(target: Side, draft: Side) -> str | None:
    if target.file.has_template != draft.file.has_template:
        if target.file.has_template:
            return translate(
                "Models",
                "The target is a chat model and the draft has no chat template: fewer guesses will be used.",
            )
        return translate(
            "Models", "The draft is a chat model and the target has no chat template: fewer guesses will be used."
        )
    marks = [
        set(_MARKERS.findall((side.header.text("tokenizer.chat_template") or "")[:_TEMPLATE_READ]))
        for side in (target, draft)
    ]
    if marks[0] and marks[1] and not marks[0] & marks[1]:
        return translate("Models", "The two models were trained on different chat formats: fewer guesses will be used.")
    return None


def _size_warning(target: Side, draft: Side) -> str | None:
    ratio = _size_ratio(target.file, draft.file)
    if ratio is None or ratio <= 1 / 3:
        return None
    if ratio > 1:
        return translate("Models", "The draft is larger than the target: it cannot make it faster.")
    return translate(
        "Models", "The draft has {share} % of the target's size: a gain needs a draft several times smaller."
    ).format(share=number(100 * ratio))


def _warnings(target: Side, draft: Side) -> tuple[str, ...]:
    simple = METHOD_OF_KIND[draft.file.kind] == "draft-simple"
    found: list[str | None] = []
    if _same_file(target.file.path, draft.file.path):
        found.append(
            translate("Models", "This is the target itself: it is loaded a second time and never makes it faster.")
        )
    elif simple:
        found += [_size_warning(target, draft), _template_warning(target, draft)]
    if target.file.recurrent:
        found.append(
            translate(
                "Models",
                "The target keeps a running state (recurrent layers): taking back wrong guesses costs memory and "
                "time, and some builds switch speculation off.",
            )
        )
    if simple and draft.file.recurrent:
        found.append(
            translate("Models", "The draft keeps a running state (recurrent layers): some builds cannot draft with it.")
        )
    if target.file.experts:
        found.append(
            translate(
                "Models", "The target is a mixture of experts: checking guesses costs more, so that more must be right."
            )
        )
    return tuple(text for text in found if text)


def _size_ratio(target: ModelFile, draft: ModelFile) -> float | None:
    """Bytes of the draft over those of the target; None where one of them is no model at all."""
    if not target.size_mib or draft.size_mib is None or draft.kind == "broken":
        return None
    return draft.size_mib / target.size_mib


def _refusal(target: ModelFile, draft: ModelFile, method: str | None, traits: BuildTraits) -> str | None:
    """Reasons that need no second look at the files."""
    if target.error or target.kind not in ("model", "mtp-model"):
        if target.error:
            return translate("Models", "The target cannot be used: {why}").format(why=target.error)
        return translate("Models", "The target cannot be used: it is {what}.").format(what=what_it_is(target.kind))
    if draft.error:
        return draft.error
    if method is None:
        return translate("Models", "This file is {what}.").format(what=what_it_is(draft.kind))
    if method not in traits.methods:
        if traits.dialect == "D0":
            return translate("Models", "The server of this build cannot use a draft.")
        return translate("Models", "This build does not know the method {method}.").format(method=method)
    return None


def _cannot(
    draft: ModelFile, method: str | None, reason: str, ratio: float | None = None, at: TokenDifference | None = None
) -> PairVerdict:
    return PairVerdict(
        path=draft.path, compatible=False, method=method, reason=reason, size_ratio=ratio, first_difference=at
    )


def judge_sides(target: Side, draft: Side, traits: BuildTraits) -> PairVerdict:
    """As `judge`, for sides that were made before. Never raises for files that vanish meanwhile."""
    method = METHOD_OF_KIND.get(draft.file.kind)
    ratio = _size_ratio(target.file, draft.file)
    refusal = _refusal(target.file, draft.file, method, traits)
    if refusal or method is None:
        return _cannot(draft.file, method, refusal or "", ratio)
    if method != "draft-simple":
        problem = drafter_problem(target.header, draft.header, draft.file.kind)
        if problem:
            return _cannot(draft.file, method, problem, ratio)
        reason = translate("Models", "The drafter was made for a model of this shape.")
    else:
        try:
            found = vocabulary_problem(target.vocabulary, draft.vocabulary, traits)
        except (OSError, FileFormatError) as error:
            return _cannot(draft.file, method, sentence_of(error), ratio)
        if found:
            return _cannot(
                draft.file,
                method,
                translate("Models", _ON_MISMATCH[traits.mismatch]).format(problem=found[0]),
                ratio,
                found[1],
            )
        reason = _matching(target.vocabulary, draft.vocabulary)
    return PairVerdict(
        path=draft.file.path,
        compatible=True,
        method=method,
        reason=reason,
        size_ratio=ratio,
        prior_cost=draft_cost(target.file, draft.file),
        warnings=_warnings(target, draft),
    )


def _matching(target: Vocabulary, draft: Vocabulary) -> str:
    if target.kind == "none":
        return translate("Models", "Neither model has a vocabulary of its own, and their sizes fit.")
    difference = abs((target.size or 0) - (draft.size or 0))
    if difference:
        return translate(
            "Models", "The vocabularies match; {tokens} at the end, which only one of them has, are allowed."
        ).format(tokens=_tokens(difference))
    return translate("Models", "The vocabularies match: {tokens}.").format(tokens=_tokens(target.size or 0))


def judge(
    target: Header,
    draft: Header,
    traits: BuildTraits,
    target_file: ModelFile | None = None,
    draft_file: ModelFile | None = None,
) -> PairVerdict:
    """One file as draft for one target. The rows are made from the headers where they are not given.

    For a split set give the header of its first part; `size_ratio` and `prior_cost` count all parts.
    """
    return judge_sides(Side.of(target, target_file), Side.of(draft, draft_file), traits)


def judge_all(
    target: Header,
    drafts: Sequence[ModelFile],
    read: Callable[[str], Header],
    traits: BuildTraits,
    target_file: ModelFile | None = None,
    cancelled: Callable[[], bool] = never,
) -> tuple[PairVerdict, ...]:
    """Every file as draft for one target, in the order given; the target's vocabulary is read once.

    read: gives the header of a path (a cache, or `read_header`). Stops early when `cancelled()` turns true.
    """
    side = Side.of(target, target_file)
    verdicts = []
    for draft in drafts:
        if cancelled():
            break
        method = METHOD_OF_KIND.get(draft.kind)
        refusal = _refusal(side.file, draft, method, traits)
        if refusal:
            verdicts.append(_cannot(draft, method, refusal, _size_ratio(side.file, draft)))
            continue
        try:
            verdicts.append(judge_sides(side, Side.of(read(draft.path), draft), traits))
        except (OSError, FileFormatError) as error:
            verdicts.append(_cannot(draft, method, sentence_of(error)))
    return tuple(verdicts)


def judge_built_in(target: ModelFile, traits: BuildTraits) -> PairVerdict:
    """The target's own MTP head as drafter: no file, no second model."""
    if target.error:
        reason = target.error
    elif target.kind != "mtp-model":
        reason = translate("Models", "This file has no head for multi-token prediction (MTP) inside.")
    elif "draft-mtp" not in traits.methods:
        reason = translate("Models", "This build does not know the method draft-mtp.")
    else:
        reason = head_problem(target.architecture) or ""
    if reason:
        return PairVerdict(path=target.path, compatible=False, method="draft-mtp", reason=reason)
    return PairVerdict(
        path=target.path,
        compatible=True,
        method="draft-mtp",
        reason=translate("Models", "The target has a head for multi-token prediction (MTP) inside."),
        prior_cost=built_in_cost(target),
    )
