module

/-! Facts about ordered fields that the tactic portfolio needs and that core Lean does not carry. What holds in every
ordered field holds in the rational and in the real numbers. -/

public section

set_option linter.unusedSectionVars false

namespace Verifier

open Lean.Grind

variable {K : Type} [Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K] [OrderedRing K]

/-! ### Signs -/

/-- A square is nonnegative. -/
theorem sq_nonneg (a : K) : 0 ≤ a ^ 2 := by
  have h : 0 ≤ a * a := by
    rcases Std.le_total (a := (0 : K)) (b := a) with h | h
    · exact OrderedRing.mul_nonneg h h
    · exact OrderedRing.mul_nonneg_of_nonpos_of_nonpos h h
  grind

/-- The square of a number other than zero is positive. -/
theorem sq_pos {a : K} (h : a ≠ 0) : 0 < a ^ 2 := by
  have h0 := sq_nonneg a
  have h1 : a ^ 2 ≠ 0 := by grind
  grind

/-- A number whose square is not positive is zero. -/
theorem eq_zero_of_sq_nonpos {a : K} (h : a ^ 2 ≤ 0) : a = 0 := by
  have h0 : a ^ 2 = 0 := Std.le_antisymm h (sq_nonneg a)
  grind

/-- Squares that add up to zero are zero. -/
theorem sq_add_sq_eq_zero {a b : K} (h : a ^ 2 + b ^ 2 = 0) : a = 0 ∧ b = 0 := by
  have ha := sq_nonneg a
  have hb := sq_nonneg b
  exact ⟨eq_zero_of_sq_nonpos (by grind), eq_zero_of_sq_nonpos (by grind)⟩

/-- A product of nonnegative numbers is nonnegative. -/
theorem mul_nonneg {a b : K} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b :=
  OrderedRing.mul_nonneg ha hb

/-- A product of positive numbers is positive. -/
theorem mul_pos {a b : K} (ha : 0 < a) (hb : 0 < b) : 0 < a * b :=
  OrderedRing.mul_pos ha hb

/-- A product of negative numbers is positive. -/
theorem mul_pos_of_neg_of_neg {a b : K} (ha : a < 0) (hb : b < 0) : 0 < a * b := by
  have h := OrderedRing.mul_pos (a := -a) (b := -b) (by grind) (by grind)
  grind

/-- A product of a positive and a negative number is negative. -/
theorem mul_neg_of_pos_of_neg {a b : K} (ha : 0 < a) (hb : b < 0) : a * b < 0 := by
  have h := OrderedRing.mul_pos (a := a) (b := -b) ha (by grind)
  grind

/-- The factors of a positive product have the same sign. -/
theorem signs_of_mul_pos {a b : K} (h : 0 < a * b) : (0 < a ∧ 0 < b) ∨ (a < 0 ∧ b < 0) := by
  have ha0 : a ≠ 0 := by intro h0; rw [h0, Semiring.zero_mul] at h; grind
  have hb0 : b ≠ 0 := by intro h0; rw [h0, Semiring.mul_zero] at h; grind
  rcases Std.le_total (a := (0 : K)) (b := a) with ha | ha <;>
  rcases Std.le_total (a := (0 : K)) (b := b) with hb | hb
  · grind
  · have := mul_nonneg (a := a) (b := -b) ha (by grind)
    grind
  · have := mul_nonneg (a := -a) (b := b) (by grind) hb
    grind
  · grind

/-- A power of a nonnegative number is nonnegative. -/
theorem pow_nonneg {a : K} (h : 0 ≤ a) (n : Nat) : 0 ≤ a ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero]; grind
  | succ n ih => rw [Semiring.pow_succ]; exact mul_nonneg ih h

/-- A power of a positive number is positive. -/
theorem pow_pos {a : K} (h : 0 < a) (n : Nat) : 0 < a ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero]; grind
  | succ n ih => rw [Semiring.pow_succ]; exact mul_pos ih h

/-- An even power is nonnegative. -/
theorem even_pow_nonneg (a : K) (n : Nat) : 0 ≤ a ^ (2 * n) := by
  induction n with
  | zero => rw [Nat.mul_zero, Semiring.pow_zero]; grind
  | succ n ih =>
    have h : a ^ (2 * (n + 1)) = a ^ (2 * n) * a ^ 2 := by rw [Nat.mul_succ, Semiring.pow_add]
    rw [h]
    exact mul_nonneg ih (sq_nonneg a)

/-- The reciprocal of a positive number is positive. -/
theorem inv_pos {a : K} (h : 0 < a) : 0 < a⁻¹ := by
  have h1 : a * a⁻¹ = 1 := by grind
  have h2 := sq_nonneg a⁻¹
  have h3 : a⁻¹ = a * (a⁻¹) ^ 2 := by grind
  have h4 : 0 ≤ a * (a⁻¹) ^ 2 := mul_nonneg (by grind) h2
  grind

/-- A quotient of positive numbers is positive. -/
theorem div_pos {a b : K} (ha : 0 < a) (hb : 0 < b) : 0 < a / b := by
  have h := mul_pos ha (inv_pos hb)
  grind

/-! ### Products and powers keep the order -/

/-- Products of larger nonnegative numbers are larger. -/
theorem mul_le_mul {a b c d : K} (hab : a ≤ b) (hcd : c ≤ d) (ha : 0 ≤ a) (hc : 0 ≤ c) : a * c ≤ b * d := by
  have h1 := mul_nonneg (a := b - a) (b := d) (by grind) (by grind)
  have h2 := mul_nonneg (a := a) (b := d - c) ha (by grind)
  grind

/-- Products of larger positive numbers are larger, strictly. -/
theorem mul_lt_mul {a b c d : K} (hab : a < b) (hcd : c < d) (ha : 0 ≤ a) (hc : 0 ≤ c) : a * c < b * d := by
  have h1 := mul_pos (a := b - a) (b := d) (by grind) (by grind)
  have h2 := mul_nonneg (a := a) (b := d - c) ha (by grind)
  grind

/-- An inequality may be multiplied by a positive number. -/
theorem mul_lt_mul_right {a b c : K} (h : a < b) (hc : 0 < c) : a * c < b * c := by
  have h1 := mul_pos (a := b - a) (b := c) (by grind) hc
  grind

/-- An inequality turns round when it is multiplied by a negative number. -/
theorem mul_lt_mul_of_neg {a b c : K} (h : a < b) (hc : c < 0) : b * c < a * c := by
  have h1 := mul_pos (a := b - a) (b := -c) (by grind) (by grind)
  grind

/-- Powers of larger nonnegative numbers are larger. -/
theorem pow_le_pow {a b : K} (ha : 0 ≤ a) (h : a ≤ b) (n : Nat) : a ^ n ≤ b ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero]; grind
  | succ n ih =>
    rw [Semiring.pow_succ, Semiring.pow_succ]
    exact mul_le_mul ih h (pow_nonneg ha n) ha

/-- Reciprocals turn the order of positive numbers round. -/
theorem inv_lt_inv {a b : K} (ha : 0 < a) (h : a < b) : b⁻¹ < a⁻¹ := by
  have hb : 0 < b := by grind
  have h1 := mul_pos (mul_pos (a := b - a) (by grind) (inv_pos ha)) (inv_pos hb)
  have h2 : a * a⁻¹ = 1 := by grind
  have h3 : b * b⁻¹ = 1 := by grind
  have h4 : (b - a) * a⁻¹ * b⁻¹ = a⁻¹ - b⁻¹ := by grind
  grind

/-! ### Roots: the nonnegative number whose power is given -/

/-- Of two numbers with the same square, neither negative, there is only one. -/
theorem eq_of_sq_eq {a b : K} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a ^ 2 = b ^ 2) : a = b := by
  by_cases hab : a - b = 0
  · grind
  · have hs : a + b = 0 := by grind
    have h0 : a = 0 := by grind
    grind

/-- Numbers with the same square are equal or opposite. -/
theorem eq_or_eq_neg_of_sq_eq {a b : K} (h : a ^ 2 = b ^ 2) : a = b ∨ a = -b := by
  have h1 : (a - b) * (a + b) = 0 := by grind
  grind

/-- A smaller square of nonnegative numbers means a smaller number. -/
theorem lt_of_sq_lt_sq {a b : K} (hb : 0 ≤ b) (h : a ^ 2 < b ^ 2) : a < b := by
  rcases Std.le_total (a := b) (b := a) with hab | hab
  · have h1 := mul_le_mul hab hab hb hb
    grind
  · grind

/-- A smaller or equal square of nonnegative numbers means a smaller or equal number. -/
theorem le_of_sq_le_sq {a b : K} (hb : 0 ≤ b) (h : a ^ 2 ≤ b ^ 2) : a ≤ b := by
  rcases Std.le_total (a := b) (b := a) with hab | hab
  · have h1 := mul_le_mul hab hab hb hb
    have h2 : a ^ 2 = b ^ 2 := by grind
    have h3 := eq_of_sq_eq (a := a) (b := b) (by grind) hb h2
    grind
  · exact hab

/-- Smaller nonnegative numbers have strictly smaller powers. -/
theorem pow_lt_pow {a b : K} (ha : 0 ≤ a) (h : a < b) (n : Nat) : a ^ (n + 1) < b ^ (n + 1) := by
  have hb : 0 < b := by grind
  rw [Semiring.pow_succ, Semiring.pow_succ]
  have h1 := pow_le_pow ha (b := b) (by grind) n
  have h2 := pow_pos hb n
  have h3 := mul_nonneg (a := b ^ n - a ^ n) (b := a) (by grind) ha
  have h4 := mul_pos (a := b ^ n) (b := b - a) h2 (by grind)
  grind

/-- There is at most one nonnegative number with a given power. -/
theorem root_unique {a b : K} (ha : 0 ≤ a) (hb : 0 ≤ b) (n : Nat) (h : a ^ (n + 1) = b ^ (n + 1)) : a = b := by
  by_cases h1 : a < b
  · have := pow_lt_pow ha h1 n
    grind
  · by_cases h2 : b < a
    · have := pow_lt_pow hb h2 n
      grind
    · grind

/-- A power that is not larger means a number that is not larger, where the larger one is not negative. -/
theorem le_of_pow_le_pow {a b : K} (hb : 0 ≤ b) (n : Nat) (h : a ^ (n + 1) ≤ b ^ (n + 1)) : a ≤ b := by
  by_cases h1 : b < a
  · have := pow_lt_pow hb h1 n
    grind
  · grind

/-- The root of a product is the product of the roots. -/
theorem sqrt_mul {a b s t u : K} (hs : 0 ≤ s ∧ s ^ 2 = a) (ht : 0 ≤ t ∧ t ^ 2 = b) (hu : 0 ≤ u ∧ u ^ 2 = a * b) :
    u = s * t :=
  eq_of_sq_eq hu.1 (mul_nonneg hs.1 ht.1) (by grind)

/-- The root of a square is the number itself or its opposite, whichever is not negative. -/
theorem sqrt_sq {a s : K} (h : 0 ≤ s ∧ s ^ 2 = a ^ 2) : (0 ≤ a ∧ s = a) ∨ (a < 0 ∧ s = -a) := by
  rcases eq_or_eq_neg_of_sq_eq h.2 <;> grind

/-! ### Sine and cosine: whichever functions obey their laws -/

section Waves

variable {sn cs : K → K}

/-- At half the angle whose cosine is zero, sine and cosine are equal. -/
theorem eighth_turn (vq : ∀ y : K, sn y ^ 2 + cs y ^ 2 = 1) (vc : ∀ y z : K, cs (y + z) = cs y * cs z - sn y * sn z)
    {a h : K} (e : h = a + a) (hc : cs h = 0) (hp : 0 < sn a ∧ 0 < cs a) : sn a = cs a ∧ sn a ^ 2 = 1 / 2 := by
  have h1 := vc a a
  rw [← e, hc] at h1
  have h2 := vq a
  have h3 := eq_of_sq_eq (a := sn a) (b := cs a) (by grind) (by grind) (by grind)
  clear vq vc
  grind

/-- At a third of the angle whose cosine is zero, the sine is a half. -/
theorem sixth_turn (vq : ∀ y : K, sn y ^ 2 + cs y ^ 2 = 1) (vs : ∀ y z : K, sn (y + z) = sn y * cs z + cs y * sn z)
    (vc : ∀ y z : K, cs (y + z) = cs y * cs z - sn y * sn z) {a h : K} (e : h = a + (a + a)) (hc : cs h = 0)
    (hp : 0 < sn a ∧ 0 < cs a) : sn a = 1 / 2 ∧ cs a ^ 2 = 3 / 4 := by
  have h1 := vc a (a + a)
  rw [← e, hc, vc a a, vs a a] at h1
  have h2 := vq a
  clear vq vs vc
  have h3 : cs a * (1 - 4 * sn a ^ 2) = 0 := by grind
  have h4 : 1 - 4 * sn a ^ 2 = 0 := by grind
  have h5 := eq_of_sq_eq (a := sn a) (b := 1 / 2) (by grind) (by grind) (by grind)
  grind

end Waves

/-- A positive number with a known square is a multiple of a root. -/
theorem eq_mul_root {x s c v q : K} (hx : 0 < x) (hq : x ^ 2 = q) (hs : 0 ≤ s) (hv : s ^ 2 = v) (hc : 0 ≤ c)
    (h : c ^ 2 * v = q) : x = c * s :=
  eq_of_sq_eq (by grind) (mul_nonneg hc hs) (by grind)

/-! ### Means -/

/-- The product of two numbers is at most the square of half their sum. -/
theorem am_gm (a b : K) : 4 * (a * b) ≤ (a + b) ^ 2 := by
  have h := sq_nonneg (a - b)
  grind

/-- Twice the product of two numbers is at most the sum of their squares. -/
theorem two_mul_le (a b : K) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by
  have h := sq_nonneg (a - b)
  grind

/-- A positive number and its reciprocal add up to two at least. -/
theorem two_le_add_inv {a : K} (h : 0 < a) : 2 ≤ a + a⁻¹ := by
  have h1 : a * a⁻¹ = 1 := by grind
  have h2 := mul_nonneg (sq_nonneg (a - 1)) (b := a⁻¹) (by have := inv_pos h; grind)
  have h3 : (a - 1) ^ 2 * a⁻¹ = a + a⁻¹ - 2 := by grind
  grind

/-- The inequality of Cauchy and Schwarz for two pairs. -/
theorem cauchy_two (a b c d : K) : (a * c + b * d) ^ 2 ≤ (a ^ 2 + b ^ 2) * (c ^ 2 + d ^ 2) := by
  have h := sq_nonneg (a * d - b * c)
  grind

/-- The inequality of Cauchy and Schwarz for three pairs. -/
theorem cauchy_three (a b c x y z : K) :
    (a * x + b * y + c * z) ^ 2 ≤ (a ^ 2 + b ^ 2 + c ^ 2) * (x ^ 2 + y ^ 2 + z ^ 2) := by
  have h1 := sq_nonneg (a * y - b * x)
  have h2 := sq_nonneg (a * z - c * x)
  have h3 := sq_nonneg (b * z - c * y)
  grind

/-! ### Absolute values: `m` is the absolute value of `a` when it is `a` or `-a`, whichever is not negative -/

/-- An absolute value is not negative. -/
theorem abs_nonneg {a m : K} (h : (0 ≤ a ∧ m = a) ∨ (a < 0 ∧ m = -a)) : 0 ≤ m := by
  grind

/-- The square of an absolute value is the square of the number. -/
theorem abs_sq {a m : K} (h : (0 ≤ a ∧ m = a) ∨ (a < 0 ∧ m = -a)) : m ^ 2 = a ^ 2 := by
  grind

/-- The absolute value of a product is the product of the absolute values. -/
theorem abs_mul {a b m n p : K} (hm : (0 ≤ a ∧ m = a) ∨ (a < 0 ∧ m = -a)) (hn : (0 ≤ b ∧ n = b) ∨ (b < 0 ∧ n = -b))
    (hp : (0 ≤ a * b ∧ p = a * b) ∨ (a * b < 0 ∧ p = -(a * b))) : p = m * n :=
  eq_of_sq_eq (abs_nonneg hp) (mul_nonneg (abs_nonneg hm) (abs_nonneg hn))
    (by have := abs_sq hm; have := abs_sq hn; have := abs_sq hp; grind)

/-- The triangle inequality. -/
theorem abs_add_le {a b m n p : K} (hm : (0 ≤ a ∧ m = a) ∨ (a < 0 ∧ m = -a))
    (hn : (0 ≤ b ∧ n = b) ∨ (b < 0 ∧ n = -b)) (hp : (0 ≤ a + b ∧ p = a + b) ∨ (a + b < 0 ∧ p = -(a + b))) :
    p ≤ m + n := by
  grind

end Verifier
