module

public meta import Gate.Closure

/-! A file is elaborated: messages, and what is new in the environment. -/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

/-- Options of every elaboration. Nothing runs in the background, so that what comes out is complete. -/
def options (heartbeats : Nat) : Options :=
  let options : Options := {}
  let options := options.insert `maxHeartbeats (.ofNat heartbeats)
  let options := options.insert `Elab.async (.ofBool false)
  options.insert `autoImplicit (.ofBool true)

def inputOf (text : String) : Parser.InputContext :=
  { inputString := text, fileName := "candidate", fileMap := text.toFileMap, endPos := text.rawEndPos, endPos_valid := by simp }

/-- Elaborates a whole file in a copy of `env`; its imports are read past, they were loaded before. -/
def elaborate (env : Environment) (text : String) (heartbeats : Nat) : IO Elab.Frontend.State := do
  let input := inputOf text
  let (_, parser, messages) ← Parser.parseHeader input
  let state := Elab.Command.mkState env messages (options heartbeats)
  Elab.IO.processCommands input parser { state with infoState := { enabled := true } }

def severity (message : Message) : String :=
  match message.severity with
  | .error => "error"
  | .warning => "warning"
  | .information => "information"

/-- Cut, so that no message floods the line. -/
def mostText : Nat := 2000

def firstOf : Nat → List Char → List Char
  | 0, _ => []
  | _, [] => []
  | left + 1, c :: rest => c :: firstOf left rest

def cut (text : String) : String := if text.length > mostText then String.ofList (firstOf mostText text.toList) ++ " ..." else text

def endOf (message : Message) : Position :=
  match message.endPos with
  | some pos => pos
  | none => message.pos

def isExhausted (message : Message) : Bool :=
  message.data.kind == `runtime.maxHeartbeats || message.data.kind == `runtime.maxRecDepth

/-- Lean's warning that a declaration rests on a `sorry` of its own. -/
def saysSorry (message : Message) : Bool := message.data.kind == `hasSorry

def messageJson (message : Message) : IO Json := do
  let text ← message.data.toString
  let to := endOf message
  return Json.mkObj [("severity", .str (severity message)), ("line", num message.pos.line), ("column", num message.pos.column),
    ("end_line", num to.line), ("end_column", num to.column), ("message", .str (cut text)), ("exhausted", .bool (isExhausted message)),
    ("sorry", .bool (saysSorry message))]

/-- All errors and warnings of `sorry`, others up to a number. -/
def messagesJson : Nat → List Message → IO (List Json)
  | _, [] => return []
  | 0, message :: rest =>
    if message.severity matches .error || saysSorry message then return (← messageJson message) :: (← messagesJson 0 rest)
    else messagesJson 0 rest
  | left + 1, message :: rest => return (← messageJson message) :: (← messagesJson left rest)

end Gate
