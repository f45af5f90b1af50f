"""Answers that nothing marks: what the last sentence arrives at."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.answers.marks.braces import MAX_ANSWER
from verifier.answers.marks.denials import has_denial, is_changed, is_denied
from verifier.answers.marks.phrased import find_conclusion, pick_new
from verifier.answers.marks.placed import FinalAnswer
from verifier.kernel.functions import Head
from verifier.readers.exact.read import read


def find_unmarked(text: str, problem: str) -> FinalAnswer | None:
    """Return the value with which the last sentence concludes; else, as a guess, its last formula or line, or of the
    last sentence with a number the right side of its last equation, or its first number."""
    tail = text[-MAX_ANSWER:].rstrip()
    sentences = [one for one in _sentences(tail) if one.strip()]
    if not sentences:
        return None
    if (concluded := find_conclusion(sentences[-1])) is not None:
        return concluded
    if (line := _last_line(sentences[-1])) is not None:
        return FinalAnswer(line, "last formula")
    for sentence in reversed(sentences):
        found = _value_in(sentence, problem)
        if found is not None or has_denial(sentence):
            return FinalAnswer(found, "last formula") if found else None
    return None


def _last_line(sentence: str) -> str | None:
    """The last line where it is an answer and nothing else, or the formula after the last "is"."""
    from verifier.answers.parser import form

    line = sentence.strip().rpartition("\n")[2].strip()
    bare = line.removesuffix(".").strip(" *")
    if bare.startswith("\\[") or bare.endswith("\\]") or "=" in bare:
        return None
    shaped = bare.startswith(("$", "\\")) or (not any(map(str.isdigit, bare)) and len(bare) < 40)
    if shaped and form(bare) is not None:
        return bare
    if not bare.endswith("$") or bare.count("$") % 2:
        return None
    start = bare[:-1].rfind("$")
    before = bare[:start].split()
    if bare[start:] == "$" or (before and before[-1].lower() not in ("is", "are", "be", "equals", "as", "of", "to")):
        return None
    formula = bare[start:] if bare[start - 1 : start] != "$" else bare[start - 1 :] + "$"
    return formula if not is_denied(bare, start, len(bare)) and not is_changed(bare, start) else bare


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(text):
        ends = char == "." and text[at + 1 : at + 2].isspace()
        if ends or text.startswith("\n\n", at):
            yield text[start : at + 1]
            start = at + 1
    yield text[start:]


def _value_in(sentence: str, problem: str) -> str | None:
    """The value that a sentence arrives at, empty where it cannot be read, None where there is no number; the sentence
    itself where words or signs beside the value may change it."""
    start = sentence.rfind("=") + 1
    tail = sentence[start:].rstrip(" .\n")
    tail = tail.partition("/")[0] if tail.rpartition("/")[2].isalpha() else tail  # $18,000/year
    after = [n for n in read(tail).numerals if not n.term.free] if start else []
    if start:  # whatever the equation's left side is made of
        if not after:
            return ""
        place, end = start + after[0].start, start + after[0].end
        several = _is_list(sentence[:start])
        changed = several or _goes_on(sentence[start:place], sentence[end:]) or is_denied(sentence, place, end)
        start = 0 if several else start
        return _whole(sentence, start) if changed else sentence[place:end].strip()
    reading = read(sentence)
    sides = [side for f in reading.formulas if f.relation in (Head.EQ, Head.APPROX) for side in (f.left, f.right)]
    closed = [side for side in sides[1::2] if not side.term.free]
    closed = closed or [side for side in sides if not side.term.free]
    numerals = [numeral for numeral in reading.numerals if not numeral.term.free]
    best = closed[-1] if closed else next(iter(pick_new(numerals, problem)), None)
    if best is None:
        return None
    near = _goes_on(sentence[max(0, best.start - 2) : best.start], "")
    if near or is_denied(sentence, best.start, best.end) or is_changed(sentence, best.start):
        return sentence.strip()
    return sentence[best.start : best.end].strip()


def _is_list(equations: str) -> bool:
    """Whether the equations of a sentence, up to the last sign, give values to several letters, or to one by "or"."""
    sides = equations.replace("$", " ").replace("\\(", " ").split("=")[:-1]
    names = [side.rstrip().rpartition(" ")[2] for side in sides]
    letters = [name for name in names if len(name) == 1 and name.isalpha()]
    either = len(letters) > 1 and " or " in f" {sides[-1]} "
    return len(set(letters)) > 1 or either


def _goes_on(before: str, behind: str) -> bool:
    """Whether signs or words right beside a value show that it is a part of another one."""
    rest = behind.lstrip(" $)").removeprefix("\\)").lstrip()
    joined = rest.lower().startswith(("or ", "and ", ",", "±", "\\pm", "\\text{ or", "\\text{ and", "\\quad"))
    more = joined and any(map(str.isdigit, rest[:24].partition(". ")[0]))
    near = before.replace("**", "").rstrip()[-1:]
    return near in ("-", "[", "/", "*", "^") or rest[:1] in ("^", "!", "*", "±") or more


def _whole(sentence: str, start: int) -> str:
    """What is behind the equals sign, to the end of the formula or sentence."""
    inside = sentence[:start].count("$") % 2
    tail = sentence[start:].partition("$")[0] if inside else sentence[start:]
    rest = sentence[start + len(tail) :].strip(" $.\n")
    return (sentence[start:] if rest else tail).strip(" .\n")
