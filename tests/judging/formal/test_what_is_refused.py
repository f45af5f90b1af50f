"""What the judging of formal chains refuses: nameless authors, files that cannot be read, foreign certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.judging.agreeing.level import By
from verifier.judging.agreeing.trusting import Trust, trust_named
from verifier.language.formal_chain import Author
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

FIRST = Path(__file__).parents[3] / "examples" / "formal" / "bakery.json"


@pytest.mark.parametrize("made", [("",), (None,), (3,), ("name", None), ("name", "prompt", 0.5)])
def test_an_author_has_a_name_and_words_alone(made: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="expected a name, a prompt and a temperature"):
        By(*made)
    assert By("name", "prompt", "0.5") == By.of(Author("model", "name", "prompt", 0.5))


def test_a_word_of_trust_is_named_by_itself() -> None:
    assert [trust_named(one) for one in Trust] == [one.value for one in Trust]


def test_a_file_that_holds_no_formal_chain_is_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"formal": 1, "what": 2}', "utf-8")
    with pytest.raises(ValueError, match=r"broken\.json"):
        verify_formal(broken)
    with pytest.raises(ValueError, match=r"broken\.json"):
        verify_formal([FIRST, broken])


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    [judged] = verify_formal((), given=FIRST)
    data: dict[str, Any] = json.loads(json.dumps(formal_record(judged)))
    return data


def test_a_certificate_of_another_claim_is_told(record: dict[str, Any]) -> None:
    for key, other in (("formula", "1 == 1"), ("types", {"friday": "real"}), ("rounded", ["0.5"])):
        data = json.loads(json.dumps(record))
        row = data["translations"][0]["steps"][0]["decisions"][0]
        assert row["certificate"]["claim"][key] != other
        row["certificate"]["claim"][key] = other
        found = [str(one) for one in recheck([data]) if one.wrong]
        assert any("its certificate is of another claim" in one for one in found)
    assert not any("certificate" in str(one) for one in recheck([record]) if one.wrong)
