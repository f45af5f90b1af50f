module

/-! Finite sums and products, and counting, by plain recursion. -/

@[expose] public section

namespace Verifier

open Lean.Grind

/-- The sum of `f 0, ..., f (n - 1)`. -/
def sum {K : Type} [Field K] (f : Nat → K) : Nat → K
  | 0 => 0
  | n + 1 => sum f n + f n

/-- The product of `f 0, ..., f (n - 1)`. -/
def prod {K : Type} [Field K] (f : Nat → K) : Nat → K
  | 0 => 1
  | n + 1 => prod f n * f n

/-- How many of 0, ..., n - 1 have the property. -/
def count (p : Nat → Bool) : Nat → Nat
  | 0 => 0
  | n + 1 => count p n + (if p n then 1 else 0)

section Fields

variable {K : Type} [Field K]

/-- The last summand may be split off. -/
theorem sum_succ (f : Nat → K) (n : Nat) : sum f (n + 1) = sum f n + f n := rfl

/-- Sums may be added term by term. -/
theorem sum_add (f g : Nat → K) (n : Nat) : sum (fun i => f i + g i) n = sum f n + sum g n := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih => simp only [sum_succ, ih]; grind

/-- A factor may be drawn out of a sum. -/
theorem sum_mul (c : K) (f : Nat → K) (n : Nat) : sum (fun i => c * f i) n = c * sum f n := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih => simp only [sum_succ, ih]; grind

/-- A sum of differences telescopes. -/
theorem sum_telescope (f : Nat → K) (n : Nat) : sum (fun i => f (i + 1) - f i) n = f n - f 0 := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih => simp only [sum_succ, ih]; grind

/-- A geometric sum. -/
theorem sum_geometric (x : K) (n : Nat) : (x - 1) * sum (fun i => x ^ i) n = x ^ n - 1 := by
  induction n with
  | zero => simp only [sum]; rw [Semiring.pow_zero]; grind
  | succ n ih => simp only [sum_succ]; rw [Semiring.pow_succ]; grind

/-- The last factor may be split off. -/
theorem prod_succ (f : Nat → K) (n : Nat) : prod f (n + 1) = prod f n * f n := rfl

/-- Products may be multiplied factor by factor. -/
theorem prod_mul (f g : Nat → K) (n : Nat) : prod (fun i => f i * g i) n = prod f n * prod g n := by
  induction n with
  | zero => simp only [prod]; grind
  | succ n ih => simp only [prod_succ, ih]; grind

/-- A product of equal factors is a power. -/
theorem prod_const (c : K) (n : Nat) : prod (fun _ => c) n = c ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero]; rfl
  | succ n ih => rw [prod_succ, ih, Semiring.pow_succ]

end Fields

/-- The sum of 0, 1, ..., n. -/
theorem sum_first (n : Nat) : 2 * sum (fun i => (i : Rat)) (n + 1) = (n : Rat) * ((n : Rat) + 1) := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih =>
    rw [sum_succ]
    have h : ((n + 1 : Nat) : Rat) = (n : Rat) + 1 := by simp
    rw [h]
    grind

/-- The sum of 0², 1², ..., n². -/
theorem sum_squares (n : Nat) :
    6 * sum (fun i => (i : Rat) ^ 2) (n + 1) = (n : Rat) * ((n : Rat) + 1) * (2 * (n : Rat) + 1) := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih =>
    rw [sum_succ]
    have h : ((n + 1 : Nat) : Rat) = (n : Rat) + 1 := by simp
    rw [h]
    grind

/-- The sum of the first odd numbers is a square. -/
theorem sum_odd (n : Nat) : sum (fun i => 2 * (i : Rat) + 1) n = (n : Rat) ^ 2 := by
  induction n with
  | zero => simp only [sum]; grind
  | succ n ih =>
    rw [sum_succ, ih]
    have h : ((n + 1 : Nat) : Rat) = (n : Rat) + 1 := by simp
    rw [h]
    grind

/-- Everything is counted once. -/
theorem count_all (n : Nat) : count (fun _ => true) n = n := by
  induction n with
  | zero => rfl
  | succ n ih => simp [count, ih]

/-- What has a property and what has not are everything. -/
theorem count_add_count_not (p : Nat → Bool) (n : Nat) : count p n + count (fun i => !p i) n = n := by
  induction n with
  | zero => rfl
  | succ n ih => by_cases h : p n = true <;> simp [count, h] <;> omega

/-- Inclusion and exclusion for two properties. -/
theorem count_or_add_count_and (p q : Nat → Bool) (n : Nat) :
    count (fun i => p i || q i) n + count (fun i => p i && q i) n = count p n + count q n := by
  induction n with
  | zero => rfl
  | succ n ih => by_cases h : p n = true <;> by_cases k : q n = true <;> simp [count, h, k] <;> omega

/-- A property that implies another is no more frequent. -/
theorem count_le_count {p q : Nat → Bool} (h : ∀ i, p i = true → q i = true) (n : Nat) : count p n ≤ count q n := by
  induction n with
  | zero => exact Nat.le_refl 0
  | succ n ih =>
    simp only [count]
    cases hp : p n
    · simp; omega
    · simp [h n hp]; omega

end Verifier
