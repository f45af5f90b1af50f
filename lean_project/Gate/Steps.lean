module

public meta import Gate.Elaborate

/-! The steps of proofs: each tactic of a sequence, with the goals before and after it, and each `have` of a term. -/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

/-- A place in the file that is a step. -/
structure Spot where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  kind : String

/-- What is still to be looked at: a step, or syntax that may hold steps. -/
abbrev Sight := Bool × Syntax

def plainly : List Syntax → List Sight → List Sight
  | [], rest => rest
  | stx :: more, rest => (false, stx) :: plainly more rest

/-- The tactics of a sequence, without the separators between them. -/
def everySecond : List Syntax → List Sight → List Sight
  | [], rest => rest
  | [stx], rest => (true, stx) :: rest
  | stx :: _ :: more, rest => (true, stx) :: everySecond more rest

def argOf (stx : Syntax) (index : Nat) : Syntax := stx.getArgs.getD index .missing

def spotOf (stx : Syntax) (kind : String) (done : List Spot) : List Spot :=
  match stx.getPos?, stx.getTailPos? with
  | some start, some stop => { start, stop, kind } :: done
  | _, _ => done

def isQuotation : Name → Bool
  | .str _ "quot" => true
  | kind => kind == `Lean.Parser.Term.dynamicQuot

/-- The steps in some syntax, last first. Fuel bounds the number of nodes. -/
def spots : Nat → List Sight → List Spot → List Spot
  | 0, _, done => done
  | _, [], done => done
  | fuel + 1, (true, stx) :: rest, done => spots fuel (plainly stx.getArgs.toList rest) (spotOf stx "tactic" done)
  | fuel + 1, (false, stx) :: rest, done =>
    let kind := stx.getKind
    if kind == `Lean.Parser.Tactic.tacticSeq1Indented then
      spots fuel (everySecond (argOf stx 0).getArgs.toList rest) done
    else if kind == `Lean.Parser.Tactic.tacticSeqBracketed then
      spots fuel (everySecond (argOf stx 1).getArgs.toList rest) done
    else if isQuotation kind then spots fuel rest done  -- what a macro will put elsewhere
    else if kind == `Lean.Parser.Term.have then
      spots fuel (plainly stx.getArgs.toList rest) (spotOf stx "have" done)
    else if kind == `Lean.calcFirstStep || kind == `Lean.calcStep then
      spots fuel (plainly stx.getArgs.toList rest) (spotOf stx "calc" done)
    else spots fuel (plainly stx.getArgs.toList rest) done

/-! What the elaborator gathered about tactics. -/

structure Noted where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  context : Elab.ContextInfo
  info : Elab.TacticInfo

abbrev Branch := Option Elab.ContextInfo × Elab.InfoTree

def branches (context : Option Elab.ContextInfo) : List Elab.InfoTree → List Branch → List Branch
  | [], rest => rest
  | tree :: more, rest => (context, tree) :: branches context more rest

def gathered : Nat → List Branch → List Noted → List Noted
  | 0, _, done => done
  | _, [], done => done
  | fuel + 1, (context, .context partial_ tree) :: rest, done =>
    gathered fuel ((partial_.mergeIntoOuter? context, tree) :: rest) done
  | fuel + 1, (_, .hole _) :: rest, done => gathered fuel rest done
  | fuel + 1, (context, .node info children) :: rest, done =>
    let done := match info, context with
      | .ofTacticInfo info, some context =>
        match info.stx.getPos?, info.stx.getTailPos? with
        | some start, some stop => { start, stop, context, info } :: done
        | _, _ => done
      | _, _ => done
    gathered fuel (branches context (elements children) rest) done

/-- The last note of a place in a list that has the first ones last: the outermost. -/
def noteOf (spot : Spot) : List Noted → Option Noted → Option Noted
  | [], found => found
  | note :: rest, found =>
    noteOf spot rest (if note.start == spot.start && note.stop == spot.stop then some note else found)

def goalsText (context : Elab.ContextInfo) (mctx : MetavarContext) (goals : List MVarId) : IO Json := do
  try
    let format ← { context with mctx := mctx }.ppGoals goals
    return .str (cut format.pretty)
  catch _ =>
    return .null

/-- Whether one of the goals is closed, after a tactic, by a `sorry` that somebody wrote. -/
def givenUp (mctx : MetavarContext) : List MVarId → Bool
  | [] => false
  | goal :: rest => (instantiateMVarsCore mctx (.mvar goal)).1.hasNonSyntheticSorry || givenUp mctx rest

def posJson (map : FileMap) (pos : String.Pos.Raw) : Json :=
  let place := map.toPosition pos
  .arr #[num place.line, num place.column]

def spotJson (map : FileMap) (notes : List Noted) (spot : Spot) : IO Json := do
  let place := [("kind", Json.str spot.kind), ("start", posJson map spot.start), ("end", posJson map spot.stop)]
  match noteOf spot notes none with
  | none => return Json.mkObj (("reached", .bool false) :: ("given_up", .bool false) :: place)
  | some note =>
    let before ← goalsText note.context note.info.mctxBefore note.info.goalsBefore
    let after ← goalsText note.context note.info.mctxAfter note.info.goalsAfter
    let givenUp := givenUp note.info.mctxAfter note.info.goalsBefore
    return Json.mkObj (("reached", .bool true) :: ("given_up", .bool givenUp) :: ("before", before) :: ("after", after) :: place)

/-- As many steps as are shown, with the first ones last in the list. -/
def spotsJson (map : FileMap) (notes : List Noted) : List Spot → List Json → IO (List Json)
  | [], done => return done
  | spot :: rest, done => do
    let json ← spotJson map notes spot
    spotsJson map notes rest (json :: done)

def stepsOf (text : String) (outcome : Outcome) : IO (List Json) := do
  let found := spots 2000000 (plainly outcome.state.commands.toList []) []
  let notes := gathered 2000000 (branches none (treesInTurn outcome.seen []) []) []
  spotsJson text.toFileMap notes found []

def rangesJson (map : FileMap) : List Syntax → List Json
  | [] => []
  | stx :: rest => match stx.getPos?, stx.getTailPos? with
    | some start, some stop => .arr #[posJson map start, posJson map stop] :: rangesJson map rest
    | _, _ => rangesJson map rest

/-- Where each command of the file begins and ends. -/
def commandsOf (text : String) (state : Elab.Frontend.State) : List Json := rangesJson text.toFileMap state.commands.toList

end Gate
