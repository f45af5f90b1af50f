module

public meta import Repl.Prove

/-! The loop: one line of JSON in, one marked line of JSON out. -/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Repl

def marker : String := "@verifier "

def readRequest (line : String) : Except String Request := do
  let json ← Json.parse line
  let id ← (← json.getObjVal? "id").getNat?
  let statement ← (← json.getObjVal? "statement").getStr?
  let proof ← (← json.getObjVal? "proof").getStr?
  let heartbeats ← (← json.getObjVal? "heartbeats").getNat?
  return { id, statement, proof, heartbeats }

def strings : List String → List Json
  | [] => []
  | text :: rest => .str text :: strings rest

def answerJson (answer : Answer) : Json :=
  Json.mkObj [("id", .num answer.id), ("ok", .bool answer.ok), ("exhausted", .bool answer.exhausted),
    ("errors", .arr answer.errors.toArray), ("axioms", .arr (strings answer.axioms).toArray),
    ("statement", .str answer.statement)]

def say (out : IO.FS.Handle) (json : Json) : IO Unit := do
  out.putStr (marker ++ json.compress ++ "\n")
  out.flush

def answerLine (env : Environment) (line : String) : IO Json :=
  match readRequest line with
  | .error reason => return Json.mkObj [("id", .null), ("ok", .bool false), ("error", .str reason)]
  | .ok request => do
    try
      return answerJson (← prove env request)
    catch failure =>
      return answerJson (failed { id := request.id } failure.toString)

def loop (env : Environment) (input output : IO.FS.Handle) : Nat → IO Unit
  | 0 => return ()
  | left + 1 => do
    let line ← input.getLine
    if line.isEmpty then return ()
    say output (← answerLine env line)
    loop env input output left

/-- What every statement may mention. Our own modules come whole, so that the audit walks into their proofs. -/
def imports : Array Import := #[{ module := `Init }, { module := `Verifier.Closed, importAll := true },
  { module := `Verifier.Order, importAll := true }]

/-- Serves requests until the input ends. The standard streams are opened by name, since `#eval` hides them. -/
def main : IO Unit := do
  let input ← IO.FS.Handle.mk "/dev/stdin" .read
  let output ← IO.FS.Handle.mk "/dev/stdout" .write
  let env ← importModules imports {} 0 (loadExts := true)
  say output (Json.mkObj [("ready", .str Lean.versionString)])
  loop env input output 1000000

unsafe def runImpl (_ : Nat) : String :=
  match main (unsafeCast ()) with
  | .ok _ _ => "served"
  | .error failure _ => failure.toString

/-- A pure function whose evaluation serves requests: it needs neither a compiler nor `lean --run`. -/
@[implemented_by runImpl] opaque run : Nat → String

end Repl
