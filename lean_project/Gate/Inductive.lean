module

public meta import Gate.Closure

/-!
What kernels before Lean 4.34.0 do not check of declarations, and a proof of `False` needed. Each rule is stricter than the
kernel that was repaired, and holds for everything that the elaborator makes. Numbers are those of changes of Lean.
-/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

/-! Universe levels. -/

/-- Whether a level is 0 whatever its parameters are. -/
def isAlwaysZero : Level → Bool
  | .zero => true
  | .max a b => isAlwaysZero a && isAlwaysZero b
  | .imax _ b => isAlwaysZero b
  | _ => false

/-- Whether a level is above 0 whatever its parameters are. -/
def isNeverZero : Level → Bool
  | .succ _ => true
  | .max a b => isNeverZero a || isNeverZero b
  | .imax _ b => isNeverZero b
  | _ => false

/-- 0 that is not written so: a kernel that compares levels as they are written takes it for another (#14613, #14615). -/
def isHiddenZero (level : Level) : Bool :=
  match level with
  | .zero => false
  | other => isAlwaysZero other

def anyHidden : List Level → Bool
  | [] => false
  | level :: rest => isHiddenZero level || anyHidden rest

def pushExprs : List Expr → List Expr → List Expr
  | [], rest => rest
  | e :: more, rest => e :: pushExprs more rest

/-- Whether a hidden 0 is written anywhere in some terms. Fuel bounds the number of nodes; out of it, one may be. -/
def holdsHidden : Nat → List Expr → Bool
  | _, [] => false
  | 0, _ => true
  | fuel + 1, e :: rest => match e with
    | .sort level => isHiddenZero level || holdsHidden fuel rest
    | .const _ levels => anyHidden levels || holdsHidden fuel rest
    | .app f x => holdsHidden fuel (f :: x :: rest)
    | .lam _ t b _ => holdsHidden fuel (t :: b :: rest)
    | .forallE _ t b _ => holdsHidden fuel (t :: b :: rest)
    | .letE _ t v b _ => holdsHidden fuel (t :: v :: b :: rest)
    | .proj _ _ inner => holdsHidden fuel (inner :: rest)
    | .mdata _ inner => holdsHidden fuel (inner :: rest)
    | _ => holdsHidden fuel rest

def mostTerms : Nat := 3000000

/-- The level of the sort in which a type ends, where that is written out, after at least so many binders. -/
def resultLevel : Expr → Option Level
  | .forallE _ _ body _ => resultLevel body
  | .sort level => some level
  | _ => none

/-! Each occurrence of a type that is being declared: applied to the parameters and levels of the declaration (#14582). -/

def areParams : List Level → List Name → Bool
  | [], [] => true
  | .param name :: levels, other :: names => name == other && areParams levels names
  | _, _ => false

/-- Whether arguments begin with so many parameters, of which the first has index `above - 1` from inside. -/
def beginWithParams : Nat → Nat → List Expr → Bool
  | 0, _, _ => true
  | left + 1, above, .bvar index :: rest => above != 0 && index == above - 1 && beginWithParams left (above - 1) rest
  | _, _, _ => false

def argsOf : Expr → List Expr → List Expr
  | .app f x, rest => argsOf f (x :: rest)
  | _, rest => rest

structure Block where
  names : List Name
  levels : List Name
  params : Nat

def atDepth (depth : Nat) : List Expr → List (Nat × Expr) → List (Nat × Expr)
  | [], rest => rest
  | e :: more, rest => (depth, e) :: atDepth depth more rest

/-- Whether some terms, each below a number of binders, mention the types of a block as they must. -/
def areUniform (block : Block) : Nat → List (Nat × Expr) → Bool
  | _, [] => true
  | 0, _ => false
  | fuel + 1, (depth, e) :: rest =>
    match e.getAppFn with
    | .const name levels =>
      let args := argsOf e []
      (!isIn name block.names || (areParams levels block.levels && beginWithParams block.params depth args))
        && areUniform block fuel (atDepth depth args rest)
    | head => match e with
      | .app .. => areUniform block fuel ((depth, head) :: atDepth depth (argsOf e []) rest)
      | .lam _ t b _ => areUniform block fuel ((depth, t) :: (depth + 1, b) :: rest)
      | .forallE _ t b _ => areUniform block fuel ((depth, t) :: (depth + 1, b) :: rest)
      | .letE _ t v b _ => areUniform block fuel ((depth, t) :: (depth, v) :: (depth + 1, b) :: rest)
      | .proj _ _ inner => areUniform block fuel ((depth, inner) :: rest)
      | .mdata _ inner => areUniform block fuel ((depth, inner) :: rest)
      | _ => areUniform block fuel rest

/-- The parameters of a block, as seen at the end of `depth` binders of a constructor, have the indices from `depth - 1`
down; so a term below `depth` binders mentions the first as `depth - 1`. -/
def constructorIsUniform (block : Block) (type : Expr) : Bool := areUniform block mostTerms [(0, type)]

def constructorTypesOf : List Constructor → List Expr → List Expr
  | [], rest => rest
  | c :: more, rest => c.type :: constructorTypesOf more rest

def blockNames : List InductiveType → List Name
  | [] => []
  | t :: rest => t.name :: blockNames rest

def allUniform (block : Block) : List Expr → Bool
  | [] => true
  | type :: rest => constructorIsUniform block type && allUniform block rest

def typeComplaint (block : Block) (t : InductiveType) : Option String :=
  match resultLevel t.type with
  | none => some "the sort of an inductive type is not written out"
  | some level =>
    if level != .zero && !isNeverZero level then some "the sort of an inductive type may be Prop, and is not written so"
    else if holdsHidden mostTerms (t.type :: constructorTypesOf t.ctors []) then
      some "an inductive type holds a universe level that is always zero and not written so"
    else if !allUniform block (constructorTypesOf t.ctors []) then
      some "an inductive type occurs in a constructor with other parameters than its own"
    else none

def typesComplaint (block : Block) : List InductiveType → Option String
  | [] => none
  | t :: rest => match typeComplaint block t with
    | some why => some why
    | none => typesComplaint block rest

/-! Declarations that are made for a check and forgotten. -/

def passes (env : Environment) (heartbeats : Nat) (declaration : Declaration) : Bool :=
  match env.addDeclCore (heartbeats * 1000).toUSize declaration none with
  | .ok _ => true
  | .error _ => false

def checkName : Name := `gate_check

/-- Whether the kernel takes a term for a type, all of it. -/
def isType (env : Environment) (heartbeats : Nat) (levels : List Name) (type : Expr) : Bool :=
  passes env heartbeats (.axiomDecl { name := checkName, levelParams := levels, type, isUnsafe := false })

def hasType (env : Environment) (heartbeats : Nat) (levels : List Name) (value type : Expr) : Bool :=
  passes env heartbeats (.defnDecl { name := checkName, levelParams := levels, type, value, hints := .opaque, safety := .safe })

def allTypes (env : Environment) (heartbeats : Nat) (levels : List Name) : List Expr → Bool
  | [] => true
  | type :: rest => isType env heartbeats levels type && allTypes env heartbeats levels rest

/-! Recursors, which the kernel makes and does not check (#14806, #14808). -/

abbrev Binder := Name × Expr

/-- So many binders of a function type, the first one last, and what is below them. -/
def opened : Nat → Expr → List Binder → Option (List Binder × Expr)
  | 0, e, done => some (done, e)
  | n + 1, .forallE name t b _, done => opened n b ((name, t) :: done)
  | _, _, _ => none

/-- Puts binders around a term, the innermost first. -/
def closed : List Binder → Expr → Expr
  | [], e => e
  | (name, t) :: rest, e => closed rest (.forallE name t e .default)

/-- A function type applied to arguments that live where it does. -/
def applied : List Expr → Expr → Option Expr
  | [], e => some e
  | x :: rest, .forallE _ _ b _ => applied rest (b.instantiate #[x])
  | _, _ => none

def appAll : List Expr → Expr → Expr
  | [], f => f
  | x :: rest, f => appAll rest (.app f x)

def lifted (by_ : Nat) : List Expr → List Expr
  | [] => []
  | e :: rest => e.liftLooseBVars 0 by_ :: lifted by_ rest

def lowered (by_ : Nat) : List Expr → List Expr
  | [] => []
  | e :: rest => e.lowerLooseBVars by_ by_ :: lowered by_ rest

/-- The variables of so many binders, the outermost first. -/
def variables : Nat → List Expr
  | 0 => []
  | n + 1 => .bvar n :: variables n

def firstExprs : Nat → List Expr → List Expr
  | 0, _ => []
  | _, [] => []
  | n + 1, e :: rest => e :: firstExprs n rest

def dropExprs : Nat → List Expr → List Expr
  | 0, list => list
  | _, [] => []
  | n + 1, _ :: rest => dropExprs n rest

def reversed : List Expr → List Expr → List Expr
  | [], done => done
  | e :: rest, done => reversed rest (e :: done)

/-- The type that the rule of a recursor for a constructor must have: what the recursor promises at that constructor. -/
def ruleType (env : Environment) (v : RecursorVal) (rule : RecursorRule) : Option Expr :=
  match opened (v.numParams + v.numMotives + v.numMinors) v.type [] with
  | none => none
  | some (outer, rest) =>
    match opened v.numIndices rest [] with
    | some (_, .forallE _ major promised _) =>
      match major.getAppFn, env.find? rule.ctor with
      | .const _ levels, some (.ctorInfo c) =>
        let params := lowered v.numIndices (firstExprs c.numParams (argsOf major []))
        match applied params (c.type.instantiateLevelParams c.levelParams levels) with
        | none => none
        | some fields =>
          match opened rule.nfields fields [] with
          | none => none
          | some (inner, result) =>
            let indices := dropExprs c.numParams (argsOf result [])
            let whole := appAll (variables rule.nfields) (appAll (lifted rule.nfields params) (.const rule.ctor levels))
            let promised := promised.liftLooseBVars (v.numIndices + 1) rule.nfields
            let promised := promised.instantiate (whole :: reversed indices []).toArray
            some (closed outer (closed inner promised))
      | _, _ => none
    | _ => none

/-- The first constructor whose rule is not what the recursor promises. -/
def wrongRule (env : Environment) (heartbeats : Nat) (v : RecursorVal) : List RecursorRule → Option Name
  | [] => none
  | rule :: rest => match ruleType env v rule with
    | none => some rule.ctor
    | some type => if hasType env heartbeats v.levelParams rule.rhs type then wrongRule env heartbeats v rest else some rule.ctor

def recursorComplaint (env : Environment) (heartbeats : Nat) (name : Name) : Option String :=
  match env.toKernelEnv.find? name with
  | some (.recInfo v) =>
    if !isType env heartbeats v.levelParams v.type then some ("the recursor " ++ nameText name ++ " has a type that is ill typed")
    else match wrongRule env heartbeats v v.rules with
      | some made => some ("the recursor " ++ nameText name ++ " has a rule for " ++ nameText made ++ " that it does not promise")
      | none => none
  | _ => some ("there is no recursor " ++ nameText name)

def recursorsComplaint (env : Environment) (heartbeats : Nat) : List Name → Option String
  | [] => none
  | name :: rest => match recursorComplaint env heartbeats name with
    | some why => some why
    | none => recursorsComplaint env heartbeats rest

def nestedRecursors (first : Name) : Nat → List Name
  | 0 => []
  | n + 1 => .str first ("rec_" ++ (n + 1).repr) :: nestedRecursors first n

def recursorsOf : List Name → List Name
  | [] => []
  | name :: rest => .str name "rec" :: recursorsOf rest

def allRecursors (env : Environment) (names : List Name) : List Name :=
  match names with
  | [] => []
  | first :: _ => match env.find? first with
    | some (.inductInfo v) => join (nestedRecursors first v.numNested) (recursorsOf names)
    | _ => []

def typesOf : List InductiveType → List Expr
  | [] => []
  | t :: rest => t.type :: constructorTypesOf t.ctors (typesOf rest)

/-- What is wrong with an inductive type that the kernel has accepted. `after`: the environment with it (#14576, #14577). -/
def acceptedComplaint (after : Environment) (heartbeats : Nat) (levels : List Name) (types : List InductiveType) : Option String :=
  if !allTypes after heartbeats levels (typesOf types) then some "a constructor has a type that is ill typed"
  else recursorsComplaint after heartbeats (allRecursors after (blockNames types))

/-! Projections: of what is a structure, and out of proofs only to proofs (#14613, #14807, #14843). -/

abbrev Projection := Name × Nat

def hasProjection (p : Projection) : List Projection → Bool
  | [] => false
  | other :: rest => (p.1 == other.1 && p.2 == other.2) || hasProjection p rest

def projectionIsSound (env : Environment) (heartbeats : Nat) (p : Projection) : Bool :=
  match env.find? p.1 with
  | some (.inductInfo v) =>
    match v.ctors, resultLevel v.type with
    | [name], some level =>
      match env.find? name with
      | some (.ctorInfo c) =>
        if v.numIndices != 0 || p.2 >= c.numFields then false
        else if isNeverZero level then true
        else match opened (v.numParams + p.2) c.type [] with
          | some (before, .forallE _ field _ _) =>
            hasType env heartbeats c.levelParams (closed before field) (.sort .zero)
          | _ => false
      | _ => false
    | _, _ => false
  | _ => false

/-- The first structure of which a projection is not sound. -/
def unsound (env : Environment) (heartbeats : Nat) : List Projection → Option Name
  | [] => none
  | p :: rest => if projectionIsSound env heartbeats p then unsound env heartbeats rest else some p.1

/-! Names that the kernel makes for itself (#14616), or that stand for code that need not end (#14609). -/

def isReservedPart (text : String) : Bool :=
  isStart "_nested".toList text.toList || isStart "_kernel_fresh".toList text.toList || text == "_unsafe_rec"

def isReserved : Name → Bool
  | .anonymous => false
  | .str parent text => isReservedPart text || isReserved parent
  | .num parent _ => isReserved parent

def anyReserved : List Name → Bool
  | [] => false
  | name :: rest => isReserved name || anyReserved rest

def namesOf : List Constructor → List Name → List Name
  | [], rest => rest
  | c :: more, rest => c.name :: namesOf more rest

def constructorNames : List InductiveType → List Name
  | [] => []
  | t :: rest => namesOf t.ctors (t.name :: constructorNames rest)

def namesMade : Declaration → List Name
  | .thmDecl v => [v.name]
  | .defnDecl v => [v.name]
  | .opaqueDecl v => [v.name]
  | .axiomDecl v => [v.name]
  | .inductDecl _ _ types _ => constructorNames types
  | _ => []

/-- Why a declaration is not even put before the kernel. `mentioned`: the constants in it. -/
def complaint (declaration : Declaration) (mentioned : List Name) : Option String :=
  if anyReserved (namesMade declaration) || anyReserved mentioned then
    some "it uses a name that the kernel or the compiler keeps for itself" else
  match declaration with
  | .inductDecl levels params types _ => typesComplaint { names := blockNames types, levels, params } types
  | _ => none

/-- What is wrong with a declaration that the kernel has accepted. -/
def lateComplaint (after : Environment) (heartbeats : Nat) : Declaration → Option String
  | .inductDecl levels _ types _ => acceptedComplaint after heartbeats levels types
  | _ => none

end Gate
