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

open Lean.Grind in
/-- Of two numbers with the same square, neither negative, there is only one. -/
public theorem eq_of_sq_eq {K : Type} [Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K]
    [OrderedRing K] {a b : K} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a ^ 2 = b ^ 2) : a = b := by
  by_cases hab : a - b = 0
  · grind
  · have hs : a + b = 0 := by grind
    have h0 : a = 0 := by grind
    grind

end Verifier
