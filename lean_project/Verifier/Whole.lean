module

public import Verifier.Closed

/-! Facts about whole numbers: divisibility, remainders, greatest common divisors, primes, factorials, binomials. -/

public section

namespace Verifier

/-! ### Divisibility -/

/-- A divisor of a factor divides the product. -/
theorem dvd_mul_of_dvd {a b : Int} (c : Int) (h : a ∣ b) : a ∣ b * c :=
  Int.dvd_mul_of_dvd_left h

/-- A common divisor divides every combination. -/
theorem dvd_combination {d a b : Int} (ha : d ∣ a) (hb : d ∣ b) (x y : Int) : d ∣ a * x + b * y :=
  Int.dvd_add (dvd_mul_of_dvd x ha) (dvd_mul_of_dvd y hb)

/-- Divisibility is transitive. -/
theorem dvd_trans {a b c : Int} (h : a ∣ b) (k : b ∣ c) : a ∣ c :=
  Int.dvd_trans h k

/-- A positive divisor of a positive number is at most that number. -/
theorem le_of_dvd {a b : Int} (hb : 0 < b) (h : a ∣ b) : a ≤ b :=
  Int.le_of_dvd hb h

/-- The product of two neighbours is even. -/
theorem two_dvd_mul_succ (n : Int) : 2 ∣ n * (n + 1) := by
  rcases Int.emod_two_eq n with h | h
  · exact dvd_mul_of_dvd (n + 1) (Int.dvd_of_emod_eq_zero h)
  · have h1 : (2 : Int) ∣ n + 1 := by omega
    rw [Int.mul_comm]
    exact dvd_mul_of_dvd n h1

/-! ### Remainders -/

/-- Remainders of equal remainders are equal: a sum. -/
theorem add_emod {a b c d m : Int} (h : a % m = b % m) (k : c % m = d % m) : (a + c) % m = (b + d) % m := by
  rw [Int.add_emod, h, k, ← Int.add_emod]

/-- Remainders of equal remainders are equal: a product. -/
theorem mul_emod {a b c d m : Int} (h : a % m = b % m) (k : c % m = d % m) : (a * c) % m = (b * d) % m := by
  rw [Int.mul_emod, h, k, ← Int.mul_emod]

/-- Remainders of equal remainders are equal: a power. -/
theorem pow_emod {a b m : Int} (h : a % m = b % m) (n : Nat) : (a ^ n) % m = (b ^ n) % m := by
  induction n with
  | zero => simp only [Int.pow_zero]
  | succ n ih => rw [Int.pow_succ, Int.pow_succ]; exact mul_emod ih h

/-- A square leaves the remainder 0 or 1 on division by 4. -/
theorem sq_emod_four (n : Int) : n ^ 2 % 4 = 0 ∨ n ^ 2 % 4 = 1 := by
  have h : n % 4 = 0 ∨ n % 4 = 1 ∨ n % 4 = 2 ∨ n % 4 = 3 := by omega
  rcases h with h | h | h | h
  · left; exact pow_emod (b := 0) h 2
  · right; exact pow_emod (b := 1) h 2
  · left; exact pow_emod (b := 2) h 2
  · right; exact pow_emod (b := 3) h 2

/-- A square leaves the remainder 0 or 1 on division by 3. -/
theorem sq_emod_three (n : Int) : n ^ 2 % 3 = 0 ∨ n ^ 2 % 3 = 1 := by
  have h : n % 3 = 0 ∨ n % 3 = 1 ∨ n % 3 = 2 := by omega
  rcases h with h | h | h
  · left; exact pow_emod (b := 0) h 2
  · right; exact pow_emod (b := 1) h 2
  · right; exact pow_emod (b := 2) h 2

/-! ### Greatest common divisors and least common multiples -/

/-- Greatest common divisor times least common multiple is the product. -/
theorem gcd_mul_lcm (a b : Nat) : Nat.gcd a b * Nat.lcm a b = a * b :=
  Nat.gcd_mul_lcm a b

/-- A common divisor divides the greatest one. -/
theorem dvd_gcd {d a b : Nat} (ha : d ∣ a) (hb : d ∣ b) : d ∣ Nat.gcd a b :=
  Nat.dvd_gcd ha hb

/-- A common multiple is a multiple of the least one. -/
theorem lcm_dvd {m a b : Nat} (ha : a ∣ m) (hb : b ∣ m) : Nat.lcm a b ∣ m :=
  Nat.lcm_dvd ha hb

/-- One step of Euclid's algorithm. -/
theorem gcd_step (a b : Nat) : Nat.gcd a b = Nat.gcd (b % a) a :=
  Nat.gcd_rec a b

/-- What divides a product and has no factor in common with one side divides the other side. -/
theorem dvd_of_coprime {a b c : Nat} (h : Nat.gcd a b = 1) (k : a ∣ b * c) : a ∣ c :=
  Nat.Coprime.dvd_of_dvd_mul_left h k

/-! ### Inverses modulo a number -/

/-- The search for an inverse finds one, and passes none by. -/
theorem inverseFrom_spec {a : Int} {n k : Nat} : ∀ {start r : Nat}, start ≤ r → r < start + k → (a * r - 1) % n = 0 →
    inverseFrom a n start k ≤ r ∧ (a * inverseFrom a n start k - 1) % n = 0 := by
  induction k with
  | zero => intro start r h1 h2; omega
  | succ k ih =>
    intro start r h1 h2 h
    unfold inverseFrom
    split
    · exact ⟨h1, by assumption⟩
    · next hne =>
      have hs : start ≠ r := by intro he; rw [he] at hne; exact hne h
      exact ih (by omega) (by omega) h

/-- Where a number has an inverse modulo n, `inverseMod` is one below n. -/
theorem inverseMod_spec {a : Int} {n r : Nat} (hr : r < n) (h : (a * r - 1) % n = 0) :
    inverseMod a n < n ∧ (a * inverseMod a n - 1) % n = 0 := by
  have := inverseFrom_spec (start := 0) (k := n) (Nat.zero_le r) (by omega) h
  exact ⟨Nat.lt_of_le_of_lt this.1 hr, this.2⟩

/-! ### Primes, by decision -/

/-- No number from 2 to `d` divides `n`. -/
def noDivisorUpTo (n : Nat) : Nat → Bool
  | 0 => true
  | d + 1 => (d == 0 || n % (d + 1) != 0) && noDivisorUpTo n d

/-- Whether `n` is prime, by trying every number below it. -/
def isPrime (n : Nat) : Bool :=
  2 ≤ n && noDivisorUpTo n (n - 1)

/-- What the search over divisors shows. -/
theorem noDivisorUpTo_spec {n d : Nat} (h : noDivisorUpTo n d = true) : ∀ m, 2 ≤ m → m ≤ d → ¬ m ∣ n := by
  induction d with
  | zero => intro m h2 h0; omega
  | succ d ih =>
    intro m h2 hm hd
    simp [noDivisorUpTo] at h
    by_cases he : m = d + 1
    · have h0 : n % (d + 1) = 0 := by rw [← he]; exact Nat.mod_eq_zero_of_dvd hd
      omega
    · exact ih h.2 m h2 (by omega) hd

/-- A number that the decision calls prime has no divisors but 1 and itself. -/
theorem eq_one_or_eq_of_isPrime {n m : Nat} (h : isPrime n = true) (hm : m ∣ n) : m = 1 ∨ m = n := by
  simp [isPrime] at h
  have hle : m ≤ n := Nat.le_of_dvd (by omega) hm
  have h0 : m ≠ 0 := by
    intro h0
    rw [h0] at hm
    have := Nat.eq_zero_of_zero_dvd hm
    omega
  by_cases h1 : m = 1
  · exact Or.inl h1
  · by_cases h2 : m = n
    · exact Or.inr h2
    · exact absurd hm (noDivisorUpTo_spec h.2 m (by omega) (by omega))

/-! ### Factorials and binomials -/

/-- The factorial of a successor. -/
theorem factorial_succ (n : Nat) : factorial (n + 1) = (n + 1) * factorial n := rfl

/-- Factorials are positive. -/
theorem factorial_pos (n : Nat) : 0 < factorial n := by
  induction n with
  | zero => decide
  | succ n ih => rw [factorial_succ]; exact Nat.mul_pos (Nat.succ_pos n) ih

/-- A quotient of neighbouring factorials. -/
theorem factorial_div (n : Nat) : factorial (n + 1) / factorial n = n + 1 := by
  rw [factorial_succ, Nat.mul_div_cancel _ (factorial_pos n)]

/-- A number up to `n` divides `n!`. -/
theorem dvd_factorial {m n : Nat} (h0 : 0 < m) (h : m ≤ n) : m ∣ factorial n := by
  induction n with
  | zero => omega
  | succ n ih =>
    rw [factorial_succ]
    by_cases he : m = n + 1
    · exact ⟨factorial n, by rw [he]⟩
    · exact Nat.dvd_trans (ih (by omega)) ⟨n + 1, Nat.mul_comm _ _⟩

/-- There is one way to choose nothing. -/
theorem choose_zero (n : Nat) : choose n 0 = 1 := by
  simp [choose, factorial, Nat.div_self (factorial_pos n)]

/-- There is one way to choose everything. -/
theorem choose_self (n : Nat) : choose n n = 1 := by
  simp [choose, factorial, Nat.div_self (factorial_pos n)]

/-- There are `n` ways to choose one out of `n`. -/
theorem choose_one (n : Nat) (h : 1 ≤ n) : choose n 1 = n := by
  obtain ⟨k, rfl⟩ : ∃ k, n = k + 1 := ⟨n - 1, by omega⟩
  simp only [choose, h, if_true, Nat.add_sub_cancel]
  have h1 : factorial 1 = 1 := rfl
  rw [h1, Nat.one_mul, factorial_div]

/-- Choosing is leaving out. -/
theorem choose_symm {n k : Nat} (h : k ≤ n) : choose n k = choose n (n - k) := by
  have h1 : n - (n - k) = k := by omega
  have h2 : n - k ≤ n := by omega
  simp only [choose, h, h2, if_true, h1, Nat.mul_comm]

/-- There is no way to choose more than there are. -/
theorem choose_eq_zero {n k : Nat} (h : n < k) : choose n k = 0 := by
  have h1 : ¬ k ≤ n := by omega
  simp [choose, h1]

/-! ### Floor and ceiling -/

/-- The floor is at most the number. -/
theorem floor_le (x : Rat) : (x.floor : Rat) ≤ x :=
  Rat.floor_le x

/-- The number is less than its floor and one. -/
theorem lt_floor_add_one (x : Rat) : x < (x.floor : Rat) + 1 := by
  have h := Rat.lt_floor_add_one x
  simpa using h

/-- The whole number next below is the floor. -/
theorem floor_eq {x : Rat} {n : Int} (h : (n : Rat) ≤ x) (k : x < (n : Rat) + 1) : x.floor = n := by
  have h1 : n ≤ x.floor := Rat.le_floor_iff.mpr h
  have h2 := Rat.floor_le (a := x)
  have h3 : ((x.floor : Int) : Rat) < ((n + 1 : Int) : Rat) := by
    rw [Rat.intCast_add]
    exact Std.lt_of_le_of_lt h2 k
  have h4 := Rat.intCast_lt_intCast.mp h3
  omega

end Verifier
