module

public meta import Gate.Allowed

/-!
The look at a command before it is elaborated: every node of its syntax must be allowed. A macro that is a quotation puts
together nodes that were looked at, in its own text or where it is used, so what it expands to is allowed as well.
-/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

/-- Why a command is not elaborated, and where. -/
structure Refusal where
  message : String
  at_ : Option String.Pos.Raw := none

def isOneOf (text : String) : List String → Bool
  | [] => false
  | other :: rest => text == other || isOneOf text rest

def lastOf : Name → String
  | .str _ text => text
  | _ => ""

/-- Whether a name lies in a folder, or is it. -/
def isBelow (space : Name) : Name → Bool
  | .anonymous => false
  | .str parent text => .str parent text == space || isBelow space parent
  | .num parent number => .num parent number == space || isBelow space parent

def isBelowOne (name : Name) : List Name → Bool
  | [] => false
  | space :: rest => isBelow space name || isBelowOne name rest

def startsWithOne (chars : List Char) : List String → Bool
  | [] => false
  | text :: rest => isStart text.toList chars || startsWithOne chars rest

/-- Whether a part of a name begins with some text. -/
def hasPartFrom (beginning : List Char) : Name → Bool
  | .anonymous => false
  | .str parent text => isStart beginning text.toList || hasPartFrom beginning parent
  | .num parent _ => hasPartFrom beginning parent

def hasPartFromOne (name : Name) : List String → Bool
  | [] => false
  | beginning :: rest => hasPartFrom beginning.toList name || hasPartFromOne name rest

def isQuotationKind (kind : Name) : Bool :=
  lastOf kind == "quot" || kind == `Lean.Parser.Term.dynamicQuot || kind == `Lean.Parser.Term.precheckedQuot
    || kind == `Lean.Parser.Tactic.quotSeq

/-- Antiquotations of a kind, scopes and splices of them. -/
def isAntiquotation (kind : Name) : Bool := isStart "antiquot".toList (lastOf kind).toList

/-- A kind of syntax that the candidate declared. What is below `Lean` has elaborators in the toolchain. -/
def isOwn (env : Environment) (kind : Name) : Bool :=
  rootOf kind != "Lean" && env.contains kind && !isImported env kind

/-- A kind of the toolchain that is below `Lean`, and allowed. -/
def isAllowedThere (kind : Name) : Bool :=
  match kind with
  | .str `Lean.Parser.Command text => isOneOf text commandParts
  | .str `Lean.Parser.Attr text => text == "simple" || isIn kind attributeKinds || startsWithOne text.toList attributeBeginnings
  | .str `Lean text => isIn kind otherParts || isIn kind otherCommands || isIn kind attributeKinds
      || startsWithOne text.toList otherBeginnings
  | _ =>
    isBelowOne kind openSpaces || isIn kind otherParts || isIn kind otherCommands || isIn kind attributeKinds

def isAllowedKind (kind : Name) : Bool :=
  !isIn kind refusedParts && (rootOf kind != "Lean" || isAntiquotation kind || isQuotationKind kind || isAllowedThere kind)

/-- A command as a whole, where a command stands. -/
def isAllowedCommand (env : Environment) (kind : Name) : Bool :=
  isOwn env kind || isAntiquotation kind || isIn kind otherCommands ||
    match kind with
    | .str `Lean.Parser.Command text => isOneOf text commandParts
    | .str .anonymous text => text == "null" || text == "choice" || text == "group"
    | _ => false

def pushSyntax : List Syntax → List Syntax → List Syntax
  | [], rest => rest
  | stx :: more, rest => stx :: pushSyntax more rest

/-- The first word of some syntax. Fuel bounds the number of nodes. -/
def firstWord : Nat → List Syntax → String
  | 0, _ => ""
  | _, [] => ""
  | fuel + 1, stx :: rest => match stx with
    | .missing => firstWord fuel rest
    | .atom _ text => if text.isEmpty then firstWord fuel rest else text
    | .ident _ _ name _ => nameText name
    | .node _ _ args => firstWord fuel (pushSyntax args.toList rest)

def refuse (stx : Syntax) (message : String) : Option Refusal := some { message, at_ := stx.getPos? }

def notAllowed (stx : Syntax) (what : String) : Option Refusal :=
  refuse stx (firstWord 1000 [stx] ++ ": not among the " ++ what ++ " that a candidate may use")

/-! Attributes and options. -/

def attributeRefusal (stx : Syntax) : Option Refusal :=
  match stx with
  | .node _ `Lean.Parser.Attr.simple args =>
    match args.toList with
    | .ident _ _ name _ :: _ => if isIn name.eraseMacroScopes attributeNames then none else notAllowed stx "attributes"
    | _ => notAllowed stx "attributes"
  | .node _ kind _ => if isIn kind attributeKinds then none else notAllowed stx "attributes"
  | .missing => none
  | _ => notAllowed stx "attributes"

def optionRefusal (stx : Syntax) (args : List Syntax) : Option Refusal :=
  match args with
  | _ :: .ident _ _ name _ :: rest =>
    let name := name.eraseMacroScopes
    if isBelow `trace.profiler name then notAllowed stx "options"
    else if isIn name optionNames || isBelowOne name optionSpaces || isIn name limitedOptions then none
    else if isIn name falseOptions && firstWord 1000 rest == "false" then none
    else refuse stx ("set_option " ++ nameText name ++ ": not among the options that a candidate may set")
  | _ :: .missing :: _ => none
  | _ => notAllowed stx "options"

/-! Macros. -/

/-- What may be put where an antiquotation is: a variable, and no code. -/
def isPlainInsert : Syntax → Bool
  | .ident .. => true
  | .missing => true
  | .atom .. => true
  | .node _ `antiquotNestedExpr args => match args.toList with
    | [_, .ident .., _] => true
    | _ => false
  | _ => false

def isQuotation_ : Syntax → Bool
  | .node _ kind _ => isQuotationKind kind
  | .missing => true
  | _ => false

/-- Whether a right side is a quotation, perhaps as the part of a macro that holds it. -/
def isRightSide : Syntax → Bool
  | .node _ `Lean.Parser.Command.macroRhs args => match args.toList with
    | [inner] => isQuotation_ inner
    | _ => false
  | stx => isQuotation_ stx

/-- Whether every arrow among some parts is followed by a quotation. -/
def arrowsAreFollowed : List Syntax → Bool
  | [] => true
  | .atom _ text :: right :: rest =>
    if text == "=>" then isRightSide right && arrowsAreFollowed rest else arrowsAreFollowed (right :: rest)
  | _ :: rest => arrowsAreFollowed rest

def isMacroPart (kind : Name) : Bool :=
  isBelow `Lean.Parser.Command kind || isBelow `Lean.Parser.Syntax kind || isBelow `Lean.Parser.Attr kind || isIn kind macroTerms
    || kind == `Lean.Parser.precedence || isIn kind attributeKinds
    || match kind with
      | .str .anonymous text => startsWithOne text.toList ["null", "group", "stx", "prec", "prio", "str", "num", "choice", "many", "optional", "sepBy", "ident", "hygieneInfo", "term_<|>_"]
      | _ => false

/-- What is still to be looked at: some syntax, whether it stands for a command, whether a macro's text outside a quotation
is around it, and whether a setting of a tactic is. -/
structure Spot_ where
  stx : Syntax
  command : Bool := false
  macro_ : Bool := false
  setting : Bool := false

def spotsOf (command macro_ setting : Bool) : List Syntax → List Spot_ → List Spot_
  | [], rest => rest
  | stx :: more, rest => { stx, command, macro_, setting } :: spotsOf command macro_ setting more rest

def setsOption : List Syntax → Bool
  | .atom _ text :: _ => text == "set_option"
  | _ => false

def isOfCommands : List Syntax → Bool
  | _ :: .ident _ _ name _ :: _ => name.eraseMacroScopes == `command
  | _ => false

/-- Whether the parts of a node are commands. -/
def holdsCommands (kind : Name) (args : List Syntax) : Bool :=
  kind == `Lean.Parser.Command.in || kind == `Lean.Parser.Command.mutual || kind == `Lean.Parser.Command.quot
    || (kind == `Lean.Parser.Term.dynamicQuot && isOfCommands args)

/-- A word, or a function of the type that is expected applied to such: `.pos [1]`. -/
def isPlainApplication : List Syntax → Bool
  | .node _ `Lean.Parser.Term.dotIdent _ :: _ => true
  | _ => false

def nodeRefusal (env : Environment) (spot : Spot_) (kind : Name) (args : List Syntax) : Option Refusal :=
  if spot.command && !isAllowedCommand env kind then notAllowed spot.stx "commands"
  else if !isAllowedKind kind then notAllowed spot.stx "constructs"
  else if spot.setting && (!isIn kind settingParts || (kind == `Lean.Parser.Term.app && !isPlainApplication args)) then
    refuse spot.stx "a setting of a tactic may be a number, a word or a structure: code would run while the file is elaborated"
  else if spot.macro_ && !isQuotationKind kind && !isMacroPart kind then
    refuse spot.stx "a macro may be a quotation alone: this is code that runs while the file is elaborated"
  else if spot.macro_ && !arrowsAreFollowed args then
    refuse spot.stx "the right side of a macro must be a quotation: code would run while the file is elaborated"
  else if isAntiquotation kind && lastOf kind == "antiquot" then
    match args with
    | _ :: _ :: inner :: _ => if isPlainInsert inner then none else
        refuse spot.stx "an antiquotation may hold a variable alone: code would run while the file is elaborated"
    | _ => none
  else if kind == `Lean.Parser.Term.attrInstance then
    match args with
    | [_, attr] => attributeRefusal attr
    | _ => notAllowed spot.stx "attributes"
  else if setsOption args then optionRefusal spot.stx args
  else none

/-- The parts of a setting without the name of what is set. -/
def withoutField (kind : Name) (args : List Syntax) : List Syntax :=
  match args with
  | paren :: .ident .. :: rest => if isIn kind settingKinds then paren :: rest else args
  | .ident .. :: rest => if kind == `Lean.Parser.Term.structInstLVal then rest else args
  | _ => args

def partsOfNode (spot : Spot_) (kind : Name) (args : List Syntax) (rest : List Spot_) : List Spot_ :=
  let inMacro := (spot.macro_ || isIn kind macroCommands) && !isQuotationKind kind
  let setting := spot.setting || isIn kind settingKinds
  if spot.command && (kind == `null || kind == `choice || kind == `group) then spotsOf true inMacro setting args rest
  else if setting && kind == `Lean.Parser.Term.dotIdent then rest
  else spotsOf (holdsCommands kind args) inMacro setting (withoutField kind args) rest

/-- The declaration of an axiom is a command of its own kind: only named ones are allowed. -/
def axiomRefusal (axioms : List String) (stx : Syntax) (args : List Syntax) : Option Refusal :=
  match args with
  | _ :: .node _ _ named :: _ =>
    match named.toList with
    | .ident _ _ name _ :: _ => if isOneOf (nameText name.eraseMacroScopes) axioms then none else
        refuse stx "axiom: a proof rests on no axioms of its own"
    | _ => refuse stx "axiom: a proof rests on no axioms of its own"
  | _ => refuse stx "axiom: a proof rests on no axioms of its own"

/-- The first thing in a command that is not allowed. Fuel bounds the number of nodes. -/
def looked (env : Environment) (axioms : List String) : Nat → List Spot_ → Option Refusal
  | _, [] => none
  | 0, spot :: _ => refuse spot.stx "the command is too large to be looked at"
  | fuel + 1, spot :: rest => match spot.stx with
    | .missing => looked env axioms fuel rest
    | .atom .. => looked env axioms fuel rest
    | .ident _ _ name _ =>
      if hasPartFromOne name madeNames then refuse spot.stx (nameText name ++ ": a name that the elaborator makes")
      else if spot.setting && !isOneOf (nameText name.eraseMacroScopes) ["true", "false"] then
        refuse spot.stx (nameText name ++ ": a setting may hold no definition, which would run while the file is elaborated")
      else if isOneOf (lastOf name.eraseMacroScopes) refusedNames then
        refuse spot.stx (nameText name ++ ": compiled code, and not the kernel, gives it its meaning")
      else looked env axioms fuel rest
    | .node _ kind args =>
      let args := args.toList
      if kind == `Lean.Parser.Command.axiom then
        match axiomRefusal axioms spot.stx args with
        | some refusal => some refusal
        | none => looked env axioms fuel (spotsOf false false false args rest)
      else match nodeRefusal env spot kind args with
        | some refusal => some refusal
        | none => looked env axioms fuel (partsOfNode spot kind args rest)

def mostNodes : Nat := 3000000

def commandRefusal (env : Environment) (axioms : List String) (stx : Syntax) : Option Refusal :=
  looked env axioms mostNodes [{ stx, command := true }]

/-! Limits of work: a number that is too large becomes the limit. -/

def numberOf : Syntax → Option Nat
  | .node _ `num args => match args.toList with
    | [.atom _ text] => text.toNat?
    | _ => none
  | _ => none

def withNumber (limit : Nat) : Syntax → Syntax
  | .node info kind args => match args.toList with
    | [.atom inner _] => .node info kind #[.atom inner limit.repr]
    | _ => .node info kind args
  | stx => stx

/-- The number of an option of work that is above the limit or none, with what stands before and after it. -/
def excess (limit : Nat) (args : List Syntax) : Option (Name × List Syntax) :=
  match setsOption args, args with
  | true, [word, .ident i r name p, empty, value] =>
    match isIn name.eraseMacroScopes limitedOptions, numberOf value with
    | true, some n =>
      if n == 0 || n > limit then some (name.eraseMacroScopes, [word, .ident i r name p, empty, withNumber limit value]) else none
    | _, _ => none
  | _, _ => none

/-- The options of work in a command that are above the limit. -/
def excesses (limit : Nat) : Nat → List Syntax → List Name → List Name
  | 0, _, found => found
  | _, [], found => found
  | fuel + 1, .node _ _ args :: rest, found =>
    match excess limit args.toList with
    | some (name, _) => excesses limit fuel rest (name :: found)
    | none => excesses limit fuel (pushSyntax args.toList rest) found
  | fuel + 1, _ :: rest, found => excesses limit fuel rest found

mutual
def limited (limit : Nat) : Nat → Syntax → Syntax
  | 0, stx => stx
  | fuel + 1, stx => match stx with
    | .node info kind args => match excess limit args.toList with
      | some (_, parts) => .node info kind parts.toArray
      | none => .node info kind (limitedAll limit fuel args.toList).toArray
    | other => other
def limitedAll (limit : Nat) : Nat → List Syntax → List Syntax
  | 0, list => list
  | _, [] => []
  | fuel + 1, stx :: rest => limited limit fuel stx :: limitedAll limit fuel rest
end

/-! After a command: what it defined. -/

/-- The command itself below `open ... in` and the like. -/
def innermost : Nat → Syntax → Syntax
  | fuel + 1, .node info `Lean.Parser.Command.in args => match args.toList with
    | [_, _, inner] => innermost fuel inner
    | _ => .node info `Lean.Parser.Command.in args
  | _, stx => stx

/-- Whether a part of a name is a word by which code reaches the machine, or the first one is `Lean`. -/
def hasCodePart : Name → Bool
  | .anonymous => false
  | .str .anonymous text => text == "Lean" || isOneOf text codeParts
  | .str parent text => isOneOf text codeParts || hasCodePart parent
  | .num parent _ => hasCodePart parent

def isCode (env : Environment) (name : Name) : Bool :=
  hasCodePart name && !isBelowOne name mathematicalSpaces && isImported env name

def codeIn (env : Environment) : List Name → List Name
  | [] => []
  | name :: rest => if isCode env name then name :: codeIn env rest else codeIn env rest

def allIn (names : List Name) : List Name → Bool
  | [] => true
  | name :: rest => isIn name names && allIn names rest

def definitionRefusal (env : Environment) (stx : Syntax) (defines : Bool) (info : ConstantInfo) : Option Refusal :=
  match info with
  | .thmInfo _ => none
  | _ =>
    let typed := codeIn env info.type.getUsedConstants.toList
    let made := !isNil typed && ((defines && allIn syntaxTypes typed)
      || (allIn [`Lean.Syntax] typed && hasPartFrom "_auto".toList info.name))
    if made then none else
    match join typed (codeIn env (mentions env info)) with
    | name :: _ => refuse stx (nameText info.name ++ ": a definition may not be code of the elaborator or of the machine (" ++ nameText name ++ ")")
    | [] => none

/-- What is wrong with the definitions that a command left behind, and all names that are known after it. -/
def definedRefusal (env : Environment) (stx : Syntax) (defines : Bool) : List Name → NameSet → Option Refusal × NameSet
  | [], known => (none, known)
  | name :: rest, known =>
    if known.contains name then definedRefusal env stx defines rest known else
    match env.find? name with
    | some info =>
      match definitionRefusal env stx defines info with
      | some refusal => (some refusal, known)
      | none => definedRefusal env stx defines rest (known.insert name)
    | none => definedRefusal env stx defines rest (known.insert name)

/-- Parts of commands of which each kind is known to define nothing, or theorems alone. -/
def theoremsOnly : List Name := [
  `Lean.Parser.Command.declaration, `Lean.Parser.Command.theorem, `Lean.Parser.Command.example, `Lean.Parser.Command.declModifiers,
  `Lean.Parser.Command.declId, `Lean.Parser.Command.declSig, `Lean.Parser.Command.optDeclSig, `Lean.Parser.Command.declValSimple,
  `Lean.Parser.Command.declValEqns, `Lean.Parser.Command.docComment, `Lean.Parser.Command.private, `Lean.Parser.Command.protected,
  `Lean.Parser.Command.public, `Lean.Parser.Command.nonrec, `Lean.Parser.Command.noncomputable, `Lean.Parser.Command.in,
  `Lean.Parser.Command.open, `Lean.Parser.Command.openSimple, `Lean.Parser.Command.set_option, `Lean.Parser.Command.namespace,
  `Lean.Parser.Command.section, `Lean.Parser.Command.end, `Lean.Parser.Command.variable, `Lean.Parser.Command.universe,
  `Lean.Parser.Command.sectionHeader, `Lean.Parser.Command.moduleDoc, `Lean.Parser.Command.check, `Lean.Parser.Command.print,
  `Lean.Parser.Command.eoi, `lemma]

/-- Terms and tactics with declarations of their own. -/
def defining : List Name := [
  `Lean.Parser.Term.whereDecls, `Lean.Parser.Term.letRecDecls, `Lean.Parser.Term.whereFinally]

/-- Whether some syntax may define anything but theorems. Syntax of the candidate's own may. -/
def defines (env : Environment) : Nat → List Syntax → Bool
  | _, [] => false
  | 0, _ => true
  | fuel + 1, .node _ kind args :: rest =>
    if isIn kind defining then true
    else if (isBelow `Lean.Parser.Command kind || isOwn env kind) && !isIn kind theoremsOnly then true
    else defines env fuel (pushSyntax args.toList rest)
  | fuel + 1, _ :: rest => defines env fuel rest

def definesSyntax (stx : Syntax) : Bool := isIn (innermost 100 stx).getKind syntaxCommands

/-- Whether a command may leave more behind than theorems, and what the elaborator makes for them. -/
def mayDefine (env : Environment) (stx : Syntax) : Bool := defines env mostNodes [stx]

end Gate
