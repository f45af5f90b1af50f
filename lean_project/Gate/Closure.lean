module

public meta import Gate.Plain

/-! What a theorem rests on: the constants that are not imported, each after those that it mentions. -/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

def join : List Name → List Name → List Name
  | [], rest => rest
  | name :: names, rest => name :: join names rest

def nameText : Name → String
  | .anonymous => ""
  | .str .anonymous text => text
  | .str parent text => nameText parent ++ "." ++ text
  | .num .anonymous number => number.repr
  | .num parent number => nameText parent ++ "." ++ number.repr

/-- Whether a text begins with another. -/
def isStart : List Char → List Char → Bool
  | [], _ => true
  | _, [] => false
  | a :: as, b :: bs => a == b && isStart as bs

@[inline] def isNil {α : Type} : List α → Bool
  | [] => true
  | _ => false

def isIn (name : Name) : List Name → Bool
  | [] => false
  | other :: rest => name == other || isIn name rest

def isImported (env : Environment) (name : Name) : Bool :=
  match env.getModuleIdxFor? name with
  | some _ => true
  | none => false

/-- The first part of a name. -/
def rootOf : Name → String
  | .anonymous => ""
  | .str .anonymous text => text
  | .num .anonymous _ => ""
  | .str parent _ => rootOf parent
  | .num parent _ => rootOf parent

def isLibrary (module : Name) : Bool :=
  match rootOf module with
  | "Init" | "Std" | "Lean" | "Lake" => true
  | _ => false

/-- Whether a constant is of the toolchain's library, which is taken as it is, and not of a package. -/
def isOfLibrary (env : Environment) (name : Name) : Bool :=
  match env.getModuleIdxFor? name with
  | some index => match env.header.modules[index.toNat]? with
    | some imported => isLibrary imported.module
    | none => false
  | none => false

/-- Modules that are loaded and not of the toolchain's library. -/
def packageModules : List EffectiveImport → List Name
  | [] => []
  | imported :: rest =>
    if isLibrary imported.module then packageModules rest else imported.module :: packageModules rest

/-- A theorem imported without its proof looks like an axiom; its original kind tells them apart. -/
def isAxiom (env : Environment) (name : Name) (info : ConstantInfo) : Bool :=
  match getOriginalConstKind? env name with
  | some .axiom => true
  | some _ => false
  | none => match info with
    | .axiomInfo _ => true
    | _ => false

def constructorMentions (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest =>
    match env.find? name with
    | some info => join info.type.getUsedConstants.toList (constructorMentions env rest)
    | none => constructorMentions env rest

def blockMentions (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest =>
    match env.find? name with
    | some (.inductInfo v) =>
      join v.type.getUsedConstants.toList (join (constructorMentions env v.ctors) (blockMentions env rest))
    | _ => blockMentions env rest

/-- The constants that a declaration mentions; a constructor or a recursor stands for its type. -/
def mentions (env : Environment) (info : ConstantInfo) : List Name :=
  let inType := info.type.getUsedConstants.toList
  match info with
  | .thmInfo v => join v.value.getUsedConstants.toList inType
  | .defnInfo v => join v.value.getUsedConstants.toList inType
  | .opaqueInfo v => join v.value.getUsedConstants.toList inType
  | .inductInfo v => blockMentions env v.all
  | .ctorInfo v => [v.induct]
  | .recInfo v => v.all
  | _ => inType

/-- An inductive block is known by its first type. -/
def headOf (name : Name) (info : ConstantInfo) : Name :=
  match info with
  | .inductInfo v => match v.all with
    | first :: _ => first
    | [] => name
  | _ => name

/-- What the kernel has compiled code evaluate, and the axioms that take its results on trust. -/
def isNative (name : Name) : Bool :=
  name == `Lean.reduceBool || name == `Lean.reduceNat || name == `Lean.trustCompiler
    || name == `Lean.ofReduceBool || name == `Lean.ofReduceNat

/-- What constants of packages rest on: axioms, what compiled code decides, and constants whose value is not loaded. -/
structure Below where
  seen : NameSet := {}
  axioms : List Name := []
  native : List Name := []
  hidden : List Name := []

/-- Walks the imported constants that some names lead to, as far as the toolchain's library. Out of fuel, something
may be hidden. -/
def below (env : Environment) : Nat → List Name → Below → Below
  | _, [], done => done
  | 0, name :: _, done => { done with hidden := name :: done.hidden }
  | fuel + 1, name :: rest, done =>
    if done.seen.contains name || !isImported env name then below env fuel rest done else
    let done := { done with seen := done.seen.insert name }
    match env.find? name with
    | none => below env fuel rest { done with hidden := name :: done.hidden }
    | some info =>
      if isNative name then below env fuel rest { done with native := name :: done.native }
      else if isAxiom env name info then below env fuel rest { done with axioms := name :: done.axioms }
      else if isOfLibrary env name then below env fuel rest done
      else match info with
        | .axiomInfo _ => below env fuel rest { done with hidden := name :: done.hidden }
        | _ => below env fuel (join (mentions env info) rest) done

inductive Task where
  | visit (name : Name)
  | leave (info : ConstantInfo)

def toVisit : List Name → List Task → List Task
  | [], rest => rest
  | name :: names, rest => .visit name :: toVisit names rest

structure Found where
  seen : NameSet := {}
  /-- Last first: each is mentioned only by those before it. -/
  fresh : List ConstantInfo := []
  axioms : List Name := []

/-- Walks everything new that the tasks lead to. Fuel bounds the number of steps. -/
def walk (env : Environment) : Nat → List Task → Found → Except String Found
  | _, [], done => .ok done
  | 0, _, _ => .error "too many constants"
  | fuel + 1, .leave info :: rest, done => walk env fuel rest { done with fresh := info :: done.fresh }
  | fuel + 1, .visit name :: rest, done =>
    if done.seen.contains name then walk env fuel rest done else
    match env.find? name with
    | none => .error ("an unknown constant is mentioned: " ++ nameText name)
    | some info =>
      let head := headOf name info
      if head != name then
        walk env fuel (.visit head :: rest) { done with seen := done.seen.insert name }
      else
        let done := { done with seen := done.seen.insert name }
        let done := if isAxiom env name info then { done with axioms := name :: done.axioms } else done
        if isImported env name then walk env fuel rest done else
        walk env fuel (toVisit (mentions env info) (.leave info :: rest)) done

def backwards : List ConstantInfo → List ConstantInfo → List ConstantInfo
  | [], done => done
  | x :: rest, done => backwards rest (x :: done)

def closure (env : Environment) (targets : List Name) : Except String Found :=
  walk env 3000000 (toVisit targets []) {}

def putAll (env : Environment) : List ConstantInfo → Table → Table
  | [], t => t
  | info :: rest, t => putAll env rest (putDecl env info t)

/-- Declarations as plain data. -/
def export_ (env : Environment) (fresh : List ConstantInfo) : Json :=
  let t := putAll env (backwards fresh []) emptyTable
  Json.mkObj [("names", .arr t.names), ("levels", .arr t.levels), ("exprs", .arr t.exprs), ("decls", .arr t.decls)]

abbrev Entry := PersistentHashMap.Entry Name ConstantInfo (PersistentHashMap.Node Name ConstantInfo)

def entriesAbove : List Entry → List Entry → List Entry
  | [], rest => rest
  | entry :: entries, rest => entry :: entriesAbove entries rest

/-- The keys of a hash map, gathered by hand: its folds have no symbol of their own. -/
def keys : Nat → List Entry → List Name → List Name
  | 0, _, done => done
  | _, [], done => done
  | fuel + 1, .null :: rest, done => keys fuel rest done
  | fuel + 1, .entry name _ :: rest, done => keys fuel rest (name :: done)
  | fuel + 1, .ref (.entries more) :: rest, done => keys fuel (entriesAbove more.toList rest) done
  | fuel + 1, .ref (.collision names _ _) :: rest, done => keys fuel rest (join names.toList done)

/-- The constants that are not imported, in no order. -/
def freshNames (env : Environment) : List Name :=
  keys 3000000 [.ref env.constants.map₂.root] []

/-- A name that a person wrote: no part of it begins with an underscore. -/
def isWritten (name : Name) : Bool :=
  match privateToUserName? name with
  | some inner => !inner.isInternal
  | none => !name.isInternal

def writtenTheorems (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest =>
    let others := writtenTheorems env rest
    match env.find? name with
    | some (.thmInfo _) => if isWritten name then name :: others else others
    | _ => others

def reachSorry (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest =>
    let others := reachSorry env rest
    match closure env [name] with
    | .ok found => if isIn `sorryAx found.axioms then name :: others else others
    | .error _ => name :: others

/-- The axioms that a file declares. -/
def declaredAxioms (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest =>
    match env.find? name with
    | some (.axiomInfo _) => name :: declaredAxioms env rest
    | _ => declaredAxioms env rest

/-- What a challenge asks for: its theorems that rest on `sorry`, or, where none does, all that it states. -/
def targets (env : Environment) : List Name :=
  let all := writtenTheorems env (freshNames env)
  match reachSorry env all with
  | [] => all
  | open_ => open_

end Gate
