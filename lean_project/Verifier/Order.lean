module

/-! Facts about ordered fields that the tactic portfolio needs and that core Lean does not carry. -/

namespace Verifier

open Lean.Grind in
/-- A square is nonnegative. -/
public theorem sq_nonneg {K : Type} [Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K] [OrderedRing K]
    (a : K) : 0 ≤ a ^ 2 := by
  have h : 0 ≤ a * a := by
    rcases Std.le_total (a := (0 : K)) (b := a) with h | h
    · exact OrderedRing.mul_nonneg h h
    · exact OrderedRing.mul_nonneg_of_nonpos_of_nonpos h h
  grind

end Verifier
