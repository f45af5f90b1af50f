module

public meta import Gate.Inductive

/-!
The auditor's half: plain data to declarations, through the kernel, on top of the imported library alone.
What cannot be read is refused.
-/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

def nat (json : Json) : Except String Nat := json.getNat?

structure Built where
  names : Array Name := #[.anonymous]
  levels : Array Level := #[.zero]
  exprs : Array Expr := #[]
  projections : List Projection := []

def nameAt (b : Built) (json : Json) : Except String Name := do
  match b.names[← nat json]? with
  | some name => return name
  | none => throw "a name that is not in the table"

def levelAt (b : Built) (json : Json) : Except String Level := do
  match b.levels[← nat json]? with
  | some level => return level
  | none => throw "a level that is not in the table"

def exprAt (b : Built) (json : Json) : Except String Expr := do
  match b.exprs[← nat json]? with
  | some expr => return expr
  | none => throw "a term that is not in the table"

def namesAt (b : Built) : List Json → Except String (List Name)
  | [] => return []
  | json :: rest => do return (← nameAt b json) :: (← namesAt b rest)

def levelsAt (b : Built) : List Json → Except String (List Level)
  | [] => return []
  | json :: rest => do return (← levelAt b json) :: (← levelsAt b rest)

def readNames : List Json → Built → Except String Built
  | [], b => .ok b
  | .arr row :: rest, b =>
    match row.toList with
    | [above, .str text] =>
      match nameAt b above with
      | .ok parent => readNames rest { b with names := b.names.push (.str parent text) }
      | .error reason => .error reason
    | [above, number] =>
      match nameAt b above, nat number with
      | .ok parent, .ok n => readNames rest { b with names := b.names.push (.num parent n) }
      | _, _ => .error "a name that cannot be read"
    | _ => .error "a name that cannot be read"
  | _, _ => .error "a name that cannot be read"

def readLevel (b : Built) (row : List Json) : Except String Level := do
  match row with
  | [.str "s", a] => return .succ (← levelAt b a)
  | [.str "m", a, c] => return .max (← levelAt b a) (← levelAt b c)
  | [.str "i", a, c] => return .imax (← levelAt b a) (← levelAt b c)
  | [.str "p", a] => return .param (← nameAt b a)
  | _ => throw "a level that cannot be read"

def readLevels : List Json → Built → Except String Built
  | [], b => .ok b
  | .arr row :: rest, b =>
    match readLevel b row.toList with
    | .ok level => readLevels rest { b with levels := b.levels.push level }
    | .error reason => .error reason
  | _, _ => .error "a level that cannot be read"

def readBinder (json : Json) : Except String BinderInfo := do
  match ← nat json with
  | 0 => return .default
  | 1 => return .implicit
  | 2 => return .strictImplicit
  | 3 => return .instImplicit
  | _ => throw "a binder that cannot be read"

def digits : List Char → Nat → Option Nat
  | [], n => some n
  | c :: rest, n => if '0' ≤ c && c ≤ '9' then digits rest (10 * n + (c.toNat - 48)) else none

/-- The number that decimal digits spell. -/
def readDigits (text : String) : Except String Nat :=
  match digits text.toList 0 with
  | some n => .ok n
  | none => .error "a number that cannot be read"

/-- Numbers of more digits are no part of an honest proof, and arithmetic on them is hardly tested (#14849). -/
def mostDigits : Nat := 1000000

/-- Indices of bound variables are kept in twenty bits. -/
def mostIndex : Nat := 1000000

def readExpr (b : Built) (row : List Json) : Except String Expr := do
  match row with
  | [.str "b", i] =>
    let index ← nat i
    if index > mostIndex then throw "a term that is too deep"
    return .bvar index
  | [.str "s", a] => return .sort (← levelAt b a)
  | [.str "c", n, .arr ls] => return .const (← nameAt b n) (← levelsAt b ls.toList)
  | [.str "a", f, x] => return .app (← exprAt b f) (← exprAt b x)
  | [.str "l", i, n, t, e] => return .lam (← nameAt b n) (← exprAt b t) (← exprAt b e) (← readBinder i)
  | [.str "f", i, n, t, e] => return .forallE (← nameAt b n) (← exprAt b t) (← exprAt b e) (← readBinder i)
  | [.str "z", n, t, v, e] => return .letE (← nameAt b n) (← exprAt b t) (← exprAt b v) (← exprAt b e) false
  | [.str "n", .str text] =>
    if text.length > mostDigits then throw "a number that is too large"
    return .lit (.natVal (← readDigits text))
  | [.str "t", .str text] => return .lit (.strVal text)
  | [.str "j", n, i, e] => return .proj (← nameAt b n) (← nat i) (← exprAt b e)
  | _ => throw "a term that cannot be read"

def noteProjection (expr : Expr) (found : List Projection) : List Projection :=
  match expr with
  | .proj name index _ => if hasProjection (name, index) found then found else (name, index) :: found
  | _ => found

def readExprs : List Json → Built → Except String Built
  | [], b => .ok b
  | .arr row :: rest, b =>
    match readExpr b row.toList with
    | .ok expr => readExprs rest { b with exprs := b.exprs.push expr, projections := noteProjection expr b.projections }
    | .error reason => .error reason
  | _, _ => .error "a term that cannot be read"

def part (json : Json) (key : String) : Except String (List Json) :=
  match json.getObjVal? key with
  | .ok (.arr rows) => .ok rows.toList
  | _ => .error ("no " ++ key)

def readHints (json : Json) : Except String ReducibilityHints := do
  match json with
  | .str "opaque" => return .opaque
  | .str "abbrev" => return .abbrev
  | other => return .regular (← nat other).toUInt32

def readConstructors (b : Built) : List Json → Except String (List Constructor)
  | [] => return []
  | .arr row :: rest => do
    match row.toList with
    | [n, t] => return { name := ← nameAt b n, type := ← exprAt b t } :: (← readConstructors b rest)
    | _ => throw "a constructor that cannot be read"
  | _ => throw "a constructor that cannot be read"

def readTypes (b : Built) : List Json → Except String (List InductiveType)
  | [] => return []
  | .arr row :: rest => do
    match row.toList with
    | [n, t, .arr cs] =>
      return { name := ← nameAt b n, type := ← exprAt b t, ctors := ← readConstructors b cs.toList } :: (← readTypes b rest)
    | _ => throw "a type that cannot be read"
  | _ => throw "a type that cannot be read"

/-- The declaration that a row spells. Nothing unsafe or partial has one. -/
def readDecl (b : Built) (row : List Json) : Except String Declaration := do
  match row with
  | [.str "theorem", n, .arr ps, t, v] =>
    return .thmDecl { name := ← nameAt b n, levelParams := ← namesAt b ps.toList, type := ← exprAt b t, value := ← exprAt b v }
  | [.str "def", n, .arr ps, t, v, h, .bool true] =>
    return .defnDecl { name := ← nameAt b n, levelParams := ← namesAt b ps.toList, type := ← exprAt b t, value := ← exprAt b v,
                       hints := ← readHints h, safety := .safe }
  | [.str "opaque", n, .arr ps, t, v, .bool false] =>
    return .opaqueDecl { name := ← nameAt b n, levelParams := ← namesAt b ps.toList, type := ← exprAt b t, value := ← exprAt b v,
                         isUnsafe := false, all := [← nameAt b n] }
  | [.str "axiom", n, .arr ps, t, .bool false] =>
    return .axiomDecl { name := ← nameAt b n, levelParams := ← namesAt b ps.toList, type := ← exprAt b t, isUnsafe := false }
  | [.str "inductive", .arr ps, count, .arr types, .bool false] =>
    return .inductDecl (← namesAt b ps.toList) (← nat count) (← readTypes b types.toList) false
  | _ => throw "a declaration that is unsafe or cannot be read"

def inOrder : List Declaration → List Declaration → List Declaration
  | [], done => done
  | x :: rest, done => inOrder rest (x :: done)

def readDecls (b : Built) : List Json → List Declaration → Except String (List Declaration)
  | [], done => .ok (inOrder done [])
  | .arr row :: rest, done =>
    match readDecl b row.toList with
    | .ok declaration => readDecls b rest (declaration :: done)
    | .error reason => .error reason
  | _, _ => .error "a declaration that cannot be read"

/-- The declarations that plain data spell, and the projections in them. -/
def rebuild (json : Json) : Except String (List Declaration × List Projection) := do
  let names ← part json "names"
  let levels ← part json "levels"
  let b ← readNames names.tail {}
  let b ← readLevels levels.tail b
  let b ← readExprs (← part json "exprs") b
  return (← readDecls b (← part json "decls") [], b.projections)

def typeNames : List InductiveType → List Name
  | [] => []
  | type :: rest => type.name :: typeNames rest

def declared : Declaration → Name
  | .thmDecl v => v.name
  | .defnDecl v => v.name
  | .opaqueDecl v => v.name
  | .axiomDecl v => v.name
  | .inductDecl _ _ types _ => match types with
    | type :: _ => type.name
    | [] => .anonymous
  | _ => .anonymous

def constructorTypes : List Constructor → List Name → List Name
  | [], rest => rest
  | c :: cs, rest => join c.type.getUsedConstants.toList (constructorTypes cs rest)

def typesMention : List InductiveType → List Name
  | [] => []
  | type :: rest => join type.type.getUsedConstants.toList (constructorTypes type.ctors (typesMention rest))

def declaresMention : Declaration → List Name
  | .thmDecl v => join v.value.getUsedConstants.toList v.type.getUsedConstants.toList
  | .defnDecl v => join v.value.getUsedConstants.toList v.type.getUsedConstants.toList
  | .opaqueDecl v => join v.value.getUsedConstants.toList v.type.getUsedConstants.toList
  | .axiomDecl v => v.type.getUsedConstants.toList
  | .inductDecl _ _ types _ => typesMention types
  | _ => []

/-- What a replay came to: the environment, the axioms that it declares, and what it mentions of the imports. -/
structure Replayed where
  env : Environment
  axioms : List Name := []
  under : Below := {}

def noted (name : Name) (names : List Name) : List Name := if isIn name names then names else name :: names

def nativeNames : List Name → List Name → List Name
  | [], found => found
  | name :: rest, found => nativeNames rest (if isNative name then noted name found else found)

/-- Whatever would make the kernel run compiled code: looked for before the kernel sees anything. -/
def nativeIn : List Declaration → List Name → List Name
  | [], found => found
  | declaration :: rest, found => nativeIn rest (nativeNames (declaresMention declaration) found)

def kernelSays (failure : Kernel.Exception) : String :=
  match failure with
  | .deterministicTimeout => "the kernel's budget ran out"
  | .excessiveMemory => "the kernel's memory ran out"
  | .deepRecursion => "the kernel's stack ran out"
  | .alreadyDeclared _ _ => "the name is taken by the library"
  | .unknownConstant _ name => "an unknown constant: " ++ nameText name
  | .declTypeMismatch .. => "the value does not have the type"
  | .appTypeMismatch .. => "a function is applied to what it does not take"
  | .thmTypeIsNotProp .. => "a theorem's type is no proposition"
  | .other text => text
  | _ => "the kernel refuses it"

/-- Hands declarations to the kernel one after another, each held to what this kernel does not check itself. -/
def replay (base : Environment) (heartbeats : Nat) : List Declaration → Replayed → Except (Name × String) Replayed
  | [], r => .ok r
  | declaration :: rest, r =>
    let mentioned := declaresMention declaration
    let r := { r with under := below base 30000000 mentioned r.under }
    let r := match declaration with
      | .axiomDecl v => { r with axioms := noted v.name r.axioms }
      | _ => r
    match complaint declaration mentioned with
    | some why => .error (declared declaration, why)
    | none =>
      match r.env.addDeclCore (heartbeats * 1000).toUSize declaration none with
      | .error failure => .error (declared declaration, kernelSays failure)
      | .ok env => match lateComplaint env heartbeats declaration with
        | some why => .error (declared declaration, why)
        | none => replay base heartbeats rest { r with env }

end Gate
