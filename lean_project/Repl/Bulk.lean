module

public meta import Repl.Prove

/-!
Many closed statements at once, by reflection. No elaborator is involved: a statement comes as data, and is built
here twice, as the proposition that its text denotes and as a `Verifier.Reflect.Formula`. The kernel then accepts
`Verifier.Reflect.sound formula rfl` as a proof of that proposition, or does not: each statement by itself, in the
environment as it was. So the kernel, and not this file, says that data and proposition agree.
-/

open Lean

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public meta section

namespace Repl

/-- A term, or a statement, and the data that stand for it. -/
structure Built where
  meant : Expr
  data : Expr

def named (text : String) : Name := .str (.str (.str .anonymous "Verifier") "Reflect") text

def rat : Expr := .const `Rat []

def natural (n : Nat) : Expr :=
  mkApp3 (.const `OfNat.ofNat [levelZero]) (.const `Nat []) (.lit (.natVal n)) (.app (.const `instOfNatNat []) (.lit (.natVal n)))

/-- `a op b` on rational numbers, as the elaborator would have it. -/
def operated (op lifted instance_ : Name) (a b : Expr) : Expr :=
  mkApp6 (.const op [levelZero, levelZero, levelZero]) rat rat rat
    (mkApp2 (.const lifted [levelZero]) rat (.const instance_ [])) a b

def constructor (kind name : String) : Expr := .const (.str (named kind) name) []

def both (op lifted instance_ : Name) (name : String) (a b : Built) : Option Built :=
  some ⟨operated op lifted instance_ a.meant b.meant, mkApp2 (constructor "Term" name) a.data b.data⟩

def cast (n : Expr) : Expr := mkApp3 (.const `Nat.cast [levelZero]) rat (.const `Rat.instNatCast []) n

def numeral (n : Nat) : Built :=
  ⟨mkApp3 (.const `OfNat.ofNat [levelZero]) rat (.lit (.natVal n)) (.app (.const `Rat.instOfNat []) (.lit (.natVal n))),
    .app (constructor "Term" "num") (.lit (.natVal n))⟩

def power (a : Built) (n : Nat) : Built :=
  let lifted := mkApp3 (.const `instHPow [levelZero, levelZero]) rat (.const `Nat []) (.const `Rat.instPowNat [])
  ⟨mkApp6 (.const `HPow.hPow [levelZero, levelZero, levelZero]) rat (.const `Nat []) rat lifted a.meant (natural n),
    mkApp2 (constructor "Term" "pow") a.data (natural n)⟩

def ours (text : String) : Expr := .const (.str (.str .anonymous "Verifier") text) []

def binary (op : String) (a b : Built) : Option Built :=
  match op with
  | "+" => both `HAdd.hAdd `instHAdd `Rat.instAdd "add" a b
  | "-" => both `HSub.hSub `instHSub `Rat.instSub "sub" a b
  | "*" => both `HMul.hMul `instHMul `Rat.instMul "mul" a b
  | "/" => both `HDiv.hDiv `instHDiv `Rat.instDiv "div" a b
  | _ => none

def unary (op : String) (a : Built) : Option Built :=
  match op with
  | "neg" => some ⟨mkApp3 (.const `Neg.neg [levelZero]) rat (.const `Rat.instNeg []) a.meant, .app (constructor "Term" "neg") a.data⟩
  | "abs" => some ⟨.app (ours "absolute") a.meant, .app (constructor "Term" "abs") a.data⟩
  | _ => none

def count (json : Json) : Option Nat :=
  match json.getNat? with
  | .ok n => some n
  | .error _ => none

/-- The term that nested lists spell: `["/", 48, 2]`. Fuel bounds the depth. -/
def term : Nat → Json → Option Built
  | 0, _ => none
  | fuel + 1, .arr parts =>
    match parts.toList with
    | [.str "^", a, n] =>
      match term fuel a, count n with
      | some a, some n => some (power a n)
      | _, _ => none
    | [.str "choose", n, k] =>
      match count n, count k with
      | some n, some k => some ⟨cast (mkApp2 (ours "choose") (natural n) (natural k)),
          mkApp2 (constructor "Term" "choose") (natural n) (natural k)⟩
      | _, _ => none
    | [.str op, a, b] =>
      match term fuel a, term fuel b with
      | some a, some b => binary op a b
      | _, _ => none
    | [.str "fact", n] =>
      match count n with
      | some n => some ⟨cast (.app (ours "factorial") (natural n)), .app (constructor "Term" "fact") (natural n)⟩
      | none => none
    | [.str op, a] =>
      match term fuel a with
      | some a => unary op a
      | none => none
    | _ => none
  | _, json =>
    match count json with
    | some n => some (numeral n)
    | none => none

def related (name : String) (relation : Expr) (a b : Built) : Option Built :=
  some ⟨mkApp2 relation a.meant b.meant, mkApp3 (constructor "Formula" "rel") (constructor "Relation" name) a.data b.data⟩

def relation (sign : String) (a b : Built) : Option Built :=
  match sign with
  | "=" => related "eq" (.app (.const `Eq [levelOne]) rat) a b
  | "≠" => related "ne" (.app (.const `Ne [levelOne]) rat) a b
  | "<" => related "lt" (mkApp2 (.const `LT.lt [levelZero]) rat (.const `Rat.instLT [])) a b
  | "≤" => related "le" (mkApp2 (.const `LE.le [levelZero]) rat (.const `Rat.instLE [])) a b
  | ">" => related "gt" (mkApp2 (.const `GT.gt [levelZero]) rat (.const `Rat.instLT [])) a b
  | "≥" => related "ge" (mkApp2 (.const `GE.ge [levelZero]) rat (.const `Rat.instLE [])) a b
  | _ => none

/-- The statement that nested lists spell: `["and", ["≠", 2, 0], ["=", ["/", 48, 2], 24]]`. -/
def formula : Nat → Json → Option Built
  | 0, _ => none
  | fuel + 1, .arr parts =>
    match parts.toList with
    | [.str "¬", f] =>
      match formula fuel f with
      | some f => some ⟨.app (.const `Not []) f.meant, .app (constructor "Formula" "not") f.data⟩
      | none => none
    | [.str "∧", f, g] =>
      match formula fuel f, formula fuel g with
      | some f, some g => some ⟨mkApp2 (.const `And []) f.meant g.meant, mkApp2 (constructor "Formula" "and") f.data g.data⟩
      | _, _ => none
    | [.str sign, a, b] =>
      match term fuel a, term fuel b with
      | some a, some b => relation sign a b
      | _, _ => none
    | _ => none
  | _, _ => none

/-- The proof: the check of the data comes out `true`, which the kernel finds by computing. -/
def proofOf (data : Expr) : Expr :=
  let yes := Expr.const `Bool.true []
  mkApp2 (.const (named "sound") []) data (mkApp2 (.const `Eq.refl [levelOne]) (.const `Bool []) yes)

/-- What the kernel says of one statement; its hash is that of the elaborated text. -/
def certified (env : Environment) (heartbeats : Nat) (json : Json) : Json :=
  match formula 1000 json with
  | none => Json.mkObj [("ok", .bool false), ("statement", .str "")]
  | some built =>
    let declaration := Declaration.thmDecl
      { name := `verified, levelParams := [], type := built.meant, value := proofOf built.data }
    let ok := match env.addDeclCore (heartbeats * 1000).toUSize declaration none with
      | .ok _ => true
      | .error _ => false
    Json.mkObj [("ok", .bool ok), ("statement", .str s!"{built.meant.hash}")]

def certifiedAll (env : Environment) (heartbeats : Nat) : List Json → List Json
  | [] => []
  | json :: rest => certified env heartbeats json :: certifiedAll env heartbeats rest

/-- The axioms under the one theorem on which all of these proofs rest. -/
def reflectAxioms (env : Environment) : Except String (List String) :=
  match walk env env 1000000 [.visit (named "sound")] {} with
  | .error reason => .error reason
  | .ok found =>
    if allPermitted found.axioms then .ok (texts found.axioms) else .error "the theorem rests on an axiom that is not permitted"

end Repl
