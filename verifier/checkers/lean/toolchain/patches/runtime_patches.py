"""Patches of the downloaded ``lean.js``: from 95 s to a few of start-up, and a standard input that works.

Each repair replaces a text that must stand there exactly once. The package is pinned by its hash, so a text
that is missing means that the pin was changed without looking at the repairs.

Others come after these: library_patch (threads read the library themselves), code_cache_patch (machine code is read
back), and relink (the program is linked when it is installed).

What was tried and is not here: filling the table of the linker only with what was asked for (``updateGOT`` over its
own keys) makes the REPL hang, it seems because threads then disagree about where a function is. V8's code of an
ordinary warm run (9.5 MB) saves nothing; code of everything that the run called (55 MB) does, see code_cache.
Whether a patch serves is seen only by Lean's own output: a ``lean.js`` that does not find its main ends quickly,
quietly and with status 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


class RepairFailed(ValueError):
    """A text to be repaired is not there exactly once."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Replaces ``old`` by ``new``; ``why`` is for people."""

    why: str
    old: str
    new: str


REPAIRS = (
    Repair(
        "a symbol is looked up in 201,110 exports by a linear scan, thousands of times: 93 of 95 seconds",
        "newSymIndex=Object.keys(lib.exports).indexOf(symbol);if(newSymIndex==-1||",
        "if(!(symbol in lib.exports)||",
    ),
    Repair(
        "its number is only needed for the few that have no place in the table yet",
        "result=addFunction(result,result.sig);(growMemViews(),HEAPU32)[symbolIndex>>2]=newSymIndex",
        "newSymIndex=0;for(var name in lib.exports){if(name==symbol){break}newSymIndex++}"
        "result=addFunction(result,result.sig);(growMemViews(),HEAPU32)[symbolIndex>>2]=newSymIndex",
    ),
    Repair(
        "each thread made 201,110 entries for symbols that nothing imports; they keep their places in the table",
        "var value=exports[symName];var existingEntry=GOT[symName]&&GOT[symName].value!=-1;",
        "var value=exports[symName];if(!replace&&!Object.hasOwn(GOT,symName)){"
        'if(typeof value=="function"){addFunction(value)}continue}'
        "var existingEntry=GOT[symName]&&GOT[symName].value!=-1;",
    ),
    Repair(
        "what had just been put into the table was read back from it, for each of those",
        "wasmTable.set(idx,func);wasmTableMirror[idx]=wasmTable.get(idx)",
        "wasmTable.set(idx,func);wasmTableMirror[idx]=func",
    ),
    Repair(
        "each worker links 201,110 exports for itself before Lean begins; a second one is made when it is needed",
        "var pthreadPoolSize=4;",
        "var pthreadPoolSize=1;",
    ),
    Repair(
        "every thread copied 201,110 exports, each looked up on the way: they are found behind the imports as well",
        'wasmExports=instance.exports;var origExports=wasmExports;mergeLibSymbols(wasmExports,"main");',
        "wasmExports=instance.exports;var origExports=wasmExports;Object.setPrototypeOf(wasmImports,wasmExports);"
        'if(!wasmImports["main"]){wasmImports["main"]=wasmExports["__main_argc_argv"]}',
    ),
    Repair(
        "another thread is told of a symbol by its number, which now counts the exports behind the imports as well",
        "var symName=Object.keys(symDict)[symbolIndex];",
        "if(!lib.namesOfExports){lib.namesOfExports=[];for(var name in symDict){lib.namesOfExports.push(name)}}"
        "var symName=lib.namesOfExports[symbolIndex];",
    ),
    Repair(
        "a list of pairs was made of all symbols to look at one field of each",
        "for(var[symName,entry]of Object.entries(GOT)){if(entry.value==-1){",
        "for(var symName in GOT){var entry=GOT[symName];if(entry.value==-1){",
    ),
    Repair(
        "each of 201,110 names was compared with 18 others",
        'var isInternalSym=symName=>["memory",',
        'var internalSyms=new Set(["memory",',
    ),
    Repair(
        "each of 201,110 names was compared with 18 others (the end of it)",
        '"__stop_em_js"].includes(symName)||symName.startsWith("__em_js__")',
        '"__stop_em_js"]);var isInternalSym=symName=>internalSyms.has(symName)||symName.startsWith("__em_js__")',
    ),
    Repair(
        "touching process.stdin makes the descriptor non-blocking, and bytes were decoded block by block",
        "var FS_stdin_getChar=()=>{if(!FS_stdin_getChar_buffer.length){var result=null;if(ENVIRONMENT_IS_NODE){"
        "var BUFSIZE=256;var buf=Buffer.alloc(BUFSIZE);var bytesRead=0;var fd=process.stdin.fd;try{"
        'bytesRead=fs.readSync(fd,buf,0,BUFSIZE)}catch(e){if(e.toString().includes("EOF"))bytesRead=0;else throw e}'
        'if(bytesRead>0){result=buf.slice(0,bytesRead).toString("utf-8")}}else if(globalThis.window?.prompt){'
        'result=window.prompt("Input: ");if(result!==null){result+="\\n"}}else{}if(!result){return null}'
        "FS_stdin_getChar_buffer=intArrayFromString(result,true)}return FS_stdin_getChar_buffer.shift()}",
        "var FS_stdin_getChar_next=0;var FS_stdin_getChar=()=>{"
        "if(FS_stdin_getChar_next>=FS_stdin_getChar_buffer.length){var block=Buffer.alloc(65536);var count=0;"
        "for(;;){try{count=fs.readSync(0,block,0,65536);break}catch(e){if(e.code!=='EAGAIN'){break}"
        "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,2)}}"
        "FS_stdin_getChar_buffer=block.subarray(0,count);FS_stdin_getChar_next=0;if(count<1){return null}}"
        "return FS_stdin_getChar_buffer[FS_stdin_getChar_next++]}",
    ),
    Repair(
        "a read waited until its buffer was full; it now gives what there is, like any terminal",
        "var result;try{result=stream.tty.ops.get_char(stream.tty)}",
        "var result;if(bytesRead>0&&FS_stdin_getChar_next>=FS_stdin_getChar_buffer.length){break}"
        "try{result=stream.tty.ops.get_char(stream.tty)}",
    ),
    Repair(
        "only /home and /tmp were reachable, and all of them: now exactly the folders that we name",
        'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");var cwd=process.cwd();'
        'if(cwd.startsWith("/private/tmp/")){cwd=cwd.replace("/private/tmp/","/tmp/")}'
        'else if(cwd==="/private/tmp"){cwd="/tmp"}FS.chdir(cwd)',
        'for(const[place,folder]of Object.entries(JSON.parse(process.env["VERIFIER_MOUNTS"]))){'
        'FS.mkdirTree(place);FS.mount(NODEFS,{root:folder},place)}FS.chdir("/work")',
    ),
    Repair(
        "the library is searched beside the program, whose folder has the name under which it is mounted",
        'if(isNode){path=__filename}else{path="/bin/lean.wasm"}',
        'path="/lean/bin/lean.js";',
    ),
)

_DECLARED = "_main,_lean_main,"
_ASSIGN = ";function assignWasmExports(wasmExports){"
_AFTER = "}var wasmImports;function assignWasmImports()"


def once(text: str, old: str, why: str) -> int:
    """Return where ``old`` stands in ``text``. Raises: RepairFailed unless it stands there exactly once."""
    if (count := text.count(old)) != 1:
        raise RepairFailed(f"lean.js is not the file that the repairs were written for ({why}: {count} times)")
    return text.index(old)


def drop_unused_names(text: str) -> str:
    """Return ``text`` without the 201,000 names that nothing mentions: 89 MB become 0.7. Raises: RepairFailed."""
    end_declared = once(text, _ASSIGN, "assignments of exports")
    after = once(text, _AFTER, "the end of the assignments of exports")
    declared = once(text, "var " + _DECLARED, "declarations of exports")
    names = text[declared + len("var ") : end_declared].split(",")
    assignments = text[end_declared + len(_ASSIGN) : after].split(";")
    used = set(re.findall(r"[A-Za-z_$][A-Za-z0-9_$]*", text[:declared]))
    used.update(re.findall(r"[A-Za-z_$][A-Za-z0-9_$]*", text[after:]))
    kept = ",".join(name for name in names if name in used)
    assigned = ";".join(line for line in assignments if line.partition("=")[0] in used)
    return f"{text[:declared]}var {kept}{_ASSIGN}{assigned}{text[after:]}"


def repaired(text: str) -> str:
    """Return the text of ``lean.js`` with every repair made. Raises: RepairFailed."""
    return mended(drop_unused_names(text), REPAIRS)


def mended(text: str, repairs: Iterable[Repair]) -> str:
    """Return ``text`` with these repairs made. Raises: RepairFailed."""
    for repair in repairs:
        at = once(text, repair.old, repair.why)
        text = text[:at] + repair.new + text[at + len(repair.old) :]
    return text
