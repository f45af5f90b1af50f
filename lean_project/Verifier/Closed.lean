module

/-! Operations on numbers that statements mention and that core Lean does not carry. They are written to be read. -/

@[expose] public section

namespace Verifier

/-- The product of 1, 2, ..., n. -/
def factorial : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * factorial n

/-- The number of ways to choose k things out of n: n!/(k!(n-k)!), and 0 where k exceeds n. -/
def choose (n k : Nat) : Nat :=
  if k ≤ n then factorial n / (factorial k * factorial (n - k)) else 0

/-- The least r of the k numbers from start on such that n divides a*r - 1, and 0 where there is none. -/
def inverseFrom (a : Int) (n start : Nat) : Nat → Nat
  | 0 => 0
  | k + 1 => if (a * start - 1) % n = 0 then start else inverseFrom a n (start + 1) k

/-- The inverse of a modulo n: the least r below n such that n divides a*r - 1, and 0 where there is none. -/
def inverseMod (a : Int) (n : Nat) : Nat :=
  inverseFrom a n 0 n

/-- The absolute value. -/
def absolute (x : Rat) : Rat :=
  if x < 0 then -x else x

end Verifier
