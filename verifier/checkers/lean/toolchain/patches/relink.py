"""A patch: the WebAssembly of Lean is linked once, when it is installed, instead of in every thread of every process.

As shipped, ``lean.wasm`` exports 201,110 symbols, for a linker of the shape of ``dlsym``: each thread makes an object
of every function among them and puts it into the table of functions, 0.4 s of a processor each time. Here the table
is filled by the file itself (an element segment), in the order in which a thread would fill it, and what a symbol
stands for (a place in the table, or an address) is written into a file of its own, which is searched when something
is looked up. The code is not touched. What JavaScript mentions stays exported.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from verifier.checkers.lean.toolchain.patches.runtime_patches import Repair, RepairFailed

LINKED = (
    Repair(
        "the file itself fills the table of functions",
        'if(typeof value=="function"){addFunction(value)}continue}',
        "continue}",
    ),
    Repair(
        "it was read through once, to find again what stands in it: only functions of JavaScript are looked for now",
        "functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)",
        "functionsInTableMap=new WeakMap",
    ),
    Repair(
        "symbols are no exports any more",
        "var __dlsym_js=(handle,symbol,symbolIndex)=>{symbol=UTF8ToString(symbol);var result;var newSymIndex;"
        "var lib=LDSO.loadedLibsByHandle[handle];",
        'var symbols;var findSymbol=name=>{if(!symbols){var file=fs.readFileSync(scriptDirectory+"lean.symbols");'
        "var count=file.readUInt32LE(0);symbols={count,names:file.subarray(8+8*count),"
        "starts:new Uint32Array(file.buffer,file.byteOffset+4,count+1),"
        "values:new Int32Array(file.buffer,file.byteOffset+8+4*count,count)}}"
        "var wanted=Buffer.from(name);var low=0;var high=symbols.count;while(low<high){var middle=low+high>>1;"
        "var order=symbols.names.compare(wanted,0,wanted.length,symbols.starts[middle],symbols.starts[middle+1]);"
        "if(order==0){return symbols.values[middle]}if(order<0){low=middle+1}else{high=middle}}return null};"
        "var __dlsym_js=(handle,symbol,symbolIndex)=>{symbol=UTF8ToString(symbol);var result;var newSymIndex;"
        "var lib=LDSO.loadedLibsByHandle[handle];"
        "var found=Object.hasOwn(lib.exports,symbol)?null:findSymbol(symbol);if(found!==null){return found}",
    ),
)
"""Repairs of ``lean.js`` that belong to a relinked ``lean.wasm``; they come after all others."""

FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
IMPORTS, TABLES, GLOBALS, EXPORTS, ELEMENTS = 2, 4, 6, 7, 9
_HEAD = b"\0asm\x01\0\0\0"
_ONE_SEGMENT = b"\x01\x00\x41\x01\x0b"  # one active segment, of the first table, from its place 1 on
_ONE_TABLE = b"\x01\x70\x00"  # one table, of functions, without an upper limit
_I32, _CONSTANT, _I32_CONST, _END = 0x7F, 0, 0x41, 0x0B


@dataclass(frozen=True, slots=True)
class Relinked:
    """A ``lean.wasm`` that needs ``symbols`` beside it: what each of its former exports stands for."""

    wasm: bytes
    symbols: bytes


@dataclass(frozen=True, slots=True)
class Export:
    """What the outside sees under ``name``: number ``index`` among all functions, tables, memories or globals."""

    name: bytes
    kind: int
    index: int


class _Reader:
    """Reads what WebAssembly is written in."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while (byte := self.byte()) > 127:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def signed(self) -> int:
        start = self.at
        value, bits = self.number(), 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def name(self) -> bytes:
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]

    def limits(self) -> None:
        if self.byte() & 1:
            self.number()
        self.number()

    def expect(self, these: bytes, what: str) -> None:
        if self.data[self.at : self.at + len(these)] != these:
            raise RepairFailed(f"lean.wasm is not the file that was to be relinked ({what})")
        self.at += len(these)


def relinked(wasm: bytes, script: str) -> Relinked:
    """Return ``wasm`` linked, for a ``lean.js`` with the text ``script``. Raises: RepairFailed."""
    try:
        return _relinked(wasm, set(re.findall(rb"[A-Za-z_$][A-Za-z0-9_$]*", script.encode())))
    except IndexError as error:
        raise RepairFailed("lean.wasm ends in the middle") from error


def _relinked(wasm: bytes, mentioned: set[bytes]) -> Relinked:
    sections = list(_sections(wasm))
    parts = {kind: wasm[start:end] for kind, start, end in sections}
    if not parts.keys() >= {0, IMPORTS, TABLES, GLOBALS, EXPORTS, ELEMENTS}:
        raise RepairFailed("lean.wasm lacks a section that was to be relinked")
    imported, imported_globals = _imports(parts[IMPORTS])
    constants = _constants(parts[GLOBALS])
    table = _table(parts[TABLES], parts[ELEMENTS])
    place = {function: at for at, function in reversed(list(enumerate(table, 1)))}
    kept, meaning = [], {}
    # What has an address of its own in every thread is named in the first section, and linked in every thread.
    for export in _exports(parts[EXPORTS]):
        value = constants[export.index - imported_globals] if export.kind == GLOBAL else None
        if export.kind == FUNCTION:
            if export.index not in place:
                table.append(export.index)
                place[export.index] = len(table)
            value = place[export.index]
        wanted = export.name in mentioned or export.name in imported or _framed(export.name) in parts[0]
        if wanted or value is None or export.name.startswith(b"__em_js__"):
            kept.append(export)
        if value is not None:
            meaning[export.name] = value
    new = {
        EXPORTS: _many(_framed(e.name) + bytes([e.kind]) + _leb(e.index) for e in kept),
        ELEMENTS: _ONE_SEGMENT + _many(map(_leb, table)),
        TABLES: _ONE_TABLE + _leb(len(table) + 1),
    }
    pieces = [_HEAD]
    for kind, start, end in sections:
        content = new.get(kind) or wasm[start:end]
        pieces += [bytes([kind]), _leb(len(content)), content]
    return Relinked(b"".join(pieces), _searchable(meaning))


def _sections(wasm: bytes) -> Iterator[tuple[int, int, int]]:
    reader = _Reader(wasm)
    reader.expect(_HEAD, "its head")
    while reader.at < len(wasm):
        kind, length = reader.byte(), reader.number()
        yield kind, reader.at, reader.at + length
        reader.at += length


def _imports(section: bytes) -> tuple[set[bytes], int]:
    reader, names, number_of_globals = _Reader(section), set(), 0
    for _ in range(reader.number()):
        reader.name()  # of the module
        names.add(reader.name())
        kind = reader.byte()
        if kind == FUNCTION:
            reader.number()
        elif kind == MEMORY:
            reader.limits()
        elif kind == GLOBAL:
            reader.at += 2  # its type, and whether it can change
            number_of_globals += 1
        else:
            raise RepairFailed(f"lean.wasm imports something of kind {kind}, which was not foreseen")
    return names, number_of_globals


def _constants(section: bytes) -> list[int | None]:
    """Return the value of each global, or None if it can change."""
    reader, found = _Reader(section), list[int | None]()
    for _ in range(reader.number()):
        kind, changes = reader.byte(), reader.byte()
        reader.expect(bytes([_I32_CONST]), "a global that is no number")
        value = reader.signed()
        reader.expect(bytes([_END]), "the end of a global")
        found.append(value if (kind, changes) == (_I32, _CONSTANT) else None)
    return found


def _table(tables: bytes, elements: bytes) -> list[int]:
    """Return the functions in the table, from its place 1 on."""
    reader = _Reader(elements)
    reader.expect(_ONE_SEGMENT, "its elements")
    functions = [reader.number() for _ in range(reader.number())]
    _Reader(tables).expect(_ONE_TABLE + _leb(len(functions) + 1), "its table")
    return functions


def _exports(section: bytes) -> Iterator[Export]:
    reader = _Reader(section)
    for _ in range(reader.number()):
        yield Export(reader.name(), reader.byte(), reader.number())


def _leb(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _framed(name: bytes) -> bytes:
    return _leb(len(name)) + name


def _many(items: Iterator[bytes]) -> bytes:
    found = list(items)
    return _leb(len(found)) + b"".join(found)


def _searchable(meaning: dict[bytes, int]) -> bytes:
    """How many there are, where each name starts, what each stands for, and the names, in the order of their bytes."""
    names = sorted(meaning)
    starts = [0, *accumulate(map(len, names))]
    numbers = struct.pack(f"<{len(starts) + 1}I", len(names), *starts)
    return numbers + struct.pack(f"<{len(names)}i", *(meaning[name] for name in names)) + b"".join(names)
