"""A patch: Lean's library is read by the thread that needs it, instead of by the main thread on its behalf.

In the embedded Lean only the main thread has a file system: every call of another one is handed over, and both wait
for each other. Importing cost 16,000 such calls, most of them to find that a file is not there. The library does not
change after its installation, so a list of its files (``lean.files``) answers those, and the rest is read directly.
"""

from __future__ import annotations

import json
from pathlib import Path

from verifier.checkers.lean.toolchain.patches.runtime_patches import Repair

PLACE = "/lean/lib/lean"
"""Where the embedded Lean sees its library."""

NAMES = "lean.files"
"""The file beside ``lean.js`` that lists what is in the library, folders as well."""

_FUNCTIONS = (
    "var libraryNames;var libraryOpen=new Map;var libraryNext;"
    'var libraryName=path=>{path=UTF8ToString(path);return path.startsWith("/lean/lib/lean/")?path.slice(15):null};'
    "var libraryHas=name=>{"
    'libraryNames??=new Set(JSON.parse(fs.readFileSync(scriptDirectory+"lean.files","utf8")));'
    "return libraryNames.has(name)};"
    'var libraryFile=name=>scriptDirectory+"../lib/lean/"+name;'
    "var libraryStat=(path,buf)=>{var name=libraryName(path);if(name===null){return null}"
    "if(!libraryHas(name)){"
    'return name.split("/").some(part=>part==""||part=="."||part=="..")?null:-44}'
    "try{return SYSCALLS.writeStat(buf,fs.lstatSync(libraryFile(name)))}catch{return null}};"
    # Flags 32768 and 524288 (large files, closed on exec) change nothing here; with any other it is not our business.
    "var libraryOpenat=(path,flags)=>{var name=libraryName(path);"
    "if(name===null||flags&~557056||!libraryHas(name)){return null}"
    # Each thread has numbers of its own, above those of the file system: one that is used elsewhere is no file there.
    "libraryNext??=worker_threads.threadId*1048576;if(libraryNext>2146435072){return null}"
    'try{libraryOpen.set(libraryNext,{nfd:fs.openSync(libraryFile(name),"r"),position:0})}catch{return null}'
    "return libraryNext++};"
    "var libraryRead=(file,iov,iovcnt,pnum)=>{var count=0;try{for(;iovcnt>0;iovcnt--){"
    "var ptr=(growMemViews(),HEAPU32)[iov>>2];var len=HEAPU32[iov+4>>2];iov+=8;"
    "var got=fs.readSync(file.nfd,HEAP8,ptr,len,file.position);file.position+=got;count+=got;"
    "if(got<len){break}}}catch{return 29}HEAPU32[pnum>>2]=count;return 0};"
    "var librarySeek=(file,offset,whence,newOffset)=>{try{var start=whence==0?0:whence==1?file.position:"
    "fs.fstatSync(file.nfd).size;file.position=start+Number(offset)}catch{return 29}"
    "(growMemViews(),HEAP64)[newOffset>>3]=BigInt(file.position);return 0};"
    "var libraryClose=(fd,file)=>{libraryOpen.delete(fd);fs.closeSync(file.nfd);return 0};"
)


def _first(call: str, arguments: str, question: str) -> Repair:
    """Return a repair of a system call: in a thread, ``question`` is asked first; null means that it cannot say."""
    old = f"function {call}({arguments}){{if(ENVIRONMENT_IS_PTHREAD)"
    answer = f"{{var here={question};if(here!=null){{return here}}}}"
    return Repair(f"the main thread was asked for every file: {call}", old, f"{old}{answer}{old.partition('{')[2]}")


def _of_open_file(call: str, arguments: str, answer: str) -> Repair:
    return _first(call, arguments, f"libraryOpen.has(fd)?{answer}:null")


LIBRARY = (
    Repair(
        "only the main thread could read files",
        "var proxyToMainThread=(funcIndex,",
        _FUNCTIONS + "var proxyToMainThread=(funcIndex,",
    ),
    _first("___syscall_stat64", "path,buf", "libraryStat(path,buf)"),
    _first("___syscall_openat", "dirfd,path,flags,varargs", "libraryOpenat(path,flags)"),
    _of_open_file("___syscall_fstat64", "fd,buf", "SYSCALLS.writeStat(buf,fs.fstatSync(libraryOpen.get(fd).nfd))"),
    _of_open_file("_fd_read", "fd,iov,iovcnt,pnum", "libraryRead(libraryOpen.get(fd),iov,iovcnt,pnum)"),
    _of_open_file("_fd_seek", "fd,offset,whence,newOffset", "librarySeek(libraryOpen.get(fd),offset,whence,newOffset)"),
    _of_open_file("_fd_close", "fd", "libraryClose(fd,libraryOpen.get(fd))"),
    Repair(
        "the 137 MB of the program were copied once more",
        "var response=await readAsync(binaryFile);return new Uint8Array(response)",
        "return await readAsync(binaryFile)",
    ),
)
"""Repairs of ``lean.js`` that need the list of the library's files beside it."""


def listed(library: Path) -> str:
    """Return the text of the list of what is in a folder. Raises: OSError."""
    return json.dumps(sorted(path.relative_to(library).as_posix() for path in library.rglob("*")))
