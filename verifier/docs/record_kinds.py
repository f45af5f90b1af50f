"""The kinds of records that a file may hold, for the page of records."""

from __future__ import annotations

from typing import Final

RECORD_KINDS: Final = (
    ('`"schema": 2`, no `kind`', "a chain as it was read exactly", "takes it"),
    (
        '`"kind": "formal", "schema": 1`',
        "a chain judged by translations, with the exact reading beside them",
        'takes it; without the key `exact` (written before there was one) it refuses: *expected "exact", the exact '
        "reading: a record without it is older, so judge the chain again*",
    ),
    ('`"kind": "whole", "schema": 1`', "a chain as one theorem (`verifier prove-chain`)", "takes it"),
    (
        '`"kind": "formal-whole", "schema": 1`',
        "a translation of a chain as one theorem (`verifier prove-chain --formal`)",
        "takes it",
    ),
    (
        "another `schema`",
        "a record of another version",
        'refuses it: *expected a record: an object with "schema": 2*, or with the `kind` and `schema` of its own kind; '
        "exit status 1",
    ),
)
"""The kinds of records: what a line of each has, what it is, and what ``recheck`` does with it."""
