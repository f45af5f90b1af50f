"""What an audit may be asked for by name; ``sources`` and ``forms`` hold what the names stand for."""

from __future__ import annotations

from typing import Final, Literal, get_args

Subject = Literal["arithmetic", "algebra", "number theory", "word problems"]
"""Of fresh chains."""

Form = Literal["flattery", "blank lines", "markup", "list marks"]
"""How a chain is dressed."""

SUBJECT_NAMES: Final[tuple[Subject, ...]] = get_args(Subject)
FORM_NAMES: Final[tuple[Form, ...]] = get_args(Form)
