"""Answers after a phrase such as "the answer is", and after a word that concludes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verifier.answers.forms.unit_words import multiplies
from verifier.answers.kinds import Name, Related
from verifier.answers.marks.braces import MAX_ANSWER, stopped
from verifier.answers.marks.denials import is_changed, is_sentence_denied
from verifier.answers.marks.placed import FinalAnswer, Placed
from verifier.answers.normalization import plain
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.read import read

_PHRASES: Final = (
    *("final answer is", "final answer:", "answer is", "answer:", "answers are", "answers:", "answer：", "<answer>"),
    *("solution: choice", "solution: option", "solution is choice", "solution is option"),
    *("correct choice is", "correct option is"),
    *("答案是", "答案为", "答案為", "答案:", "答案：", "答：", "答えは", "答え:", "答え：", "解答：", "정답:", "답:"),
    *("ответ:", "ответ -", "ответ —", "ответ –", "respuesta:", "respuesta es", "respuesta final:", "réponse:"),
    *("réponse :", "réponse est", "antwort:", "antwort ist", "antwort lautet", "risposta:", "resposta:"),
)
"""In lower case; what follows one of them, up to the end of its sentence, is the answer."""

_FILLERS: Final = (
    *("that", "just", "simply", "therefore", "thus", "hence", "indeed", "then", "so", "equal to", "given by"),
    *("exactly", "precisely"),
)
_ENDINGS: Final = ("です", "である", "だ", "입니다", "</answer>")
_CLAUSES: Final = (
    *(", which ", ", since ", ", because ", ", as ", ", so ", ", where ", ", and that ", " because ", " since "),
)
_PLACES: Final = frozenset(
    """in on at of by from to after before within for with as up down out per if while until during but into through
    along like only even and or sum product difference quotient square root power""".split()  # noqa: SIM905  # words
)
"""Words that may make something else of the value after them."""

_CONCLUDING: Final = frozenset(("so", "therefore", "thus", "hence", "consequently", "finally", "accordingly"))
_LEADS: Final = ("we have", "we get", "we find", "we obtain", "that", "then", "finally")
"""Words between one that concludes and its equation."""

_CHECKING: Final = frozenset(
    ("check", "verify", "verified", "consistent", "test", "original", "remaining", "left", "first"),
)


def find_phrase(text: str, problem: str) -> Placed | None:
    """Return the answer after the last phrase that marks one. What follows it is the answer only if it is read whole:
    else the text that follows, as it is."""
    low = text.lower()
    if len(low) != len(text):  # a letter that lower case makes longer: places would not fit
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    end = len(low)
    while True:
        start = max((low.rfind(phrase, 0, end) + len(phrase) for phrase in _PHRASES if phrase in low[:end]), default=-1)
        if start < 0:
            return None
        begin = max(low.rfind(phrase, 0, start) for phrase in _PHRASES if low[:start].endswith(phrase))
        rest = text[start:].lstrip(" :：*_\n")
        after = cut_sentence(rest).replace("**", "")
        if after and not _affirms(after):
            asked = rest[len(after) :].lstrip(" *").startswith("?")
            if asked or is_sentence_denied(text, begin):
                after = f"{text[max(begin - 60, low.rfind(chr(10), 0, begin) + 1) : start]} {after}".strip()
                return start, FinalAnswer(after, "phrase")
            return start, FinalAnswer(read_tail(after, problem), "phrase")
        end = begin


def find_conclusion(sentence: str) -> FinalAnswer | None:
    """Return the value with which a sentence concludes: ``So the probability is 5/12.``, ``Therefore x = 3.``"""
    from verifier.answers.parser import form

    bare = sentence.strip(" \n*")
    first = bare.split(" ", 1)[0].strip(",").lower()
    if first in _CONCLUDING and (found := _equation(bare.partition(" ")[2])) is not None:
        return FinalAnswer(found, "conclusion")
    verb = max((" is ", " are ", " equals "), key=bare.rfind)
    place = bare.rfind(verb)
    if first not in _CONCLUDING or place < 0 or is_sentence_denied(bare, place):
        return None
    value = stopped(bare[place + len(verb) :].strip()).strip(" *")
    said = [word.strip(",.:$()*").lower() for word in bare[:place].split()]
    if any(word in _CHECKING or word in words.DENIALS or any(map(str.isdigit, word)) for word in said):
        return None
    named = bool(value) and (value[0].isdigit() or value[0] in "$-\\(") and not any(sign in value for sign in "?=≈<>")
    return FinalAnswer(value, "conclusion") if named and form(value) is not None else None


def _equation(said: str) -> str | None:
    """The value of a name in what is nothing but an equation; several values of one name as they are."""
    from verifier.answers.parser import form

    for lead in _LEADS:
        said = said.strip(" ,").removeprefix(lead)
    bare = plain(said)
    name, _, value = bare.partition("=")
    read = form(bare) if 0 < bare.count("=") < 4 and len(name) < 40 and name.strip() else None
    if read is None or isinstance(read, Related | Name) or any(sign in bare for sign in "?≈<>"):
        return None
    return value.strip() if "=" not in value else bare


def read_tail(after: str, problem: str) -> str:
    """Return what follows a phrase without words that carry nothing; as it is where that is not certain."""
    from verifier.answers.parser import form

    for ending in _ENDINGS:
        after = after.removesuffix(ending).strip()
    if len(after) > MAX_ANSWER or not after or form(after) is not None:
        return after
    bare = after
    while filler := next((one for one in _FILLERS if bare.lower().startswith((one + " ", one + ", "))), ""):
        bare = bare[len(filler) :].lstrip(" ,")
    if form(bare) is not None:
        return bare
    for clause in _CLAUSES:
        head, mark, said = bare.partition(clause)
        empty = not any(map(_blocks, split_words(said))) and not any(map(str.isdigit, said))
        if mark and empty and form(head) is not None:
            return head
    new = pick_new(read(after).numerals, problem)
    if len(new) != 1:
        return after
    before, behind = after[: new[0].start], after[new[0].end :]
    changed = is_changed(after, new[0].start)
    plain = (
        not changed
        and all(map(_is_harmless, split_words(before)))
        and not any(sign in before for sign in "-+*/^=<>~≈([{")
    )
    signs = any(c.isdigit() or c in "+-*/^=<>([{\\" for c in behind)
    if plain and not signs and not any(map(_blocks, split_words(behind))):
        return after[new[0].start : new[0].end]
    return after


def pick_new(numerals: Sequence[PlacedExpr], problem: str) -> Sequence[PlacedExpr]:
    """Return the numerals that are not in the problem; all of them where that leaves none."""
    known = {numeral.term for numeral in read(problem).numerals} if problem and len(numerals) > 1 else set()
    return [numeral for numeral in numerals if numeral.term not in known] or numerals


def cut_sentence(text: str) -> str:
    """Return the text up to the end of its sentence, outside formulas: a line's end, or a full stop behind a word."""
    dollars = 0
    for at, char in enumerate(text[: MAX_ANSWER + 1]):
        dollars += char == "$"
        if char == "\n" and dollars % 2 == 0 and not text[:at].rstrip().endswith(("\\[", "\\(")):
            return stopped(text[:at].strip(" *?")).strip(" *?")
        stop = char == "." and (at + 1 == len(text) or text[at + 1].isspace()) and dollars % 2 == 0
        if (stop and not text[:at].endswith((" a.m", " p.m", " approx"))) or char == "。":
            return text[:at].strip(" *")
    return stopped(text.strip(" *?")).strip(" *?")


def split_words(text: str) -> list[str]:
    """Return the words of a text."""
    return "".join(c if c.isalpha() or c in "'’-" else " " for c in text).split()


def _affirms(after: str) -> bool:
    said = [word.lower() for word in split_words(after)]
    known = words.AFFIRMING | {"right", "indeed", "thus", "therefore", "confirmed", "verified", "above", "as"}
    return bool(said) and not any(map(str.isdigit, after)) and all(word in known for word in said)


def _is_harmless(word: str) -> bool:
    """Whether a word before a value carries nothing: a person, a verb of having, a name."""
    low = word.lower()
    if _blocks(word) or low in _PLACES or low in words.LABELS:
        return False
    named = word[:1].isupper() and word[1:].islower() and not words.listed(word)
    return named or words.inert(low) or words.narrative(low) or low in words.FUNCTION_WORDS


def _blocks(word: str) -> bool:
    return (
        words.blocks(word) or word.lower().endswith("n't") or multiplies(word) or word.lower() in ("negative", "minus")
    )
