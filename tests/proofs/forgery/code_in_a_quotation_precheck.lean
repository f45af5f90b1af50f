-- why: code of a quotation precheck adds declarations that make the kernel prove False
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
open Lean

syntax (name := k) "k!" : term

@[quot_precheck k] def check : Lean.Elab.Term.Quotation.Precheck := fun _ => do
    let one := mkLevelSucc levelZero
    let hidden := mkLevelIMax one levelZero
    let b := mkConst `B
    let arrow (t u : Expr) : Expr := .forallE `x t u .default
    let fn (t v : Expr) : Expr := .lam `x t v .default
    let bool := mkConst ``Bool
    addDecl (.inductDecl [] 0 [
      { name := `A, type := .sort levelZero, ctors := [] },
      { name := `B, type := .sort hidden, ctors := [{ name := `B.mk, type := arrow bool b }] }] false)
    let define (name : Name) (type value : Expr) : Declaration :=
      .defnDecl { name, levelParams := [], type, value, hints := .abbrev, safety := .safe }
    let prove (name : Name) (type value : Expr) : Declaration := .thmDecl { name, levelParams := [], type, value }
    addDecl (define `get (arrow b bool) (fn b (.proj `B 0 (.bvar 0))))
    addDecl (define `C (.sort levelZero) b)
    let c := mkConst `C
    let equal := mkApp3 (mkConst ``Eq [levelZero]) c (.bvar 1) (.bvar 0)
    addDecl (prove `same (arrow c (arrow c equal)) (fn c (fn c (mkApp2 (mkConst ``Eq.refl [levelZero]) c (.bvar 1)))))
    let t := mkApp (mkConst `B.mk) (mkConst ``true)
    let f := mkApp (mkConst `B.mk) (mkConst ``false)
    addDecl (prove `wrong (mkApp3 (mkConst ``Eq [one]) bool (mkConst ``true) (mkConst ``false))
      (mkAppN (mkConst ``congrArg [levelZero, one]) #[c, bool, t, f, mkConst `get, mkApp2 (mkConst `same) t f]))

notation "n!" => k!

theorem target : False := Bool.noConfusion wrong
