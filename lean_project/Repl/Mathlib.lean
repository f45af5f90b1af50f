module

meta import Repl.Loop

/-! Serves requests with Mathlib in scope. It is elaborated by a native toolchain that has one, and compiled nowhere. -/

open Lean

meta def serveWithMathlib : IO Unit := do
  let input ← IO.FS.Handle.mk "/dev/stdin" .read
  let output ← IO.FS.Handle.mk "/dev/stdout" .write
  let env ← importModules (Repl.imports.push { module := `Mathlib.Tactic, importAll := true }) {} 0 (loadExts := true)
  Repl.say output (Json.mkObj [("ready", .str Lean.versionString)])
  Repl.loop env none input output 1000000

#eval serveWithMathlib
