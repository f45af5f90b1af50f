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

/-- Elaborates `text` in a copy of `env`. Nothing that it does survives in `env`. -/
def elaborate (env : Environment) (text : String) (heartbeats : Nat) : IO Elab.Frontend.State :=
  let input : Parser.InputContext :=
    { inputString := text, fileName := "claim", fileMap := text.toFileMap, endPos := text.rawEndPos, endPos_valid := by simp }
  Elab.IO.processCommands input {} (Elab.Command.mkState env {} (options heartbeats))

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
def goalOf (state : Elab.Frontend.State) : Option Expr :=
  match state.commandState.env.find? `goal with
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
  let errors ← errorsOf stated.commandState.messages.toList
  match goalOf stated, errors with
  | some goal, [] =>
    let proved ← elaborate env s!"theorem verified :\n{request.statement}\n:=\n{request.proof}" request.heartbeats
    let messages := proved.commandState.messages.toList
    let errors ← errorsOf messages
    let answer := { answer with errors, exhausted := anyExhausted messages, statement := s!"{goal.hash}" }
    if !isNil errors then return answer
    return audit request.heartbeats env proved.commandState.env goal answer
  | _, errors => return failed { answer with errors } "the statement is not a proposition"

end Repl
