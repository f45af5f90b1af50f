module

public meta import Gate.Rebuild

/-!
Whether a candidate states what the challenge states: types are compared as terms, and so is every definition, type and
class that they depend on. Names of universes and of bound variables do not count. Auxiliary definitions that the
elaborator made (matchers, say) may have another name where type and value are the same; proofs inside a statement
count by what they prove.
-/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

abbrev Pair := Name × Name

def bothAll : List Name → List Pair → List Pair
  | [], rest => rest
  | name :: names, rest => (name, name) :: bothAll names rest

def sameLevels : List Level → List Level → Bool
  | [], [] => true
  | a :: as, b :: bs => a == b && sameLevels as bs
  | _, _ => false

def sameNames : List Name → List Name → Bool
  | [], [] => true
  | a :: as, b :: bs => a == b && sameNames as bs
  | _, _ => false

/-- Whether two terms are the same up to names of new constants, and the pairs of constants on which that depends. -/
def alike : Nat → Expr → Expr → List Pair → Option (Nat × List Pair)
  | 0, _, _, _ => none
  | fuel + 1, a, b, pairs =>
    if a == b then some (fuel, bothAll a.getUsedConstants.toList pairs) else
    match a, b with
    | .const m us, .const n vs => if sameLevels us vs then some (fuel, (m, n) :: pairs) else none
    | .app f x, .app g y =>
      match alike fuel f g pairs with
      | some (left, pairs) => alike (min left fuel) x y pairs
      | none => none
    | .lam _ t e _, .lam _ u h _ =>
      match alike fuel t u pairs with
      | some (left, pairs) => alike (min left fuel) e h pairs
      | none => none
    | .forallE _ t e _, .forallE _ u h _ =>
      match alike fuel t u pairs with
      | some (left, pairs) => alike (min left fuel) e h pairs
      | none => none
    | .letE _ t v e _, .letE _ u w h _ =>
      match alike fuel t u pairs with
      | some (left, pairs) =>
        match alike (min left fuel) v w pairs with
        | some (left, pairs) => alike (min left fuel) e h pairs
        | none => none
      | none => none
    | .proj s i e, .proj u j h =>
      if i == j then alike fuel e h ((s, u) :: pairs) else none
    | _, _ => none

def canonical : Nat → List Name → List Level
  | _, [] => []
  | n, _ :: rest => .param (.num `u n) :: canonical (n + 1) rest

def stated (info : ConstantInfo) (expr : Expr) : Expr :=
  expr.instantiateLevelParams info.levelParams (canonical 0 info.levelParams)

/-- A name that the elaborator made: of a matcher, or with an underscore in front. -/
def isAuxiliary (name : Name) : Bool :=
  match name with
  | .str _ text => match text.toList with
    | '_' :: _ => true
    | 'm' :: 'a' :: 't' :: 'c' :: 'h' :: '_' :: _ => true
    | _ => name.isInternal
  | _ => name.isInternal

def sameLength : List Name → List Name → Bool
  | [], [] => true
  | _ :: a, _ :: b => sameLength a b
  | _, _ => false

/-- More than any statement needs; a comparison that takes longer is refused. -/
def mostSteps : Nat := 1000000

def alikeIn (a b : ConstantInfo) (x y : Expr) (pairs : List Pair) : Option (List Pair) :=
  match alike mostSteps (stated a x) (stated b y) pairs with
  | some (_, pairs) => some pairs
  | none => none

/-- The types of constructors, which have the same names in the same order. -/
def sameConstructors (ours theirs : Environment) : List Name → List Name → List Pair → Option (List Pair)
  | [], [], pairs => some pairs
  | m :: ms, n :: ns, pairs =>
    if m != n then none else
    match ours.find? m, theirs.find? n with
    | some a, some b =>
      match alikeIn a b a.type b.type pairs with
      | some pairs => sameConstructors ours theirs ms ns pairs
      | none => none
    | _, _ => none
  | _, _, _ => none

/-- Whether a constant of ours and one of theirs mean the same, given that the pairs that come back do. -/
def sameMeaning (ours theirs : Environment) (a b : ConstantInfo) (pairs : List Pair) : Option (List Pair) :=
  if !sameLength a.levelParams b.levelParams then none else
  match alikeIn a b a.type b.type pairs with
  | none => none
  | some pairs =>
    match a, b with
    | .thmInfo _, .thmInfo _ => some pairs
    | .defnInfo v, .defnInfo w =>
      if v.name == w.name || (isAuxiliary v.name && isAuxiliary w.name) then alikeIn a b v.value w.value pairs else none
    | .opaqueInfo v, .opaqueInfo w => if v.name == w.name then alikeIn a b v.value w.value pairs else none
    | .axiomInfo v, .axiomInfo w => if v.name == w.name then some pairs else none
    | .inductInfo v, .inductInfo w =>
      if v.name == w.name && v.numParams == w.numParams && sameNames v.all w.all then
        sameConstructors ours theirs v.ctors w.ctors (bothAll v.all pairs)
      else none
    | .ctorInfo v, .ctorInfo w => if v.name == w.name then some ((v.induct, w.induct) :: pairs) else none
    | .recInfo v, .recInfo w => if v.name == w.name && sameNames v.all w.all then some (bothAll v.all pairs) else none
    | _, _ => none

def wasSeen (pair : Pair) : List Pair → Bool
  | [] => false
  | other :: rest => (pair.1 == other.1 && pair.2 == other.2) || wasSeen pair rest

/-- A definition that the candidate may choose: of ours the type counts alone. -/
def sameHole (a b : ConstantInfo) (pairs : List Pair) : Option (List Pair) :=
  match a, b with
  | .defnInfo _, .defnInfo _ => if sameLength a.levelParams b.levelParams then alikeIn a b a.type b.type pairs else none
  | _, _ => none

/-- Follows pairs of constants until nothing is left, or two differ: then the name of ours comes back. `holes`:
definitions that the candidate may choose. -/
def follow (base ours theirs : Environment) (holes : List Name) : Nat → List Pair → List Pair → Option Name
  | _, [], _ => none
  | 0, pair :: _, _ => some pair.1
  | fuel + 1, pair :: rest, seen =>
    if base.contains pair.1 || base.contains pair.2 then
      if pair.1 == pair.2 then follow base ours theirs holes fuel rest seen else some pair.1
    else if wasSeen pair seen then follow base ours theirs holes fuel rest seen else
    match ours.find? pair.1, theirs.find? pair.2 with
    | some a, some b =>
      match if pair.1 == pair.2 && isIn pair.1 holes then sameHole a b rest else sameMeaning ours theirs a b rest with
      | some rest => follow base ours theirs holes fuel rest (pair :: seen)
      | none => some pair.1
    | _, _ => some pair.1

/-- Whether a statement names another constant where ours names one: of the library, or under another name of its own. -/
def namesAnother (base : Environment) : List Pair → Bool
  | [] => false
  | (m, n) :: rest =>
    let other := m != n && (base.contains m || base.contains n || !(isAuxiliary m && isAuxiliary n))
    other || namesAnother base rest

/-- What is wrong with a target: a rule and a message. -/
structure Fault where
  rule : String
  message : String
  name : Name := .anonymous

def compareTarget (base ours theirs : Environment) (holes : List Name) (name : Name) : Option Fault :=
  let text := nameText name
  match ours.find? name, theirs.find? name with
  | some a, some b =>
    match b with
    | .thmInfo _ =>
      if !sameLength a.levelParams b.levelParams then
        some { rule := "statement-changed", message := text ++ " has other universe parameters than ours", name } else
      match alikeIn a b a.type b.type [] with
      | none => some { rule := "statement-changed", message := text ++ " is not the statement of the challenge", name }
      | some pairs =>
        if namesAnother base pairs then
          some { rule := "statement-changed", message := text ++ " is not the statement of the challenge", name } else
        match follow base ours theirs holes 1000000 pairs [] with
        | none => none
        | some other => some { rule := "definition-changed", name := other,
                               message := "the statement of " ++ text ++ " depends on " ++ nameText other ++ ", which differs from ours" }
    | .axiomInfo _ => some { rule := "not-a-theorem", message := text ++ " is an axiom, not a theorem", name }
    | _ => some { rule := "not-a-theorem", message := text ++ " is a definition, not a theorem", name }
  | _, none => some { rule := "missing-theorem", message := "the candidate does not prove " ++ text, name }
  | none, _ => some { rule := "missing-theorem", message := "the challenge does not state " ++ text, name }

def compareAll (base ours theirs : Environment) (holes : List Name) : List Name → List Fault
  | [] => []
  | name :: rest =>
    match compareTarget base ours theirs holes name with
    | some fault => fault :: compareAll base ours theirs holes rest
    | none => compareAll base ours theirs holes rest

end Gate
