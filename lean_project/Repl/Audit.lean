module

public meta import Lean.Elab.Frontend

/-!
The audit: what a new theorem rests on, and whether the kernel accepts it on its own.

It never looks at text. It walks the constants that an elaboration left behind and hands every new one to
the kernel again, on top of the environment as it was before the elaboration.
-/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Repl

/-- What a walk over constants has found so far. -/
structure Walk where
  seen : NameSet := {}
  /-- Constants that were not there before, each after those that it mentions. -/
  fresh : List ConstantInfo := []
  axioms : List Name := []

/-- Only a certain kind of module is walked into: `Init`, `Std` and `Lean` may be loaded without proofs. -/
def isToolchain (env : Environment) (name : Name) : Bool :=
  match env.getModuleIdxFor? name with
  | none => false
  | some index =>
    match env.header.moduleNames[index.toNat]? with
    | none => false
    | some name => name.getRoot == `Init || name.getRoot == `Std || name.getRoot == `Lean

/-- A theorem loaded without its proof looks like an axiom; its original kind tells them apart. -/
def isAxiom (env : Environment) (name : Name) (info : ConstantInfo) : Bool :=
  match getOriginalConstKind? env name with
  | some .axiom => true
  | some _ => false
  | none => match info with
    | .axiomInfo _ => true
    | _ => false

/-- What stands for a theorem whose proof was not loaded. Asked only of what is no axiom. -/
def isHidden (info : ConstantInfo) : Bool :=
  match info with
  | .axiomInfo _ => true
  | _ => false

/-! A Lean compiled to WebAssembly carries its library without the helpers that inlining leaves behind, so the
code of this REPL keeps to plain recursion and to library functions that have a symbol of their own. -/

def join : List Name → List Name → List Name
  | [], rest => rest
  | name :: names, rest => name :: join names rest

def nameText : Name → String
  | .anonymous => ""
  | .str .anonymous text => text
  | .str parent text => nameText parent ++ "." ++ text
  | .num parent number => nameText parent ++ "." ++ number.repr

/-- The constants that a declaration mentions. -/
def mentions (info : ConstantInfo) : List Name :=
  let inType := info.type.getUsedConstants.toList
  match info with
  | .thmInfo v => join v.value.getUsedConstants.toList inType
  | .defnInfo v => join v.value.getUsedConstants.toList inType
  | .opaqueInfo v => join v.value.getUsedConstants.toList inType
  | _ => inType

/-- What is on the stack of the walk: a constant to visit, or a fresh one whose mentions are all done. -/
inductive Task where
  | visit (name : Name)
  | leave (info : ConstantInfo)

def toVisit : List Name → List Task → List Task
  | [], rest => rest
  | name :: names, rest => .visit name :: toVisit names rest

/-- Walks everything that the tasks lead to. Fuel bounds the number of steps. -/
def walk (before after : Environment) : Nat → List Task → Walk → Except String Walk
  | _, [], done => .ok done
  | 0, _, _ => .error "the audit ran out of steps"
  | fuel + 1, .leave info :: rest, done =>
    walk before after fuel rest { done with fresh := info :: done.fresh }
  | fuel + 1, .visit name :: rest, done =>
    if done.seen.contains name then walk before after fuel rest done else
    let done := { done with seen := done.seen.insert name }
    match after.find? name with
    | none => .error ("the proof mentions an unknown constant: " ++ nameText name)
    | some info =>
      if isAxiom after name info then
        walk before after fuel rest { done with axioms := name :: done.axioms }
      else if isToolchain after name then walk before after fuel rest done
      else if isHidden info then .error ("a proof is not in scope: " ++ nameText name)
      else
        let rest := if before.contains name then rest else .leave info :: rest
        walk before after fuel (toVisit (mentions info) rest) done

def backwards : List ConstantInfo → List ConstantInfo → List ConstantInfo
  | [], done => done
  | info :: rest, done => backwards rest (info :: done)

/-- The declaration that puts `info` into an environment again. Only theorems and definitions have one. -/
def redeclare (info : ConstantInfo) : Except String Declaration :=
  match info with
  | .thmInfo v => .ok (.thmDecl v)
  | .defnInfo v =>
    match v.safety with
    | .safe => .ok (.defnDecl v)
    | _ => .error ("the proof adds something unsafe: " ++ nameText v.name)
  | other => .error ("the proof adds something that is neither a theorem nor a definition: " ++ nameText other.name)

/-- Hands declarations to the kernel, one after another. -/
def replay (heartbeats : Nat) (env : Environment) : List ConstantInfo → Except String Environment
  | [] => .ok env
  | info :: rest =>
    match redeclare info with
    | .error reason => .error reason
    | .ok declaration =>
      match env.addDeclCore (heartbeats * 1000).toUSize declaration none with
      | .error _ => .error ("the kernel refuses " ++ nameText info.name)
      | .ok env => replay heartbeats env rest

end Repl
