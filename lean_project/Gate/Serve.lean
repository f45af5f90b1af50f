module

public meta import Gate.Compare
public meta import Gate.Steps

/-! The loop: one line of JSON in, one marked line of JSON out. An elaborator and an auditor are the same program in two
processes: the one is given candidates, the other never is. -/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

def marker : String := "@verifier "

def say (out : IO.FS.Handle) (json : Json) : IO Unit := do
  out.putStr (marker ++ json.compress ++ "\n")
  out.flush

/-- A name as its parts, so that no reading of text decides what it is. -/
def partsOf : Name → List Json → List Json
  | .anonymous, rest => rest
  | .str parent text, rest => partsOf parent (.str text :: rest)
  | .num parent number, rest => partsOf parent (num number :: rest)

def nameJson (name : Name) : Json := .arr (partsOf name []).toArray

def nameFrom : List Json → Name → Except String Name
  | [], name => .ok name
  | .str text :: rest, name => nameFrom rest (.str name text)
  | number :: rest, name =>
    match number.getNat? with
    | .ok n => nameFrom rest (.num name n)
    | .error _ => .error "a name that cannot be read"

def namesFrom : List Json → Except String (List Name)
  | [] => .ok []
  | .arr parts :: rest => do return (← nameFrom parts.toList .anonymous) :: (← namesFrom rest)
  | _ => .error "a name that cannot be read"

def namesJson : List Name → List Json
  | [] => []
  | name :: rest => nameJson name :: namesJson rest

def known (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest => if env.contains name && !isImported env name then name :: known env rest else known env rest

def faultJson (fault : Fault) : Json :=
  Json.mkObj [("rule", .str fault.rule), ("message", .str fault.message), ("name", nameJson fault.name)]

def faultsJson : List Fault → List Json
  | [] => []
  | fault :: rest => faultJson fault :: faultsJson rest

def refusalJson (text : String) : Option Refusal → Json
  | none => .null
  | some refusal =>
    let place := match refusal.at_ with
      | some pos => posJson text.toFileMap pos
      | none => .null
    Json.mkObj [("message", .str refusal.message), ("at", place)]

/-- A name that the elaborator made for a part of a target. -/
def isPartOf (targets : List Name) : Name → Bool
  | .anonymous => false
  | .str parent text => (isIn parent targets && isStart "_".toList text.toList) || isPartOf targets parent
  | .num parent _ => isPartOf targets parent

/-- What a declaration means by itself: of a theorem its statement alone. -/
def meant (env : Environment) (info : ConstantInfo) : List Name :=
  match info with
  | .thmInfo v => v.type.getUsedConstants.toList
  | other => mentions env other

/-- All that some names mean. Of these a candidate must have the same. -/
def reach (env : Environment) : Nat → List Name → NameSet → NameSet
  | 0, _, seen => seen
  | _, [], seen => seen
  | fuel + 1, name :: rest, seen =>
    if seen.contains name || isImported env name then reach env fuel rest seen else
    match env.find? name with
    | some info => reach env fuel (join (meant env info) rest) (seen.insert name)
    | none => reach env fuel rest seen

/-- Declarations that a challenge leaves open though no target asks for them. `compared`: what the targets mean. -/
def openBeside (env : Environment) (targets : List Name) (compared : NameSet) : List Name → List String
  | [] => []
  | name :: rest =>
    let others := openBeside env targets compared rest
    if isOpen env name && !compared.contains name && !isPartOf targets name then nameText name :: others else others

def placesOf : List Message → List String
  | [] => []
  | message :: rest => ("line " ++ message.pos.line.repr) :: placesOf rest

def texts : List String → List Json
  | [] => []
  | text :: rest => .str text :: texts rest

def joinTexts : List String → List String → List String
  | [], rest => rest
  | text :: more, rest => text :: joinTexts more rest

/-- A file to be elaborated. `wanted`: the names to export; none of them named means all theorems that it states. -/
def elaborated (env : Environment) (id : Nat) (text : String) (wanted : Option (List Name)) (heartbeats : Nat) (rules : Rules) :
    IO Json := do
  let outcome ← elaborate env text heartbeats rules
  let state := outcome.state
  let after := state.commandState.env
  let messages ← messagesJson 50 (inTurn outcome.heard [])
  let stated := match wanted with
    | some names => names
    | none => targets after
  -- A candidate may rest on an axiom of the challenge, whose own theorems are left open.
  let roots := match wanted with
    | some names => names
    | none => join (declaredAxioms after (freshNames after)) stated
  let plain := match closure after (known after roots) with
    | .ok found => export_ after found.fresh
    | .error reason => .str reason
  let steps ← stepsOf text outcome
  let beside := joinTexts (openBeside after stated (reach after 3000000 stated {}) (freshNames after)) (placesOf outcome.unnamed)
  let modules := match wanted with
    | some _ => []
    | none => packageModules after.header.modules.toList
  return Json.mkObj [("id", num id), ("modules", .arr (namesJson modules).toArray), ("messages", .arr messages.toArray), ("steps", .arr steps.toArray),
    ("commands", .arr (commandsOf text state).toArray), ("export", plain), ("targets", .arr (namesJson stated).toArray),
    ("refused", refusalJson text outcome.refused), ("limited", .arr (namesJson outcome.limited).toArray),
    ("beside", .arr (texts beside).toArray)]

def axiomFaults (permitted : List Name) (ours : Environment) : List Name → List Fault
  | [] => []
  | name :: rest =>
    let others := axiomFaults permitted ours rest
    if name == `sorryAx then { rule := "sorry", message := "the proof rests on sorry", name } :: others
    else if !isIn name permitted then
      { rule := "axiom", message := "the proof rests on the axiom " ++ nameText name ++ ", which is not permitted", name } :: others
    else if !ours.contains name then
      { rule := "axiom", message := "the axiom " ++ nameText name ++ " is not one of the library or of the challenge", name } :: others
    else others

def nativeFaults : List Name → List Fault
  | [] => []
  | name :: rest => { rule := "native-computation", name := name, message :=
       "the proof rests on " ++ nameText name ++ ", whose value compiled code decides" } :: nativeFaults rest

def joinFaults : List Fault → List Fault → List Fault
  | [], rest => rest
  | fault :: faults, rest => fault :: joinFaults faults rest

def freshOnly (base : Environment) : List Name → List Pair
  | [] => []
  | name :: rest => if base.contains name then freshOnly base rest else (name, name) :: freshOnly base rest

/-- An axiom of the challenge must be the same axiom here. -/
def changedAxioms (base ours theirs : Environment) (names : List Name) : List Fault :=
  match follow base ours theirs [] 1000000 (freshOnly base names) [] with
  | none => []
  | some name => [{ rule := "axiom", message := "the axiom " ++ nameText name ++ " differs from ours", name }]

def refusal (failure : Name × String) : Fault :=
  { rule := "kernel", message := nameText failure.1 ++ ": " ++ failure.2, name := failure.1 }

def missing (env : Environment) : List Name → List Fault
  | [] => []
  | name :: rest => if env.contains name then missing env rest else
      { rule := "missing-theorem", message := nameText name ++ " was not compiled", name := name } :: missing env rest

def hiddenFaults : List Name → List Fault
  | [] => []
  | name :: rest => { rule := "axiom", name := name, message :=
      "the proof rests on " ++ nameText name ++ " of a package, whose own value is not loaded: its axioms are unknown" } :: hiddenFaults rest

/-- What is wrong with a candidate whose declarations the kernel accepted. `ours`: the challenge, or none. -/
def faultsOf (base ours : Environment) (compared : Bool) (r : Replayed) (targets permitted holes : List Name) : List Fault :=
  let stated := if compared then joinFaults (compareAll base ours r.env holes targets) (changedAxioms base ours r.env r.axioms)
    else missing r.env targets
  let used := join r.under.axioms r.axioms
  joinFaults (axiomFaults permitted ours used) (joinFaults (nativeFaults r.under.native) (joinFaults (hiddenFaults r.under.hidden) stated))

/-- The challenge's declarations through the kernel. -/
def challengeEnv (base : Environment) (heartbeats : Nat) (ours : Option Json) : Except String Environment :=
  match ours with
  | none => .ok base
  | some json =>
    match rebuild json with
    | .error reason => .error ("the challenge: " ++ reason)
    | .ok (declarations, _) =>
      match replay base heartbeats declarations { env := base } with
      | .ok r => .ok r.env
      | .error failure => .error ("the challenge: " ++ (refusal failure).message)

@[inline] def isThere {α : Type} : Option α → Bool
  | some _ => true
  | none => false

/-- The audit: the candidate's declarations through the kernel, its axioms, and its statements against ours. -/
def audited (base : Environment) (heartbeats : Nat) (ours : Option Json) (theirs : Json) (targets permitted holes : List Name) :
    Except String (List Fault) :=
  match challengeEnv base heartbeats ours with
  | .error reason => .error reason
  | .ok challenge =>
    match rebuild theirs with
    | .error reason => .ok [{ rule := "export", message := reason }]
    | .ok (declarations, projections) =>
      let native := nativeIn declarations []
      if !isNil native then .ok (nativeFaults native) else
      match replay base heartbeats declarations { env := base } with
      | .error failure => .ok [refusal failure]
      | .ok r => match unsound r.env heartbeats projections with
        | some name => .ok [refusal (name, "a projection of what is no structure, or out of a proof onto what is no proof")]
        | none => .ok (faultsOf base challenge (isThere ours) r targets permitted holes)

def field (json : Json) (key : String) : Except String Json := json.getObjVal? key

def optional (json : Json) (key : String) : Option Json :=
  match json.getObjVal? key with
  | .ok .null => none
  | .ok value => some value
  | .error _ => none

def wrong (id : Nat) (reason : String) : Json := Json.mkObj [("id", num id), ("error", .str reason)]

def text (json : Json) (key : String) : Except String String :=
  match json.getObjVal? key with
  | .ok (.str value) => .ok value
  | _ => .error ("no " ++ key)

def count (json : Json) (key : String) : Except String Nat :=
  match json.getObjVal? key with
  | .ok value => value.getNat?
  | .error reason => .error reason

def nameList (json : Json) (key : String) : Except String (List Name) :=
  match json.getObjVal? key with
  | .ok (.arr names) => namesFrom names.toList
  | _ => .error ("no " ++ key)

def attempt (env : Environment) (id : Nat) (text : String) (wanted : Option (List Name)) (heartbeats : Nat) (rules : Rules) : IO Json := do
  try
    elaborated env id text wanted heartbeats rules
  catch failure =>
    return wrong id failure.toString

def textsFrom : List Json → Except String (List String)
  | [] => .ok []
  | .str text :: rest => do return text :: (← textsFrom rest)
  | _ => .error "a text that cannot be read"

def rulesFrom (json : Json) : Except String Rules := do
  let heartbeats ← count json "most"
  match json.getObjVal? "free", json.getObjVal? "axioms" with
  | .ok (.bool free), .ok (.arr axioms) => return { free, axioms := ← textsFrom axioms.toList, heartbeats }
  | _, _ => throw "no rules"

def answerElaborate (env : Environment) (id : Nat) (json : Json) : IO Json :=
  match text json "text", count json "heartbeats", rulesFrom json with
  | .ok text, .ok heartbeats, .ok rules =>
    match nameList json "targets" with
    | .ok names => attempt env id text (some names) heartbeats rules
    | .error _ => attempt env id text none heartbeats rules
  | _, _, _ => return wrong id "no text, heartbeats or rules"

def answerAudit (env : Environment) (id : Nat) (json theirs : Json) : Json :=
  match count json "heartbeats", nameList json "targets", nameList json "axioms", nameList json "holes" with
  | .ok heartbeats, .ok targets, .ok permitted, .ok holes =>
    match audited env heartbeats (optional json "challenge") theirs targets permitted holes with
    | .ok faults => Json.mkObj [("id", num id), ("faults", .arr (faultsJson faults).toArray)]
    | .error reason => wrong id reason
  | _, _, _, _ => wrong id "no heartbeats, targets, axioms or holes"

def answer (env : Environment) (line : String) : IO Json :=
  match Json.parse line with
  | .error reason => return wrong 0 reason
  | .ok json =>
    let id := match json.getObjVal? "id" with
      | .ok value => match value.getNat? with
        | .ok n => n
        | .error _ => 0
      | .error _ => 0
    match optional json "candidate" with
    | some theirs => return answerAudit env id json theirs
    | none => answerElaborate env id json

def loop (env : Environment) (input output : IO.FS.Handle) : Nat → IO Unit
  | 0 => return ()
  | left + 1 => do
    let line ← input.getLine
    if line.isEmpty then return ()
    say output (← answer env line)
    loop env input output left

def importsFrom : List Json → Except String (List Import)
  | [] => .ok []
  | .arr parts :: rest => do return { module := ← nameFrom parts.toList .anonymous } :: (← importsFrom rest)
  | _ => .error "an import that cannot be read"

/-- The first line names the imports; then requests are served until the input ends. -/
def main : IO Unit := do
  let input ← IO.FS.Handle.mk "/dev/stdin" .read
  let output ← IO.FS.Handle.mk "/dev/stdout" .write
  let line ← input.getLine
  let read : Except String (List Import) := do
    match ← field (← Json.parse line) "imports" with
    | .arr names => importsFrom names.toList
    | _ => throw "no imports"
  match read with
  | .error reason => say output (wrong 0 reason)
  | .ok imports =>
    let loaded ← try
        let env ← importModules imports.toArray {} 0 (loadExts := true)
        pure (some env)
      catch failure =>
        say output (wrong 0 failure.toString)
        pure none
    match loaded with
    | none => return ()
    | some env =>
      say output (Json.mkObj [("ready", .str Lean.versionString)])
      loop env input output 1000000

unsafe def runImpl (_ : Nat) : String :=
  match main (unsafeCast ()) with
  | .ok _ _ => "served"
  | .error failure _ => failure.toString

/-- A pure function whose evaluation serves requests: it needs neither a compiler nor `lean --run`. -/
@[implemented_by runImpl] opaque run : Nat → String

end Gate
