module

public meta import Gate.Closure

/-!
What a candidate may use. Everything else is refused before it is elaborated: kinds of syntax, attributes and options are
listed by what is allowed, never by what is known to be bad. Nothing on these lists runs code of the candidate while its
file is elaborated.
-/

open Lean

set_option compiler.extract_closed false

public meta section

namespace Gate

/-- Commands, and parts of commands, of `Lean.Parser.Command`. -/
def commandParts : List String := [
  "abbrev", "addDocString", "assertNotExists", "assertNotImported", "attribute", "binderPredicate", "catBehaviorBoth",
  "catBehaviorSymbol", "check", "checkAssertions", "check_failure", "classAbbrev", "classInductive", "classTk", "coinductive",
  "ctor", "declId", "declModifiers", "declSig", "declValEqns", "declValSimple", "declaration", "definition", "deriving",
  "derivingClass", "docComment", "end", "eoi", "eraseAttr", "example", "export", "extends", "genInjectiveTheorems",
  "grindPattern", "grindPatternCnstrs", "identPrec", "in", "include", "inductive", "infix", "infixl", "infixr", "instance",
  "macro", "macroArg", "macroRhs", "macroTail", "macro_rules", "mixfix", "moduleDoc", "mutual", "namedName", "namedPrio",
  "namespace", "noncomputable", "nonrec", "notation", "omit", "opaque", "open", "openHiding", "openOnly", "openRenaming",
  "openRenamingItem", "openScoped", "openSimple", "optDeclSig", "optDeriving", "postfix", "prefix", "print", "printAxioms",
  "printEqns", "printSig", "printTacTags", "private", "protected", "public", "quot", "recommended_spelling", "section",
  "sectionHeader", "set_option", "structCtor", "structExplicitBinder", "structFields", "structImplicitBinder",
  "structInstBinder", "structParent", "structSimpleBinder", "structure", "structureTk", "syntax", "syntaxAbbrev", "syntaxCat",
  "synth", "theorem", "universe", "variable", "version", "where", "whereStructInst"]

/-- Commands of other names: of core, then of Batteries and Mathlib. -/
def otherCommands : List Name := [
  `Lean.reduceCmd, `Lean.Parser.commandSeal__, `Lean.Parser.commandUnseal__,
  `Lean.«command__Unif_hint____Where_|_-⊢_»,
  `lemma, `Batteries.Tactic.Alias.alias, `Batteries.Tactic.Alias.aliasLR, `Mathlib.Notation3.notation3,
  `Mathlib.Tactic.scopedNS, `Mathlib.Tactic.Common.commandSuppress_compilation]

/-- Syntax directly below `Lean` or `Lean.Parser`, and what begins so. -/
def otherParts : List Name := [
  `Lean.binderIdent, `Lean.bracketedExplicitBinders, `Lean.explicitBinders, `Lean.unbracketedExplicitBinders, `Lean.calc,
  `Lean.calcFirstStep, `Lean.calcStep, `Lean.calcSteps, `Lean.calcTactic, `Lean.convCalc_, `Lean.cdot, `Lean.cdotTk,
  `Lean.unifConstraint, `Lean.unifConstraintElem, `Lean.doElemRepeat_, `Lean.doElemRepeat__Until_,
  `Lean.«doElemWhile_:_Do_», `Lean.doElemWhile_Do_, `Lean.modCast, `Lean.solveTactic, `Lean.termM!_, `Lean.«term_Matches_|»,
  `Lean.«term∀__,_», `Lean.«term∃__,_», `Lean.termEval_prec_, `Lean.termEval_prio_, `Lean.Parser.precedence]

def otherBeginnings : List String := ["binderPred"]

/-- Parts of attributes with a syntax of their own, by how they begin. -/
def attributeBeginnings : List String := ["grind", "extFlat", "extIff", "normCastLabel"]

/-- Names that are refused as the last part of any name: compiled code decides what they mean, or they have any type. -/
def refusedNames : List String := [
  "reduceBool", "reduceNat", "ofReduceBool", "ofReduceNat", "trustCompiler", "unsafeCast", "unsafeIO", "unsafeBaseIO",
  "unsafeEIO", "lcProof", "lcUnreachable", "lcAny", "ptrAddrUnsafe"]

/-- Folders of kinds of which all are allowed but those of `refusedParts`. -/
def openSpaces : List Name := [
  `Lean.Parser.Term, `Lean.Parser.Tactic, `Lean.Parser.Syntax, `Lean.Parser.Level, `Lean.Parser.Termination,
  `Lean.Parser.Command.GrindCnstr, `Lean.Elab.Tactic.Ext, `Lean.Order]

/-- Terms and tactics that run code, read files, or have compiled code decide. -/
def refusedParts : List Name := [
  `Lean.Parser.Term.unsafe, `Lean.Parser.Term.elabToSyntax, `Lean.Parser.Term.leading_parser,
  `Lean.Parser.Term.trailing_parser, `Lean.Parser.Tactic.runTac, `Lean.Parser.Tactic.nativeDecide,
  `Lean.Parser.Tactic.bvCheck, `Lean.Parser.Tactic.bvDecide, `Lean.Parser.Tactic.bvDecideMacro,
  `Lean.Parser.Tactic.bvTrace, `Lean.Parser.Tactic.bvTraceMacro, `Lean.Parser.Tactic.declareSimpLikeTactic,
  `Lean.Parser.Tactic.sleep, `Mathlib.Meta.eval_expr]

/-- Settings of a tactic: the elaborator evaluates them as code, whatever they are. -/
def settingKinds : List Name := [`Lean.Parser.Tactic.valConfigItem, `Lean.Parser.Tactic.config]

/-- What a setting may hold: numbers, words, and structures of these. -/
def settingParts : List Name := [
  `Lean.Parser.Tactic.valConfigItem, `Lean.Parser.Tactic.config, `Lean.Parser.Term.structInst, `Lean.Parser.Term.structInstFields,
  `Lean.Parser.Term.structInstField, `Lean.Parser.Term.structInstLVal, `Lean.Parser.Term.structInstFieldDef,
  `Lean.Parser.Term.optEllipsis, `Lean.Parser.Term.dotIdent, `Lean.Parser.Term.paren, `Lean.Parser.Term.hygienicLParen,
  `Lean.Parser.Term.app, `«term[_]», `hygieneInfo, `null, `choice, `group, `num, `str, `«term{}»]

/-- Attributes with a syntax of their own. -/
def attributeKinds : List Name := [
  `Lean.Parser.Attr.simp, `Lean.Parser.Attr.ext, `Lean.Parser.Attr.instance, `Lean.Parser.Attr.default_instance,
  `Lean.Parser.Attr.class, `Lean.Parser.Attr.specialize, `Lean.Parser.Attr.recursor, `Lean.Parser.Attr.norm_cast,
  `Lean.Parser.Attr.grind, `Lean.Parser.Attr.grind!, `Lean.Parser.Attr.grind?, `Lean.Parser.Attr.grind!?,
  `Lean.Parser.Attr.spec, `Lean.Parser.Attr.method_specs_simp, `Lean.Parser.Attr.wf_preprocess, `Lean.Parser.Attr.tactic_alt,
  `Lean.Parser.Attr.tactic_tag, `Lean.deprecated, `Lean.suggest_for, `Lean.Attr.coe,
  `to_additive, `Mathlib.Tactic.ToAdditive.to_additive, `simps, `Simps.simps, `Aesop.Frontend.Parser.attr_aesop,
  `Mathlib.Tactic.GCongr.gcongr, `Mathlib.Meta.FunProp.fun_prop, `mono]

/-- Attributes that are a name, perhaps with an argument. -/
def attributeNames : List Name := [
  `reducible, `semireducible, `irreducible, `implicit_reducible, `inline, `noinline, `always_inline, `macro_inline,
  `inline_if_reduce, `specialize, `nospecialize, `never_extract, `simp, `ext, `elab_as_elim, `elab_without_expected_type,
  `elab_simple, `induction_eliminator, `cases_eliminator, `refl, `symm, `trans, `congr, `match_pattern, `inherit_doc,
  `deprecated, `coe, `norm_cast, `push_cast, `instance, `default_instance, `class, `grind, `expose, `no_expose, `unbox,
  `pp_nodot, `pp_using_anonymous_constructor, `pp_with_univ, `spec, `wf_preprocess, `partial_fixpoint_monotone,
  `monotone, `recursor, `bv_normalize, `int_toBitVec, `to_additive, `simps, `mono, `gcongr, `fun_prop,
  `measurability, `continuity, `aesop, `nolint, `bound, `higher_order, `reassoc, `elementwise, `stacks, `kerodon]

/-- Options by their whole name. -/
def optionNames : List Name := [
  `maxRecDepth, `synthInstance.maxSize, `maxSynthPendingDepth, `maxUniverseOffset, `autoImplicit, `relaxedAutoImplicit,
  `smartUnfolding, `exponentiation.threshold, `genInjectivity, `genSizeOf, `genSizeOfSpec, `inductive.autoPromoteIndices,
  `match.ignoreUnusedAlts, `checkBinderAnnotations, `hygiene, `warningAsError, `diagnostics, `quotPrecheck,
  `quotPrecheck.allowSectionVars, `structureDiagnostics, `simprocs, `eqns.nonrecursive, `eqns.deepRecursiveSplit,
  `showInferredTerminationBy, `unificationHints, `backward.isDefEq.lazyWhnfCore]

/-- Options by the folder of their name. -/
def optionSpaces : List Name := [`pp, `trace, `linter, `diagnostics, `tactic, `grind, `format, `backward, `aesop, `says, `push_cast]

/-- Beginnings of names that the elaborator makes, and then takes to be what it made. -/
def madeNames : List String := ["_auto", "_sunfold", "_unsafe_rec", "_private", "_nested", "_cstage"]

/-- Options of work: a number above the limit, or none at all (0), becomes the limit. -/
def limitedOptions : List Name := [`maxHeartbeats, `synthInstance.maxHeartbeats]

/-- Options that may be set to `false` alone: that is what they are here. -/
def falseOptions : List Name := [`Elab.async]

/-- Folders below `Lean` that hold mathematics: a definition may be about what is in them. -/
def mathematicalSpaces : List Name := [
  `Lean.Grind, `Lean.Order, `Lean.Omega, `Lean.RArray, `Lean.Internal, `Lean.Loop, `Lean.Data.AC, `Lean.defaultMaxRecDepth]

/-- Parts of names with which code reaches the machine. What is below `Lean` reaches the elaborator. -/
def codeParts : List String := ["IO", "EIO", "BaseIO", "ST", "EST", "StateRefT'", "System"]

/-- Types that a command for syntax gives to what it defines. -/
def syntaxTypes : List Name := [
  `Lean.Macro, `Lean.ParserDescr, `Lean.TrailingParserDescr, `Lean.PrettyPrinter.Unexpander, `Lean.Parser.Category]

/-- Commands that define syntax, and parts of these outside their quotations. -/
def syntaxCommands : List Name := [
  `Lean.Parser.Command.macro, `Lean.Parser.Command.macro_rules, `Lean.Parser.Command.binderPredicate,
  `Lean.Parser.Command.syntax, `Lean.Parser.Command.syntaxAbbrev, `Lean.Parser.Command.syntaxCat,
  `Lean.Parser.Command.notation, `Lean.Parser.Command.mixfix, `Mathlib.Notation3.notation3, `Mathlib.Tactic.scopedNS]

/-- Of these the right side must be a quotation. -/
def macroCommands : List Name := [
  `Lean.Parser.Command.macro, `Lean.Parser.Command.macro_rules, `Lean.Parser.Command.binderPredicate]

/-- Terms that a macro may hold outside its quotations. -/
def macroTerms : List Name := [
  `Lean.Parser.Term.attrKind, `Lean.Parser.Term.attributes, `Lean.Parser.Term.attrInstance, `Lean.Parser.Term.local,
  `Lean.Parser.Term.scoped, `Lean.Parser.Term.matchAlts, `Lean.Parser.Term.matchAlt, `Lean.Parser.Term.hole,
  `Lean.Parser.Term.paren, `Lean.Parser.Term.hygienicLParen]

end Gate
