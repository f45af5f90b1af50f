"""Records of chains judged by translations, forged: recheck must find each trick. A new trick is a new file.

``records/`` holds ``"why"``; ``"do"``: ``["put", path, value]``, ``["copy", from, to]`` and ``["drop", path]``, done
in order to the record of ``translations.jsonl`` under agreement; ``"hashed_anew"``: the forger makes every SHA-256 of
translations anew; and ``"finding"``: words that one of the findings holds.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from support.record_edits import edit, find

from verifier.pipeline.verify import verify_formal
from verifier.records.codec import digest
from verifier.records.recheck import AGREEMENT, OWN_WORD, recheck
from verifier.records.record import record as formal_record

HERE = Path(__file__).parent
TRICKS = sorted(path.stem for path in (HERE / "records").iterdir())
FILE = HERE / "translations.jsonl"


@pytest.fixture(scope="module")
def honest() -> dict[str, Any]:
    """The record of two translations that agree: the first step is right, the second wrong."""
    [judged] = verify_formal(FILE, trust="agreeing")
    assert [step.correct for step in judged.steps] == [True, False]
    data: dict[str, Any] = json.loads(json.dumps(formal_record(judged)))
    return data


def wrong(data: Any, *, read_again: bool = False) -> list[str]:
    return [str(finding) for finding in recheck([data], read_again=read_again) if finding.wrong]


def forge(data: Any, do: list[list[Any]], hashed_anew: bool) -> None:
    edit(data, do)
    for one in data["translations"] if hashed_anew else ():
        one["sha256"] = digest(one["chain"])


@pytest.mark.parametrize("trick", TRICKS)
def test_recheck_finds_a_forged_translation(trick: str, honest: dict[str, Any]) -> None:
    case = json.loads((HERE / "records" / f"{trick}.json").read_text("utf-8"))
    data = copy.deepcopy(honest)
    assert wrong(data) == []
    forge(data, case["do"], case["hashed_anew"])
    assert data != honest and case["why"]
    found = wrong(data)
    assert any(case["finding"] in one for one in found), found


def test_there_are_many_tricks() -> None:
    assert len(TRICKS) >= 20


def test_that_translations_were_made_apart_is_told_as_the_records_own_word(honest: dict[str, Any]) -> None:
    assert [finding.remark for finding in recheck([honest]) if finding.remark] == [AGREEMENT]


def test_a_record_that_claims_to_be_vouched_for_is_told_as_its_own_word(honest: dict[str, Any]) -> None:
    """Whether somebody vouched cannot be seen in a record: a forger who is consistent is told, and not believed."""
    data = copy.deepcopy(honest)
    data["translations"][0]["given"] = True
    assert wrong(data), "the second translation no longer counts"
    [judged] = verify_formal((), given=FILE)
    told = [finding.remark for finding in recheck([json.loads(json.dumps(formal_record(judged)))]) if finding.remark]
    assert told == [OWN_WORD]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


UNSAID = {"versions", "version", "toolchain", "reason", "detail", "engine"}
"""What a record may say otherwise: who judged or proposed, and why an engine found nothing."""


@pytest.mark.parametrize("value", [None, "x", 7, [], {}, [["x"]], {"x": [None]}], ids=str)
def test_no_value_in_any_place_passes_or_breaks_recheck(value: Any, honest: dict[str, Any]) -> None:
    every = [path for path in places(honest) if not UNSAID & set(path) and find(honest, list(path)) != value]
    for path in every[::80]:
        data = copy.deepcopy(honest)
        forge(data, [["put", list(path), value]], False)
        assert wrong(data, read_again=path[:2] == ("reading", "chain")), path
        if "chain" in path:
            forge(data, [], True)
            wrong(data)  # who is said to have translated may be anybody: it makes another translation, and no trust
