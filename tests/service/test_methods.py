"""The choice of a method by hand: kinds from the binary's own list, and reasons for what cannot be done."""

from __future__ import annotations

import msgspec
from setup_parts import DIFFERS, FITS, MTP, TARGET, TRAINED, embedded, engine_of

from specdesk.engines.engine_info import EngineInfo
from specdesk.service.methods import MethodChoice, family_of, method_choices, ngram_kinds


def by_key(*arguments: object) -> dict[str, MethodChoice]:
    return {choice.key: choice for choice in method_choices(*arguments)}


def test_the_five_choices_in_order() -> None:
    choices = method_choices(engine_of(), TARGET, (FITS, TRAINED))
    assert [choice.title for choice in choices] == ["Automatic", "Draft model", "Trained drafter", "N-gram", "Off"]
    assert all(choice.enabled for choice in choices)


def test_kinds_are_those_of_the_binary() -> None:
    new, middle, old = (
        by_key(engine_of(11434), TARGET, ()),
        by_key(engine_of(10068), TARGET, ()),
        by_key(engine_of(5361), TARGET, ()),
    )
    assert new["trained"].kinds == ("draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark")
    assert middle["trained"].kinds == ("draft-mtp", "draft-eagle3", "draft-dflash")
    assert new["ngram"].kinds[:2] == ("ngram-mod", "ngram-simple")
    assert sorted(new["ngram"].kinds) == sorted(
        ["ngram-cache", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-simple"]
    )
    assert (old["draft"].enabled, old["draft"].kinds) == (True, ("draft-simple",))
    assert (old["ngram"].enabled, old["ngram"].why) == (False, "This build has no n-gram speculation.")
    assert (old["trained"].enabled, old["trained"].why) == (False, "This build knows no trained drafters.")


def test_a_drafter_needs_a_head_or_a_file() -> None:
    none = by_key(engine_of(), TARGET, (FITS, DIFFERS))["trained"]
    assert (none.enabled, none.why) == (
        False,
        "The target has no drafting head inside, and none of your files was trained to draft for it.",
    )
    wrong = msgspec.structs.replace(TRAINED, compatible=False, reason="It was made for 48 layers, the target has 64.")
    refused = by_key(engine_of(), TARGET, (wrong,))["trained"]
    assert refused.why == ("The target has no drafting head inside. It was made for 48 layers, the target has 64.")
    assert by_key(engine_of(), MTP, ())["trained"].enabled
    assert by_key(engine_of(), TARGET, (TRAINED,))["trained"].enabled


def test_a_missing_draft_does_not_grey_the_draft_model() -> None:
    assert by_key(engine_of(), TARGET, (DIFFERS,))["draft"].enabled


def test_without_a_usable_engine_every_method_says_so() -> None:
    assert by_key(None, TARGET, ())["ngram"].why == "No engine has been found yet."
    broken = EngineInfo(kind="llama-server", path="/x", problem="It is built for another processor.")
    choices = by_key(broken, TARGET, ())
    assert choices["draft"].why == "It is built for another processor."
    assert (choices["automatic"].enabled, choices["off"].enabled) == (True, True)
    assert by_key(engine_of(), None, ())["trained"].why == "Choose a target first."


def test_families() -> None:
    kinds = ("draft-simple", "draft-mtp", "draft-dspark", "ngram-mod", "none", None)
    assert [family_of(kind) for kind in kinds] == ["draft", "trained", "trained", "ngram", "off", "off"]
    assert ngram_kinds(embedded())[0] == "ngram-mod"
