"""How the published process reward models want a chain laid out, and where each step's score is then read.

A layout takes a tokenizer, the problem and steps, and gives the token ids and one position for each step: where the
logits are read. Each follows the code that its authors published; shared words that would be taken for a mark are
parted from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Layout:
    """Token ids, and for each step the position whose logits tell its score; ``starts``: where each step begins."""

    ids: list[int]
    at: list[int]
    starts: tuple[int, ...] = ()


Lay = Callable[[Any, str, Sequence[str]], Layout]

QWEN_SYSTEM = "Please reason step by step, and put your final answer within \\boxed{}."
QWEN_MARK = "<extra_0>"
SHEPHERD_MARK = "ки"
REASONEVAL_PROMPT = "Question:\n{problem}\nAnswer:\nLet's think step by step.\n"


def qwen(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the chat of Qwen2.5-Math-PRM: every step closed by <extra_0>, at which two logits are read."""
    reply = "".join(_parted(step, QWEN_MARK) + QWEN_MARK for step in steps)
    chat = [
        {"role": "system", "content": QWEN_SYSTEM},
        {"role": "user", "content": _parted(problem, QWEN_MARK)},
        {"role": "assistant", "content": reply},
    ]
    ids = list(tokenizer.encode(tokenizer.apply_chat_template(chat, tokenize=False), add_special_tokens=False))
    mark = tokenizer.convert_tokens_to_ids(QWEN_MARK)
    return Layout(ids, [at for at, id in enumerate(ids) if id == mark])


def shepherd(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the text of Math-Shepherd: "Step k: ... ки", the logits of + and - read at each ки."""
    text, marks = _parted(problem, SHEPHERD_MARK), []
    for number, step in enumerate(steps, 1):
        text += f"{' ' if number == 1 else chr(10)}Step {number}: {_parted(step, SHEPHERD_MARK)} {SHEPHERD_MARK}"
        marks.append(len(text) - 1)
    coded = tokenizer(text)
    return Layout(list(coded["input_ids"]), [coded.char_to_token(mark) for mark in marks])


def skywork(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the tokens of Skywork-o1-Open-PRM: steps tokenised one by one, each closed by a line's end."""
    ids = list(tokenizer.encode((tokenizer.bos_token or "") + problem + "\n"))
    close, at = tokenizer.encode("\n")[-1], []
    for step in steps:
        ids += [*(tokenizer.encode(step) if step else []), close]
        at.append(len(ids) - 1)
    return Layout(ids, at)


def rlhflow(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the chat of RLHFlow's models: a user's turn for each step, answered by "+", read where it is predicted."""
    chat: list[dict[str, str]] = []
    marks = []
    for number, step in enumerate(steps):
        chat.append({"role": "user", "content": f"{problem} {step}" if number == 0 else step})
        marks.append(len(tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)))
        chat.append({"role": "assistant", "content": "+"})
    text = tokenizer.apply_chat_template(chat, tokenize=False)
    coded = tokenizer(text, add_special_tokens=False)
    return Layout(list(coded["input_ids"]), [coded.char_to_token(text.index("+", mark)) - 1 for mark in marks])


def trl(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the tokens of models trained by TRL's PRMTrainer: each step closed by a line's end, read at its last."""
    start = tokenizer.bos_token_id
    ids = [] if start is None else [start]
    ids += tokenizer.encode(problem, add_special_tokens=False)
    close, at = tokenizer.encode("\n", add_special_tokens=False), []
    for step in steps:
        ids += [*tokenizer.encode(step, add_special_tokens=False), *close]
        at.append(len(ids) - 1)
    return Layout(ids, at)


def reasoneval(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return the tokens of ReasonEval: steps parted by the padding token for tokenising, read where each ends.

    The padding tokens are taken out again; where they are the token that opens the text, one stays at the start."""
    mark = tokenizer.pad_token
    text = REASONEVAL_PROMPT.format(problem=_parted(problem, mark)) + mark
    coded = list(tokenizer(text + "".join(_parted(step, mark) + mark for step in steps))["input_ids"])
    ids: list[int] = [tokenizer.pad_token_id] if coded[0] == tokenizer.pad_token_id else []
    at = []
    for id in coded[len(ids) :]:
        if id == tokenizer.pad_token_id:
            at.append(len(ids) - 1)
        else:
            ids.append(id)
    return Layout(ids, at[1:])  # the first mark closes the problem


def implicit(tokenizer: Any, problem: str, steps: Sequence[str]) -> Layout:
    """Return a chat whose reply holds the steps, one a paragraph; a step's tokens are those since the one before."""
    chat = [{"role": "user", "content": problem}]
    before = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    ids = list(tokenizer.encode(before, add_special_tokens=False))
    at, starts = [], []
    for number, step in enumerate(steps):
        starts.append(len(ids))
        ids += tokenizer.encode(step + ("\n\n" if number < len(steps) - 1 else ""), add_special_tokens=False)
        at.append(len(ids) - 1)
    return Layout(ids, at, tuple(starts))


LAYS: Final[Mapping[str, Lay]] = {
    "qwen": qwen,
    "math-shepherd": shepherd,
    "skywork": skywork,
    "rlhflow": rlhflow,
    "trl": trl,
    "reasoneval": reasoneval,
    "implicit": implicit,
}
"""The kinds of published process reward models, by the names that ``--prm`` takes, each with its layout."""


def _parted(text: str, mark: str) -> str:
    """The text with a blank inside whatever would be taken for the mark."""
    return text.replace(mark, f"{mark[0]} {mark[1:]}")
