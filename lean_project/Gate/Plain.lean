module

public meta import Lean.Elab.Frontend

/-!
Declarations as plain data: what a candidate's elaboration left behind, written out as lists of numbers and names, so
that another process can build it again with constructors of its own. Nothing of an `.olean`, no closure and no pointer
crosses over.

A table holds names, levels and terms, each mentioned by its place; place 0 is the anonymous name and the level zero.
-/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Gate

/-! As in `Repl`, the code keeps to plain recursion and to functions that have a symbol of their own. -/

/-- Cells of (thing, place), by hash. -/
abbrev Cells (α : Type) := Array (List (α × Nat))

def soughtName (thing : Name) : List (Name × Nat) → Option Nat
  | [] => none
  | (other, place) :: rest => if thing == other then some place else soughtName thing rest

def soughtLevel (thing : Level) : List (Level × Nat) → Option Nat
  | [] => none
  | (other, place) :: rest => if thing == other then some place else soughtLevel thing rest

def soughtExpr (thing : Expr) : List (Expr × Nat) → Option Nat
  | [] => none
  | (other, place) :: rest => if thing == other then some place else soughtExpr thing rest

def cellOf (size : Nat) (hash : UInt64) : Nat := hash.toNat % size

def placeOfName (cells : Cells Name) (thing : Name) : Option Nat :=
  soughtName thing (cells.getD (cellOf cells.size thing.hash) [])

def placeOfLevel (cells : Cells Level) (thing : Level) : Option Nat :=
  soughtLevel thing (cells.getD (cellOf cells.size thing.hash) [])

def placeOfExpr (cells : Cells Expr) (thing : Expr) : Option Nat :=
  soughtExpr thing (cells.getD (cellOf cells.size thing.hash) [])

@[inline] def remember {α : Type} (cells : Cells α) (hash : UInt64) (thing : α) (place : Nat) : Cells α :=
  let cell := cellOf cells.size hash
  let there := cells.getD cell []
  cells.setIfInBounds cell ((thing, place) :: there)

/-- What was written so far. -/
structure Table where
  nameCells : Cells Name
  levelCells : Cells Level
  exprCells : Cells Expr
  names : Array Json
  levels : Array Json
  exprs : Array Json
  decls : Array Json

def emptyTable : Table :=
  { nameCells := Array.replicate 1024 [], levelCells := Array.replicate 64 [], exprCells := Array.replicate 16384 [],
    names := #[.null], levels := #[.null], exprs := #[], decls := #[] }

def num (n : Nat) : Json := .num (JsonNumber.fromNat n)

def putName (name : Name) (t : Table) : Table × Nat :=
  match name with
  | .anonymous => (t, 0)
  | .str parent text =>
    match placeOfName t.nameCells name with
    | some place => (t, place)
    | none =>
      let (t, above) := putName parent t
      let place := t.names.size
      ({ t with names := t.names.push (.arr #[num above, .str text]), nameCells := remember t.nameCells name.hash name place }, place)
  | .num parent number =>
    match placeOfName t.nameCells name with
    | some place => (t, place)
    | none =>
      let (t, above) := putName parent t
      let place := t.names.size
      ({ t with names := t.names.push (.arr #[num above, num number]), nameCells := remember t.nameCells name.hash name place }, place)

def putNames (names : List Name) (t : Table) : Table × List Json :=
  match names with
  | [] => (t, [])
  | name :: rest =>
    let (t, place) := putName name t
    let (t, places) := putNames rest t
    (t, num place :: places)

def newLevel (level : Level) (t : Table) (row : Array Json) : Table × Nat :=
  let place := t.levels.size
  ({ t with levels := t.levels.push (.arr row), levelCells := remember t.levelCells level.hash level place }, place)

/-- The place of a level. A metavariable, which no finished declaration holds, becomes a row that cannot be read. -/
def putLevel (level : Level) (t : Table) : Table × Nat :=
  match placeOfLevel t.levelCells level with
  | some place => (t, place)
  | none =>
    match level with
    | .zero => (t, 0)
    | .succ inner =>
      let (t, a) := putLevel inner t
      newLevel level t #[.str "s", num a]
    | .max left right =>
      let (t, a) := putLevel left t
      let (t, b) := putLevel right t
      newLevel level t #[.str "m", num a, num b]
    | .imax left right =>
      let (t, a) := putLevel left t
      let (t, b) := putLevel right t
      newLevel level t #[.str "i", num a, num b]
    | .param name =>
      let (t, a) := putName name t
      newLevel level t #[.str "p", num a]
    | .mvar _ => newLevel level t #[.str "?"]

def putLevels (levels : List Level) (t : Table) : Table × List Json :=
  match levels with
  | [] => (t, [])
  | level :: rest =>
    let (t, place) := putLevel level t
    let (t, places) := putLevels rest t
    (t, num place :: places)

def newExpr (expr : Expr) (t : Table) (row : Array Json) : Table × Nat :=
  let place := t.exprs.size
  ({ t with exprs := t.exprs.push (.arr row), exprCells := remember t.exprCells expr.hash expr place }, place)

def binder (info : BinderInfo) : Json :=
  match info with
  | .default => num 0
  | .implicit => num 1
  | .strictImplicit => num 2
  | .instImplicit => num 3

/-- The place of a term. Notes that the elaborator left in it are dropped: they mean nothing to the kernel. -/
def putExpr (expr : Expr) (t : Table) : Table × Nat :=
  match placeOfExpr t.exprCells expr with
  | some place => (t, place)
  | none =>
    match expr with
    | .mdata _ inner => putExpr inner t
    | .bvar index => newExpr expr t #[.str "b", num index]
    | .sort level =>
      let (t, a) := putLevel level t
      newExpr expr t #[.str "s", num a]
    | .const name levels =>
      let (t, a) := putName name t
      let (t, places) := putLevels levels t
      newExpr expr t #[.str "c", num a, .arr places.toArray]
    | .app function argument =>
      let (t, a) := putExpr function t
      let (t, b) := putExpr argument t
      newExpr expr t #[.str "a", num a, num b]
    | .lam name type body info =>
      let (t, n) := putName name t
      let (t, a) := putExpr type t
      let (t, b) := putExpr body t
      newExpr expr t #[.str "l", binder info, num n, num a, num b]
    | .forallE name type body info =>
      let (t, n) := putName name t
      let (t, a) := putExpr type t
      let (t, b) := putExpr body t
      newExpr expr t #[.str "f", binder info, num n, num a, num b]
    | .letE name type value body _ =>
      let (t, n) := putName name t
      let (t, a) := putExpr type t
      let (t, v) := putExpr value t
      let (t, b) := putExpr body t
      newExpr expr t #[.str "z", num n, num a, num v, num b]
    | .lit (.natVal value) => newExpr expr t #[.str "n", .str value.repr]
    | .lit (.strVal value) => newExpr expr t #[.str "t", .str value]
    | .proj type index inner =>
      let (t, n) := putName type t
      let (t, a) := putExpr inner t
      newExpr expr t #[.str "j", num n, num index, num a]
    | _ => newExpr expr t #[.str "?"]

/-! Declarations, each after those that it mentions. -/

def pushDecl (t : Table) (row : Array Json) : Table := { t with decls := t.decls.push (.arr row) }

def hints (hints : ReducibilityHints) : Json :=
  match hints with
  | .opaque => .str "opaque"
  | .abbrev => .str "abbrev"
  | .regular height => num height.toNat

/-- A declaration with a type and, unless it is an axiom, a value. -/
def putValued (kind : String) (info : ConstantInfo) (value : Option Expr) (more : List Json) (t : Table) : Table :=
  let (t, name) := putName info.name t
  let (t, params) := putNames info.levelParams t
  let (t, type) := putExpr info.type t
  match value with
  | none => pushDecl t (.str kind :: num name :: .arr params.toArray :: num type :: more).toArray
  | some value =>
    let (t, place) := putExpr value t
    pushDecl t (.str kind :: num name :: .arr params.toArray :: num type :: num place :: more).toArray

def putConstructors (env : Environment) (names : List Name) (t : Table) : Table × List Json :=
  match names with
  | [] => (t, [])
  | name :: rest =>
    match env.find? name with
    | none => (t, [.null])
    | some info =>
      let (t, place) := putName name t
      let (t, type) := putExpr info.type t
      let (t, others) := putConstructors env rest t
      (t, .arr #[num place, num type] :: others)

def putTypes (env : Environment) (names : List Name) (t : Table) : Table × List Json :=
  match names with
  | [] => (t, [])
  | name :: rest =>
    match env.find? name with
    | some (.inductInfo v) =>
      let (t, place) := putName name t
      let (t, type) := putExpr v.type t
      let (t, constructors) := putConstructors env v.ctors t
      let (t, others) := putTypes env rest t
      (t, .arr #[num place, num type, .arr constructors.toArray] :: others)
    | _ => (t, [.null])

def putInductive (env : Environment) (v : InductiveVal) (t : Table) : Table :=
  let (t, params) := putNames v.levelParams t
  let (t, types) := putTypes env v.all t
  pushDecl t #[.str "inductive", .arr params.toArray, num v.numParams, .arr types.toArray, .bool v.isUnsafe]

def putDecl (env : Environment) (info : ConstantInfo) (t : Table) : Table :=
  match info with
  | .thmInfo v => putValued "theorem" info (some v.value) [] t
  | .defnInfo v =>
    let safe := match v.safety with
      | .safe => true
      | _ => false
    putValued "def" info (some v.value) [hints v.hints, .bool safe] t
  | .opaqueInfo v => putValued "opaque" info (some v.value) [.bool v.isUnsafe] t
  | .axiomInfo v => putValued "axiom" info none [.bool v.isUnsafe] t
  | .inductInfo v => putInductive env v t
  | _ => t

end Gate
