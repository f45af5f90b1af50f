"""What ``verifier same-answer`` is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from verifier.commands.options.shared import Json


@dataclass(frozen=True, kw_only=True)
class SameAnswerOptions:
    """Two final answers, as written."""

    a: Annotated[str, typer.Argument(help="An answer, such as 1/2, \\boxed{50\\%} or x = 3.")]
    b: Annotated[str, typer.Argument(help="The other answer.")]
    as_json: Json = False
