module

public meta import Gate.Scan

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

def treesAbove : List Elab.InfoTree → List Elab.InfoTree → List Elab.InfoTree
  | [], rest => rest
  | tree :: more, rest => tree :: treesAbove more rest

abbrev Trees := PersistentArrayNode Elab.InfoTree

def nodesAbove : List Trees → List Trees → List Trees
  | [], rest => rest
  | node :: more, rest => node :: nodesAbove more rest

/-- The elements of a persistent array, gathered by hand: its folds have no symbol of their own. -/
def leaves : Nat → List (PersistentArrayNode Elab.InfoTree) → List Elab.InfoTree → List Elab.InfoTree
  | 0, _, rest => rest
  | _, [], rest => rest
  | fuel + 1, .leaf trees :: more, rest => treesAbove trees.toList (leaves fuel more rest)
  | fuel + 1, .node nodes :: more, rest => leaves fuel (nodesAbove nodes.toList more) rest

def elements (array : PersistentArray Elab.InfoTree) : List Elab.InfoTree :=
  leaves 1000000 [array.root] array.tail.toList

/-- What a file is held to. `free`: nothing is looked at before it is elaborated. -/
structure Rules where
  free : Bool
  axioms : List String
  heartbeats : Nat

/-- What an elaboration came to. `opens`: how many declarations are left open; `unnamed`: warnings of what is left open
and belongs to no declaration; `heard`, `seen`: messages and trees of each command, the last first. -/
structure Outcome where
  state : Elab.Frontend.State
  known : NameSet := {}
  refused : Option Refusal := none
  limited : List Name := []
  opens : Nat := 0
  unnamed : List Message := []
  heard : List (List Message) := []
  seen : List (List Elab.InfoTree) := []

def elaborateCommand (input : Parser.InputContext) (state : Elab.Frontend.State) (stx : Syntax) : IO Elab.Frontend.State := do
  let place ← IO.mkRef state
  Elab.Frontend.elabCommandAtFrontend stx { inputCtx := input } place
  place.get

def joinMessages : List Message → List Message → List Message
  | [], rest => rest
  | message :: more, rest => message :: joinMessages more rest

abbrev MessageNode := PersistentArrayNode Message

def messageNodes : List MessageNode → List MessageNode → List MessageNode
  | [], rest => rest
  | node :: more, rest => node :: messageNodes more rest

/-- The messages of a persistent array, gathered by hand: its folds have no symbol of their own. -/
def messagesAt : Nat → List MessageNode → List Message → List Message
  | 0, _, rest => rest
  | _, [], rest => rest
  | fuel + 1, .leaf messages :: more, rest => joinMessages messages.toList (messagesAt fuel more rest)
  | fuel + 1, .node nodes :: more, rest => messagesAt fuel (messageNodes nodes.toList more) rest

def messagesIn (array : PersistentArray Message) : List Message := messagesAt 1000000 [array.root] array.tail.toList

/-- All messages of a log, those included that it holds for reported. -/
def messagesOf (log : MessageLog) : List Message := joinMessages (messagesIn log.reported) (messagesIn log.unreported)

/-- Lean's warning that a declaration rests on a `sorry` of its own. -/
def saysSorry (message : Message) : Bool := message.data.kind == `hasSorry

def sorriesOf : List Message → List Message
  | [] => []
  | message :: rest => if saysSorry message then message :: sorriesOf rest else sorriesOf rest

/-- Whether a declaration itself, and none that it mentions, is left open. -/
def isOpen (env : Environment) (name : Name) : Bool :=
  match env.find? name with
  | some info => !isImported env name && isIn `sorryAx (mentions env info)
  | none => false

def openAmong (env : Environment) : List Name → Nat → Nat
  | [], count => count
  | name :: rest, count => openAmong env rest (if isOpen env name then count + 1 else count)

def countOf : List Message → Nat → Nat
  | [], count => count
  | _ :: rest, count => countOf rest (count + 1)

/-- Lists that were put in front of one another, as one list in the order in which they came. -/
def inTurn : List (List Message) → List Message → List Message
  | [], done => done
  | messages :: before, done => inTurn before (joinMessages messages done)

def treesInTurn : List (List Elab.InfoTree) → List Elab.InfoTree → List Elab.InfoTree
  | [], done => done
  | trees :: before, done => treesInTurn before (treesAbove trees done)

/-- The warnings of a command of what is left open, where they are more than the declarations that it left open. -/
def unnamedOf (env : Environment) (heard : List Message) (done : Outcome) : Outcome :=
  match sorriesOf heard with
  | [] => done
  | said =>
    let now := openAmong env (freshNames env) 0
    { done with opens := now, unnamed := if countOf said 0 > now - done.opens then joinMessages said done.unnamed else done.unnamed }

/-- What a command defined is held to the rules, before another can use it. -/
def heldTo (env : Environment) (stx : Syntax) (done : Outcome) : Outcome :=
  if !mayDefine env stx then done else
  let (refused, known) := definedRefusal env stx (definesSyntax stx) (freshNames env) done.known
  { done with refused, known }

/-- Goes through a file, command by command: each is parsed, looked at, and elaborated. -/
def commands (input : Parser.InputContext) (rules : Rules) : Nat → Outcome → IO Outcome
  | 0, done => return done
  | fuel + 1, done => do
    match done.state.commandState.scopes with
    | [] => return done
    | scope :: _ =>
      let before := done.state.commandState
      let context : Parser.ParserModuleContext :=
        { env := before.env, options := scope.opts, currNamespace := scope.currNamespace, openDecls := scope.openDecls }
      let (stx, parser, messages) := Parser.parseCommand input context done.state.parserState {}
      match if rules.free then none else commandRefusal before.env rules.axioms stx with
      | some refusal => return { done with refused := some refusal }
      | none =>
        let excess := if rules.heartbeats == 0 then [] else excesses rules.heartbeats mostNodes [stx] []
        let stx := if isNil excess then stx else limited rules.heartbeats mostNodes stx
        let begun := { before with messages := messages }
        let state : Elab.Frontend.State :=
          { commandState := begun, parserState := parser, cmdPos := done.state.parserState.pos, commands := done.state.commands.push stx }
        let state ← elaborateCommand input state stx
        let env := state.commandState.env
        -- The elaboration of a command forgets the messages of those before it.
        let heard := messagesOf state.commandState.messages
        let said := joinMessages (messagesOf messages) heard
        let trees := elements state.commandState.infoState.trees
        let done := { done with state, limited := join excess done.limited, heard := said :: done.heard, seen := trees :: done.seen }
        let done := if rules.free then unnamedOf env heard done else heldTo env stx done
        match done.refused with
        | some _ => return done
        | none => if Parser.isTerminalCommand stx then return done else commands input rules fuel done

/-- Elaborates a whole file in a copy of `env`; its imports are read past, they were loaded before. -/
def elaborate (env : Environment) (text : String) (heartbeats : Nat) (rules : Rules) : IO Outcome := do
  let input := inputOf text
  let (_, parser, messages) ← Parser.parseHeader input
  let state := Elab.Command.mkState env messages (options heartbeats)
  commands input rules 1000000
    { state := { commandState := { state with infoState := { enabled := true } }, parserState := parser, cmdPos := parser.pos } }

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
