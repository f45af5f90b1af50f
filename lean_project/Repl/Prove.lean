module

public meta import Repl.Audit

/-! One request: a statement and a proof go in, what the kernel says about them comes out. -/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Repl

structure Request where
  id : Nat
  statement : String
  proof : String
  heartbeats : Nat

structure Answer where
  id : Nat
  ok : Bool := false
  exhausted : Bool := false
  errors : List Json := []
  axioms : List String := []
  statement : String := ""

/-- Options of every elaboration. Nothing runs in the background, so that an answer is complete. -/
def options (heartbeats : Nat) : Options :=
  let options : Options := {}
  let options := options.insert `maxHeartbeats (.ofNat heartbeats)
  let options := options.insert `Elab.async (.ofBool false)
  let options := options.insert `autoImplicit (.ofBool false)
  options.insert `warn.sorry (.ofBool false)

def joinMessages : List Message → List Message → List Message
  | [], rest => rest
  | message :: messages, rest => message :: joinMessages messages rest

def logsOf : List Language.Snapshot → List Message → List Message
  | [], rest => rest
  | snapshot :: snapshots, rest => joinMessages snapshot.diagnostics.msgLog.toList (logsOf snapshots rest)

def logged : List (Language.SnapshotTask Language.SnapshotTree) → List Message → List Message
  | [], rest => rest
  | task :: tasks, rest => logsOf task.task.get.getAll.toList (logged tasks rest)

/-- What an elaboration leaves behind: its environment, and what was said by its commands and by those of their parts
that report for themselves. -/
structure Elaborated where
  env : Environment
  messages : List Message

/-- Elaborates one command after another. Each begins with an empty log, so that nothing is said twice. -/
def elaborateEach (context : Elab.Frontend.Context) (state : IO.Ref Elab.Frontend.State) (said : List Message) :
    Nat → IO Elaborated
  | 0 => throw (IO.userError "a text has too many commands")
  | left + 1 => do
    let done ← Elab.Frontend.processCommand context state
    let found ← state.get
    let command := found.commandState
    let said := joinMessages said (joinMessages command.messages.toList (logged command.snapshotTasks.toList []))
    if done then return { env := command.env, messages := said }
    state.set { found with commandState := { command with messages := {}, snapshotTasks := #[] } }
    elaborateEach context state said left

/-- Elaborates `text` in a copy of `env`, in this thread: `IO.processCommands` would hand each command to others.
Nothing that it does survives in `env`. -/
def elaborate (env : Environment) (text : String) (heartbeats : Nat) : IO Elaborated := do
  let input : Parser.InputContext :=
    { inputString := text, fileName := "claim", fileMap := text.toFileMap, endPos := text.rawEndPos, endPos_valid := by simp }
  let state ← IO.mkRef
    { commandState := Elab.Command.mkState env {} (options heartbeats), parserState := {}, cmdPos := 0 }
  elaborateEach { inputCtx := input } state [] 1000

def isExhausted (message : Message) : Bool :=
  message.data.kind == `runtime.maxHeartbeats || message.data.kind == `runtime.maxRecDepth

def anyExhausted : List Message → Bool
  | [] => false
  | message :: rest => isExhausted message || anyExhausted rest

@[inline] def isNil {α : Type} : List α → Bool
  | [] => true
  | _ => false

def errorJson (message : Message) : IO Json := do
  let text ← message.data.toString
  return Json.mkObj [("line", .num message.pos.line), ("col", .num message.pos.column), ("message", .str text)]

def errorsOf : List Message → IO (List Json)
  | [] => return []
  | message :: rest => do
    let rest ← errorsOf rest
    match message.severity with
    | .error => return (← errorJson message) :: rest
    | _ => return rest

def failed (answer : Answer) (reason : String) : Answer :=
  { answer with ok := false, errors := Json.mkObj [("line", .num 0), ("col", .num 0), ("message", .str reason)] :: answer.errors }

/-- `text` is one whole term, so that nothing in it closes what we opened around it. -/
def isTerm (env : Environment) (text : String) : Bool :=
  match Parser.runParserCategory env `term text with
  | .ok _ => true
  | .error _ => false

/-- The proposition that the statement denotes, elaborated by itself: the type of an axiom in an environment
that is thrown away. (The body of a definition would not do: its inner proofs are moved out of it.) -/
def goalOf (stated : Elaborated) : Option Expr :=
  match stated.env.find? `goal with
  | some (.axiomInfo v) => if isNil v.levelParams then some v.type else none
  | _ => none

def texts : List Name → List String
  | [] => []
  | name :: rest => nameText name :: texts rest

/-- The axioms that a proof may rest on: those of Lean's own logic, and no others. -/
def isPermitted (name : Name) : Bool :=
  name == `propext || name == `Classical.choice || name == `Quot.sound

def allPermitted : List Name → Bool
  | [] => true
  | name :: rest => isPermitted name && allPermitted rest

/-- The audit of `verified`: it states `goal`, and the kernel accepts it and all that is new under it. -/
def audit (heartbeats : Nat) (before after : Environment) (goal : Expr) (answer : Answer) : Answer :=
  match after.find? `verified with
  | some (.thmInfo theorem_) =>
    if !(isNil theorem_.levelParams && theorem_.type == goal) then failed answer "another statement was proved" else
    match walk before after 1000000 [.visit `verified] {} with
    | .error reason => failed answer reason
    | .ok found =>
      let answer := { answer with axioms := texts found.axioms }
      if !allPermitted found.axioms then failed answer "the proof rests on an axiom that is not permitted" else
      match replay heartbeats before (backwards found.fresh []) with
      | .error reason => failed answer reason
      | .ok _ => { answer with ok := isNil answer.errors }
  | _ => failed answer "no theorem came out"

/-- What comes of one request, in an environment that stays as it is. -/
def prove (env : Environment) (request : Request) : IO Answer := do
  let answer : Answer := { id := request.id }
  if !isTerm env request.statement then return failed answer "the statement is not a term"
  if !isTerm env request.proof then return failed answer "the proof is not a term"
  let stated ← elaborate env s!"axiom goal :\n{request.statement}" request.heartbeats
  let errors ← errorsOf stated.messages
  match goalOf stated, errors with
  | some goal, [] =>
    let proved ← elaborate env s!"theorem verified :\n{request.statement}\n:=\n{request.proof}" request.heartbeats
    let errors ← errorsOf proved.messages
    let answer := { answer with errors, exhausted := anyExhausted proved.messages, statement := s!"{goal.hash}" }
    if !isNil errors then return answer
    return audit request.heartbeats env proved.env goal answer
  | _, errors => return failed { answer with errors } "the statement is not a proposition"

end Repl
