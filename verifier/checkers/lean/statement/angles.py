"""Sine and cosine: two functions of which only laws are stated (trusted).

The statement speaks of every ``sn`` and ``cs`` that obey the laws below; sine and cosine do, over the real and over the
complex numbers, and so does the real number pi, so it holds of them. A tangent is their quotient.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verifier.kernel.expr import Head

WAVES: Final = frozenset({Head.SIN, Head.COS, Head.TAN})

LAWS: Final = ("vq", "vs", "vc", "vn", "vm", "vp")
"""The names of the laws about every angle."""


def stated(type_: str, pi: bool, ordered: bool) -> Iterator[tuple[str, str]]:
    """Yield, with the name that introduces it, each part of the head that binds sine and cosine; ``pi`` and ``ordered``
    say whether there is that number, and an order."""
    yield "sn", f"∀ sn : {type_} → {type_}, "
    yield "cs", f"∀ cs : {type_} → {type_}, "
    one, zero = f"(1 : {type_})", f"(0 : {type_})"
    yield "vq", f"(∀ y : {type_}, (((sn y) ^ (2 : Nat)) + ((cs y) ^ (2 : Nat))) = {one}) → "
    yield "vs", f"(∀ y z : {type_}, (sn (y + z)) = (((sn y) * (cs z)) + ((cs y) * (sn z)))) → "
    yield "vc", f"(∀ y z : {type_}, (cs (y + z)) = (((cs y) * (cs z)) - ((sn y) * (sn z)))) → "
    yield "vn", f"(∀ y : {type_}, (sn (-y)) = (-(sn y))) → "
    yield "vm", f"(∀ y : {type_}, (cs (-y)) = (cs y)) → "
    yield "v0", f"((sn {zero}) = {zero}) → "
    yield "v1", f"((cs {zero}) = {one}) → "
    if pi:
        half = f"(pi / (2 : {type_}))"
        yield "vr", f"((sn {half}) = {one}) → "
        yield "vt", f"((cs {half}) = {zero}) → "
        if ordered:
            yield "vp", f"(∀ y : {type_}, {zero} < y → y < {half} → (({zero} < (sn y)) ∧ ({zero} < (cs y)))) → "
