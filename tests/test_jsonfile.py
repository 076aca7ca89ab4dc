"""Reading value by value: records inside records, records that may be None, and what is put back on a write."""

from __future__ import annotations

from typing import Any

import msgspec

from specdesk import jsonfile


class Leaf(msgspec.Struct, frozen=True, omit_defaults=True):
    size: int = 1
    names: tuple[str, ...] = ()


class Tree(msgspec.Struct, frozen=True, omit_defaults=True):
    leaf: Leaf = Leaf()
    maybe: Leaf | None = None
    leaves: dict[str, Leaf] = {}
    either: int | str = 0


def read(document: dict[str, Any]) -> tuple[Tree, dict[str, Any], list[str]]:
    bad: list[str] = []
    tree, unknown = jsonfile.read_struct(Tree, document, bad)
    return tree, unknown, bad


def test_a_record_that_may_be_none_is_read_value_by_value_too() -> None:
    tree, unknown, bad = read({"maybe": {"size": "x", "names": ["a", 1], "new": 5}})
    assert tree == Tree(maybe=Leaf(names=("a",)))
    assert bad == ["maybe.size", "maybe.names[1]"]
    assert unknown == {"maybe": {"new": 5}}
    assert read({"maybe": None})[::2] == (Tree(), [])
    assert read({"maybe": 5})[::2] == (Tree(), ["maybe"])
    assert read({"either": "x"})[::2] == (Tree(either="x"), [])


def test_unknown_keys_go_back_where_they_came_from() -> None:
    _, unknown, _ = read(
        {"a": 1, "leaf": {"b": 2}, "maybe": {"c": 3, "size": 9}, "leaves": {"x": {"d": 4}, "y": {"e": 5}}}
    )
    kept = msgspec.to_builtins(Tree(maybe=Leaf(size=9), leaves={"x": Leaf()}))
    assert jsonfile.overlay(kept, unknown, Tree) == {
        "a": 1,
        "leaf": {"b": 2},
        "maybe": {"size": 9, "c": 3},
        "leaves": {"x": {"d": 4}},
    }


def test_a_record_that_became_none_stays_none() -> None:
    unknown = {"maybe": {"c": 3}}
    assert jsonfile.overlay({"maybe": None}, unknown, Tree) == {"maybe": None}
    assert jsonfile.overlay({}, unknown, Tree) == {}


def test_bytes_that_are_no_text_survive() -> None:
    text = jsonfile.dump({"path": "/m/\udcff", "name": "模型"})
    assert b'"/m/\\udcff"' in text
    assert "模型".encode() in text
