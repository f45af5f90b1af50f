"""The patch by which the embedded Lean reads the machine code of an earlier run, or leaves its own: see code_cache."""

from __future__ import annotations

from verifier.checkers.lean.toolchain.patches.runtime_patches import Repair

_FUNCTIONS = (
    # V8 takes and gives code only in a dialect of its own, which is spoken in two places and switched off again.
    'var natively=(text,...args)=>{var v8=require("v8");v8.setFlagsFromString("--allow-natives-syntax");'
    'try{return new Function("a","b","return "+text)(...args)}'
    'finally{v8.setFlagsFromString("--no-allow-natives-syntax")}};'
    "var moduleFromCode=(name,binary)=>{if(!name){return undefined}try{var file=fs.readFileSync(name);"
    "var whole=file.length==file.buffer.byteLength;"
    "var code=whole?file.buffer:file.buffer.slice(file.byteOffset,file.byteOffset+file.length);"
    'return natively("%DeserializeWasmModule(a,b)",code,binary)}catch{return undefined}};'
    # V8 compiles well in the background; what is not done after this while is compiled by those who come later.
    "var leaveCode=(name,module)=>{Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,3000);"
    # The flags that stand when code is written must stand when it is read.
    'require("v8").setFlagsFromString("--wasm-dynamic-tiering");'
    'fs.writeFileSync(name,Buffer.from(natively("%SerializeWasmModule(a)",module)))};'
)

CODE = (
    Repair(
        "V8 compiled in every run what it had compiled in the one before",
        "async function instantiateArrayBuffer(binaryFile,imports){",
        _FUNCTIONS + "async function instantiateArrayBuffer(binaryFile,imports){",
    ),
    Repair(
        "V8 compiled in every run what it had compiled in the one before (where it is asked to)",
        "var instance=await WebAssembly.instantiate(binary,imports);return instance",
        'var module=moduleFromCode(process.env["VERIFIER_CODE"],binary);'
        "if(module){return{module,instance:await WebAssembly.instantiate(module,imports)}}"
        'var name=process.env["VERIFIER_KEEP_CODE"];'
        'if(name){require("v8").setFlagsFromString("--no-wasm-dynamic-tiering")}'
        "var instance=await WebAssembly.instantiate(binary,imports);"
        'if(name){process.on("exit",()=>leaveCode(name,instance.module))}return instance',
    ),
)
