module

public meta import Repl.Bulk

/-! The loop: one line of JSON in, one marked line of JSON out. -/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Repl

def marker : String := "@verifier "

def readRequest (json : Json) : Except String Request := do
  let id ← (← json.getObjVal? "id").getNat?
  let statement ← (← json.getObjVal? "statement").getStr?
  let proof ← (← json.getObjVal? "proof").getStr?
  let heartbeats ← (← json.getObjVal? "heartbeats").getNat?
  return { id, statement, proof, heartbeats }

/-- A request to certify many: its id, its heartbeats for each, and the statements. -/
def readBulk (json : Json) : Except String (Nat × Nat × List Json) := do
  let id ← (← json.getObjVal? "id").getNat?
  let heartbeats ← (← json.getObjVal? "heartbeats").getNat?
  match ← json.getObjVal? "bulk" with
  | .arr statements => return (id, heartbeats, statements.toList)
  | _ => throw "the statements are no list"

def readPairs : List Json → Except String (List (String × String))
  | [] => return []
  | .arr parts :: rest => do
    match parts.toList with
    | [.str statement, .str proof] => return (statement, proof) :: (← readPairs rest)
    | _ => throw "a statement and a proof are two texts"
  | _ => throw "a statement and a proof are a list"

/-- A request to check several proofs: its id, its heartbeats for each, and statements with their proofs. -/
def readMany (json : Json) : Except String (Nat × Nat × List (String × String)) := do
  let id ← (← json.getObjVal? "id").getNat?
  let heartbeats ← (← json.getObjVal? "heartbeats").getNat?
  match ← json.getObjVal? "many" with
  | .arr pairs => return (id, heartbeats, ← readPairs pairs.toList)
  | _ => throw "the proofs are no list"

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

def wrong (reason : String) : Json :=
  Json.mkObj [("id", .null), ("ok", .bool false), ("error", .str reason)]

def bulkJson (env : Environment) (axioms : Except String (List String)) (id heartbeats : Nat) (statements : List Json) : Json :=
  match axioms with
  | .error reason => wrong reason
  | .ok axioms => Json.mkObj [("id", .num id), ("bulk", .arr (certifiedAll env heartbeats statements).toArray),
      ("axioms", .arr (strings axioms).toArray)]

def answerOne (env : Environment) (request : Request) : IO Json := do
  try
    return answerJson (← prove env request)
  catch failure =>
    return answerJson (failed { id := request.id } failure.toString)

def answerEach (env : Environment) (id heartbeats : Nat) : List (String × String) → IO (List Json)
  | [] => return []
  | (statement, proof) :: rest => do
    let answer ← answerOne env { id, statement, proof, heartbeats }
    return answer :: (← answerEach env id heartbeats rest)

def answerMany (env : Environment) (id heartbeats : Nat) (pairs : List (String × String)) : IO Json := do
  let answers ← answerEach env id heartbeats pairs
  return Json.mkObj [("id", .num id), ("many", .arr answers.toArray)]

/-- The axioms under bulk certificates, once they are known. -/
abbrev Known := Option (Except String (List String))

def knownOr (env : Environment) (known : Known) : Except String (List String) :=
  match known with
  | some axioms => axioms
  | none => reflectAxioms env

/-- What one of our modules declares, and the axioms under all of it, proofs in scope. -/
def moduleJson (env : Environment) (name : Name) (data : ModuleData) : Json :=
  match walk env env 10000000 (toVisit data.constNames.toList []) {} with
  | .error reason => Json.mkObj [("module", .str (nameText name)), ("error", .str reason)]
  | .ok found => Json.mkObj [("module", .str (nameText name)), ("constants", .num data.constNames.size),
      ("axioms", .arr (strings (texts found.axioms)).toArray)]

def modulesJson (env : Environment) : List Name → List ModuleData → List Json
  | name :: names, data :: rest =>
    if name.getRoot == `Verifier then moduleJson env name data :: modulesJson env names rest
    else modulesJson env names rest
  | _, _ => []

def auditJson (env : Environment) (id : Nat) : Json :=
  Json.mkObj [("id", .num id),
    ("audit", .arr (modulesJson env env.header.moduleNames.toList env.header.moduleData.toList).toArray)]

/-- A request to audit our modules: its id. -/
def readAudit (json : Json) : Except String Nat := do
  match ← json.getObjVal? "audit" with
  | .bool true => (← json.getObjVal? "id").getNat?
  | _ => throw "no audit is asked for"

def answerLine (env : Environment) (known : Known) (line : String) : IO (Known × Json) :=
  match Json.parse line with
  | .error reason => return (known, wrong reason)
  | .ok json =>
    match readBulk json with
    | .ok (id, heartbeats, statements) =>
      let axioms := knownOr env known
      return (some axioms, bulkJson env axioms id heartbeats statements)
    | .error _ =>
      match readMany json with
      | .ok (id, heartbeats, pairs) => return (known, ← answerMany env id heartbeats pairs)
      | .error _ =>
        match readRequest json with
        | .ok request => return (known, ← answerOne env request)
        | .error reason =>
          match readAudit json with
          | .ok id => return (known, auditJson env id)
          | .error _ => return (known, wrong reason)

def loop (env : Environment) (known : Known) (input output : IO.FS.Handle) : Nat → IO Unit
  | 0 => return ()
  | left + 1 => do
    let line ← input.getLine
    if line.isEmpty then return ()
    let (known, json) ← answerLine env known line
    say output json
    loop env known input output left

/-- What every statement may mention. Our own modules come whole, so that the audit walks into their proofs. -/
def imports : Array Import := #[{ module := `Init }, { module := `Verifier.Closed, importAll := true },
  { module := `Verifier.Order, importAll := true }, { module := `Verifier.Reflect, importAll := true },
  { module := `Verifier.Whole, importAll := true }, { module := `Verifier.Sums, importAll := true }]

/-- Serves requests until the input ends. The standard streams are opened by name, since `#eval` hides them. -/
def main : IO Unit := do
  let input ← IO.FS.Handle.mk "/dev/stdin" .read
  let output ← IO.FS.Handle.mk "/dev/stdout" .write
  let env ← importModules imports {} 0 (loadExts := true)
  say output (Json.mkObj [("ready", .str Lean.versionString)])
  loop env none input output 1000000

unsafe def runImpl (_ : Nat) : String :=
  match main (unsafeCast ()) with
  | .ok _ _ => "served"
  | .error failure _ => failure.toString

/-- A pure function whose evaluation serves requests: it needs neither a compiler nor `lean --run`. -/
@[implemented_by runImpl] opaque run : Nat → String

end Repl
