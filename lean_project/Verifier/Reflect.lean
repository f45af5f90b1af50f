module

public import Verifier.Closed

/-!
Closed arithmetic by reflection: statements as data, an evaluator on natural numbers, and one theorem, `sound`.

A rational number is kept as a triple of naturals, (p - n) / d, because the kernel computes natural numbers with
fast machine code. d = 0 stands for a value that is not known, and swallows whatever it meets.
Functions on data are written by recursors, which the kernel unfolds in one step.
-/

@[expose] public section

namespace Verifier.Reflect

/-- A closed term as data. -/
inductive Term where
  | num (n : Nat)
  | add (a b : Term)
  | sub (a b : Term)
  | mul (a b : Term)
  | div (a b : Term)
  | neg (a : Term)
  | pow (a : Term) (n : Nat)
  | abs (a : Term)
  | fact (n : Nat)
  | choose (n k : Nat)

/-- The number that a term stands for: what the same text means in Lean. -/
noncomputable def Term.denote (t : Term) : Rat :=
  Term.rec (motive := fun _ => Rat) (fun n => OfNat.ofNat n) (fun _ _ a b => a + b) (fun _ _ a b => a - b)
    (fun _ _ a b => a * b) (fun _ _ a b => a / b) (fun _ a => -a) (fun _ n a => a ^ n) (fun _ a => absolute a)
    (fun n => ((factorial n : Nat) : Rat)) (fun n k => ((Verifier.choose n k : Nat) : Rat)) t

inductive Relation where
  | eq | ne | lt | le | gt | ge

noncomputable def Relation.denote (r : Relation) (a b : Rat) : Prop :=
  Relation.rec (motive := fun _ => Prop) (a = b) (a ≠ b) (a < b) (a ≤ b) (a > b) (a ≥ b) r

/-- A closed statement as data. -/
inductive Formula where
  | rel (r : Relation) (a b : Term)
  | not (f : Formula)
  | and (f g : Formula)

/-- The proposition that a formula stands for. -/
noncomputable def Formula.denote (f : Formula) : Prop :=
  Formula.rec (motive := fun _ => Prop) (fun r a b => r.denote a.denote b.denote) (fun _ p => ¬p)
    (fun _ _ p q => p ∧ q) f

/-- Of a number x: x * d = p - n. Nothing is said where d = 0. -/
structure Value where
  p : Nat
  n : Nat
  d : Nat

def Value.Of (v : Value) (x : Rat) : Prop := v.d ≠ 0 → x * (v.d : Rat) = (v.p : Rat) - (v.n : Rat)

namespace Value

/-! Operations take values apart once, and name the functions on numbers that the kernel has code for. -/

noncomputable def add (a b : Value) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => Value.rec (motive := fun _ => Value) (fun q m e =>
    ⟨Nat.add (Nat.mul p e) (Nat.mul q d), Nat.add (Nat.mul n e) (Nat.mul m d), Nat.mul d e⟩) b) a

noncomputable def neg (a : Value) : Value := Value.rec (motive := fun _ => Value) (fun p n d => ⟨n, p, d⟩) a

noncomputable def sub (a b : Value) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => Value.rec (motive := fun _ => Value) (fun q m e =>
    ⟨Nat.add (Nat.mul p e) (Nat.mul m d), Nat.add (Nat.mul n e) (Nat.mul q d), Nat.mul d e⟩) b) a

noncomputable def mul (a b : Value) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => Value.rec (motive := fun _ => Value) (fun q m e =>
    ⟨Nat.add (Nat.mul p q) (Nat.mul n m), Nat.add (Nat.mul p m) (Nat.mul n q), Nat.mul d e⟩) b) a

noncomputable def choice {α : Type} (test : Bool) (yes no : α) : α := Bool.rec (motive := fun _ => α) no yes test

/-- One over a number; zero has no inverse. -/
noncomputable def inv (a : Value) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => choice (Nat.beq d (nat_lit 0)) ⟨nat_lit 0, nat_lit 0, nat_lit 0⟩
    (choice (Nat.ble p n) ⟨nat_lit 0, d, Nat.sub n p⟩ ⟨d, nat_lit 0, Nat.sub p n⟩)) a

noncomputable def pow (a : Value) (k : Nat) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => choice (Nat.beq d (nat_lit 0)) ⟨nat_lit 0, nat_lit 0, nat_lit 0⟩
    (choice (Nat.ble n p) ⟨Nat.pow (Nat.sub p n) k, nat_lit 0, Nat.pow d k⟩
      (choice (Nat.beq (Nat.mod k (nat_lit 2)) (nat_lit 0)) ⟨Nat.pow (Nat.sub n p) k, nat_lit 0, Nat.pow d k⟩
        ⟨nat_lit 0, Nat.pow (Nat.sub n p) k, Nat.pow d k⟩))) a

noncomputable def abs (a : Value) : Value :=
  Value.rec (motive := fun _ => Value) (fun p n d => choice (Nat.ble n p) ⟨p, n, d⟩ ⟨n, p, d⟩) a

def ofNat (n : Nat) : Value := ⟨n, nat_lit 0, nat_lit 1⟩

theorem add_eq (a b : Value) : add a b = ⟨a.p * b.d + b.p * a.d, a.n * b.d + b.n * a.d, a.d * b.d⟩ := rfl

theorem neg_eq (a : Value) : neg a = ⟨a.n, a.p, a.d⟩ := rfl

theorem sub_eq (a b : Value) : sub a b = add a (neg b) := rfl

theorem mul_eq (a b : Value) : mul a b = ⟨a.p * b.p + a.n * b.n, a.p * b.n + a.n * b.p, a.d * b.d⟩ := rfl

theorem choice_eq {α : Type} (test : Bool) (yes no : α) : choice test yes no = cond test yes no := by
  cases test <;> rfl

theorem inv_eq (a : Value) : inv a = cond (Nat.beq a.d 0) ⟨0, 0, 0⟩
    (cond (Nat.ble a.p a.n) ⟨0, a.d, a.n - a.p⟩ ⟨a.d, 0, a.p - a.n⟩) := by
  rw [← choice_eq, ← choice_eq]; rfl

theorem pow_eq (a : Value) (k : Nat) : pow a k = cond (Nat.beq a.d 0) ⟨0, 0, 0⟩
    (cond (Nat.ble a.n a.p) ⟨(a.p - a.n) ^ k, 0, a.d ^ k⟩
      (cond (Nat.beq (k % 2) 0) ⟨(a.n - a.p) ^ k, 0, a.d ^ k⟩ ⟨0, (a.n - a.p) ^ k, a.d ^ k⟩)) := by
  rw [← choice_eq, ← choice_eq, ← choice_eq]; rfl

theorem abs_eq (a : Value) : abs a = cond (Nat.ble a.n a.p) a (neg a) := by
  rw [← choice_eq]; rfl

/-! What each of them is worth. -/

theorem beq_false {a b : Nat} (h : a ≠ b) : Nat.beq a b = false := by
  cases e : Nat.beq a b
  · rfl
  · exact absurd (Nat.eq_of_beq_eq_true e) h

theorem ble_false {a b : Nat} (h : ¬a ≤ b) : Nat.ble a b = false := by
  cases e : Nat.ble a b
  · rfl
  · exact absurd (Nat.le_of_ble_eq_true e) h

theorem cast_sub {m n : Nat} (h : n ≤ m) : ((m - n : Nat) : Rat) = (m : Rat) - (n : Rat) := by
  have := congrArg (Nat.cast (R := Rat)) (Nat.sub_add_cancel h)
  rw [Rat.natCast_add] at this
  grind

theorem sub_zero (x : Rat) : x - 0 = x := by grind

theorem zero_sub (x : Rat) : 0 - x = -x := by grind

theorem cast_ne {n : Nat} (h : n ≠ 0) : (n : Rat) ≠ 0 := fun h0 => h (Rat.natCast_eq_zero_iff.mp h0)

theorem cast_pos {n : Nat} (h : n ≠ 0) : (0 : Rat) < n := by
  simpa using Rat.natCast_lt_natCast.mpr (Nat.pos_of_ne_zero h)

theorem add_of {a b : Value} {x y : Rat} (ha : a.Of x) (hb : b.Of y) : (add a b).Of (x + y) := by
  simp only [add_eq, Of]
  intro h
  have ha := ha fun h0 => h (by simp [h0])
  have hb := hb fun h0 => h (by simp [h0])
  simp only [Rat.natCast_add, Rat.natCast_mul]
  grind

theorem neg_of {a : Value} {x : Rat} (ha : a.Of x) : (neg a).Of (-x) := by
  simp only [neg_eq, Of]
  intro h
  have ha := ha h
  grind

theorem mul_of {a b : Value} {x y : Rat} (ha : a.Of x) (hb : b.Of y) : (mul a b).Of (x * y) := by
  simp only [mul_eq, Of]
  intro h
  have ha := ha fun h0 => h (by simp [h0])
  have hb := hb fun h0 => h (by simp [h0])
  simp only [Rat.natCast_add, Rat.natCast_mul]
  grind

theorem unknown_of (x : Rat) : (⟨0, 0, 0⟩ : Value).Of x := fun h => absurd rfl h

theorem inv_of {a : Value} {x : Rat} (ha : a.Of x) : (inv a).Of (1 / x) := by
  rw [inv_eq]
  by_cases h0 : a.d = 0
  · simpa [h0] using unknown_of (1 / x)
  rw [beq_false h0, cond_false]
  have ha := ha h0
  by_cases h2 : a.p ≤ a.n
  · rw [Nat.ble_eq_true_of_le h2, cond_true]
    intro h
    have h3 := cast_ne h
    have h4 := cast_sub h2
    simp only at h3 ⊢
    grind
  · rw [ble_false h2, cond_false]
    intro h
    have h3 := cast_ne h
    have h4 := cast_sub (Nat.le_of_lt (Nat.lt_of_not_le h2))
    simp only at h3 ⊢
    grind

theorem mul_pow (x y : Rat) (k : Nat) : (x * y) ^ k = x ^ k * y ^ k := by
  induction k with
  | zero => simp
  | succ k ih => rw [Rat.pow_succ, Rat.pow_succ, Rat.pow_succ, ih]; grind

theorem neg_pow (y : Rat) (k : Nat) : (-y) ^ k = if k % 2 = 0 then y ^ k else -y ^ k := by
  induction k with
  | zero => simp
  | succ k ih => rw [Rat.pow_succ, Rat.pow_succ, ih]; split <;> split <;> grind

theorem pow_of {a : Value} {x : Rat} (ha : a.Of x) (k : Nat) : (pow a k).Of (x ^ k) := by
  rw [pow_eq]
  by_cases h0 : a.d = 0
  · simpa [h0] using unknown_of (x ^ k)
  rw [beq_false h0, cond_false]
  have ha := ha h0
  by_cases h1 : a.n ≤ a.p
  · rw [Nat.ble_eq_true_of_le h1, cond_true]
    intro _
    have h2 := cast_sub h1
    simp only [Rat.natCast_pow]
    rw [← mul_pow, ha, ← h2]
    simp [sub_zero]
  · have h2 := cast_sub (Nat.le_of_lt (Nat.lt_of_not_le h1))
    have h3 : x * (a.d : Rat) = -((a.n - a.p : Nat) : Rat) := by grind
    have h4 := neg_pow ((a.n - a.p : Nat) : Rat) k
    rw [ble_false h1, cond_false]
    by_cases h5 : k % 2 = 0
    · rw [if_pos h5] at h4
      rw [h5, Nat.beq_refl, cond_true]
      intro _
      simp only [Rat.natCast_pow]
      rw [← mul_pow, h3, h4]
      simp [sub_zero]
    · rw [if_neg h5] at h4
      rw [beq_false h5, cond_false]
      intro _
      simp only [Rat.natCast_pow]
      rw [← mul_pow, h3, h4]
      simp [zero_sub]

/-- The test for an equation, without a division. -/
noncomputable def same (a b : Value) : Bool :=
  Value.rec (motive := fun _ => Bool) (fun p n d => Value.rec (motive := fun _ => Bool) (fun q m e =>
    Nat.beq (Nat.add (Nat.mul p e) (Nat.mul m d)) (Nat.add (Nat.mul q d) (Nat.mul n e))) b) a

/-- The test for at most, without a division. -/
noncomputable def below (a b : Value) : Bool :=
  Value.rec (motive := fun _ => Bool) (fun p n d => Value.rec (motive := fun _ => Bool) (fun q m e =>
    Nat.ble (Nat.add (Nat.mul p e) (Nat.mul m d)) (Nat.add (Nat.mul q d) (Nat.mul n e))) b) a

theorem same_eq (a b : Value) : same a b = Nat.beq (a.p * b.d + b.n * a.d) (b.p * a.d + a.n * b.d) := rfl

theorem below_eq (a b : Value) : below a b = Nat.ble (a.p * b.d + b.n * a.d) (b.p * a.d + a.n * b.d) := rfl

theorem same_iff {a b : Value} {x y : Rat} (h0 : a.d ≠ 0) (h1 : b.d ≠ 0) (ha : a.Of x) (hb : b.Of y) :
    same a b = true ↔ x = y := by
  have ha := ha h0
  have hb := hb h1
  have := cast_ne h0
  have := cast_ne h1
  have : same a b = true ↔ a.p * b.d + b.n * a.d = b.p * a.d + a.n * b.d :=
    ⟨Nat.eq_of_beq_eq_true, fun h => by rw [same_eq, h, Nat.beq_refl]⟩
  rw [this, ← Rat.natCast_inj]
  simp only [Rat.natCast_add, Rat.natCast_mul]
  grind

theorem below_iff {a b : Value} {x y : Rat} (h0 : a.d ≠ 0) (h1 : b.d ≠ 0) (ha : a.Of x) (hb : b.Of y) :
    below a b = true ↔ x ≤ y := by
  have ha := ha h0
  have hb := hb h1
  have hde := Rat.mul_pos (cast_pos h0) (cast_pos h1)
  have : below a b = true ↔ a.p * b.d + b.n * a.d ≤ b.p * a.d + a.n * b.d :=
    ⟨Nat.le_of_ble_eq_true, Nat.ble_eq_true_of_le⟩
  rw [this, ← Rat.natCast_le_natCast]
  simp only [Rat.natCast_add, Rat.natCast_mul]
  have hx : x * (a.d * b.d) = a.p * b.d - a.n * b.d := by grind
  have hy : y * (a.d * b.d) = b.p * a.d - b.n * a.d := by grind
  have : x ≤ y ↔ x * (a.d * b.d) ≤ y * (a.d * b.d) := by
    constructor
    · intro h
      exact Rat.mul_le_mul_of_nonneg_right h (Rat.le_of_lt hde)
    · intro h
      apply Rat.not_lt.mp
      intro h'
      exact absurd h (Rat.not_le.mpr (Rat.mul_lt_mul_of_pos_right h' hde))
  rw [this, hx, hy]
  constructor <;> intro h <;> grind

theorem abs_of {a : Value} {x : Rat} (ha : a.Of x) : (abs a).Of (absolute x) := by
  by_cases h0 : a.d = 0
  · intro h
    rw [abs_eq, neg_eq] at h
    cases e : Nat.ble a.n a.p <;> simp [e, h0] at h
  have zero : (⟨0, 0, 1⟩ : Value).Of 0 := by intro _; simp [sub_zero]
  have := below_iff (by simp) h0 zero ha
  simp only [below_eq, Nat.zero_mul, Nat.mul_one, Nat.zero_add, Nat.add_zero] at this
  rw [abs_eq]
  unfold absolute
  by_cases h1 : a.n ≤ a.p
  · have h2 : ¬x < 0 := Rat.not_lt.mpr (this.mp (Nat.ble_eq_true_of_le h1))
    rw [Nat.ble_eq_true_of_le h1, cond_true, if_neg h2]
    exact ha
  · have h2 : x < 0 := Rat.not_le.mp fun h => h1 (Nat.le_of_ble_eq_true (this.mpr h))
    rw [ble_false h1, cond_false, if_pos h2]
    exact neg_of ha

theorem nat_of (n : Nat) : (ofNat n).Of (n : Rat) := by
  intro _
  show (n : Rat) * ((1 : Nat) : Rat) = (n : Rat) - ((0 : Nat) : Rat)
  simp [sub_zero]

end Value

open Value

noncomputable def Term.value (t : Term) : Value :=
  Term.rec (motive := fun _ => Value) (fun n => ofNat n) (fun _ _ a b => Value.add a b) (fun _ _ a b => Value.sub a b)
    (fun _ _ a b => Value.mul a b) (fun _ _ a b => Value.mul a (Value.inv b)) (fun _ a => Value.neg a)
    (fun _ n a => Value.pow a n) (fun _ a => Value.abs a) (fun n => ofNat (factorial n))
    (fun n k => ofNat (Verifier.choose n k)) t

theorem Term.value_of (t : Term) : t.value.Of t.denote := by
  induction t with
  | num n => exact nat_of n
  | add a b ha hb => exact add_of ha hb
  | sub a b ha hb =>
    have h := add_of ha (neg_of hb)
    rw [← sub_eq, ← Rat.sub_eq_add_neg] at h
    exact h
  | mul a b ha hb => exact mul_of ha hb
  | div a b ha hb =>
    have h := mul_of ha (inv_of hb)
    have e : a.denote * (1 / b.denote) = a.denote / b.denote := by grind
    rw [e] at h
    exact h
  | neg a ha => exact neg_of ha
  | pow a n ha => exact pow_of ha n
  | abs a ha => exact abs_of ha
  | fact n => exact nat_of (factorial n)
  | choose n k => exact nat_of (Verifier.choose n k)

/-- Whether a relation holds of two values. -/
noncomputable def Relation.test (r : Relation) (a b : Value) : Bool :=
  Relation.rec (motive := fun _ => Bool) (same a b) (Bool.not (same a b)) (Bool.not (below b a)) (below a b) (Bool.not (below a b))
    (below b a) r

theorem Relation.test_iff (r : Relation) {a b : Value} {x y : Rat} (h0 : a.d ≠ 0) (h1 : b.d ≠ 0) (ha : a.Of x)
    (hb : b.Of y) : r.test a b = true ↔ r.denote x y := by
  have hs := same_iff h0 h1 ha hb
  have hl := below_iff h0 h1 ha hb
  have hg := below_iff h1 h0 hb ha
  cases r
  · exact hs
  · show (!same a b) = true ↔ ¬x = y
    rw [← hs]; simp
  · show (!below b a) = true ↔ x < y
    rw [← Rat.not_le, ← hg]; simp
  · exact hl
  · show (!below a b) = true ↔ y < x
    rw [← Rat.not_le, ← hl]; simp
  · exact hg

/-- What is shown of a formula: that it holds; that it fails. Both are false where a value is not known. -/
structure Shown where
  holds : Bool
  fails : Bool

noncomputable def shown (r : Relation) (a b : Value) : Shown :=
  choice (Nat.beq (Nat.mul a.d b.d) (nat_lit 0)) ⟨false, false⟩ ⟨r.test a b, Bool.not (r.test a b)⟩

theorem shown_eq (r : Relation) (a b : Value) : shown r a b =
    cond (Nat.beq (a.d * b.d) 0) ⟨false, false⟩ ⟨r.test a b, !r.test a b⟩ := by
  rw [← choice_eq]; rfl

noncomputable def Formula.shown (f : Formula) : Shown :=
  Formula.rec (motive := fun _ => Shown) (fun r a b => Reflect.shown r a.value b.value) (fun _ s => ⟨s.fails, s.holds⟩)
    (fun _ _ s t => ⟨Bool.and s.holds t.holds, Bool.or s.fails t.fails⟩) f

theorem shown_sound (r : Relation) (a b : Term) :
    ((Reflect.shown r a.value b.value).holds = true → r.denote a.denote b.denote) ∧
    ((Reflect.shown r a.value b.value).fails = true → ¬r.denote a.denote b.denote) := by
  rw [shown_eq]
  by_cases h : a.value.d * b.value.d = 0
  · simp [h]
  rw [beq_false h, cond_false]
  have := r.test_iff (fun h0 => h (by simp [h0])) (fun h0 => h (by simp [h0])) a.value_of b.value_of
  rw [← this]
  simp

theorem Formula.shown_sound (f : Formula) : (f.shown.holds = true → f.denote) ∧ (f.shown.fails = true → ¬f.denote) := by
  induction f with
  | rel r a b => exact Reflect.shown_sound r a b
  | not f ih => exact ⟨ih.2, fun h h' => h' (ih.1 h)⟩
  | and f g hf hg =>
    constructor
    · intro h
      have h : (f.shown.holds && g.shown.holds) = true := h
      rw [Bool.and_eq_true] at h
      exact ⟨hf.1 h.1, hg.1 h.2⟩
    · intro h h'
      have h : (f.shown.fails || g.shown.fails) = true := h
      rw [Bool.or_eq_true] at h
      exact h.elim (fun h => hf.2 h h'.1) (fun h => hg.2 h h'.2)

/-- Whether a formula is shown to hold. -/
noncomputable def check (f : Formula) : Bool := f.shown.holds

/-- A formula that the check accepts is true. -/
theorem sound (f : Formula) (h : check f = true) : f.denote := f.shown_sound.1 h

noncomputable def checkAll (fs : List Formula) : Bool :=
  List.rec (motive := fun _ => Bool) true (fun f _ rest => Bool.and (check f) rest) fs

/-- Every formula of a batch that the check accepts is true. -/
theorem sound_all (fs : List Formula) (h : checkAll fs = true) : ∀ f, f ∈ fs → f.denote := by
  induction fs with
  | nil => intro f hf; cases hf
  | cons g rest ih =>
    have h : (check g && checkAll rest) = true := h
    rw [Bool.and_eq_true] at h
    intro f hf
    cases hf with
    | head => exact sound g h.1
    | tail _ hf => exact ih h.2 f hf

end Verifier.Reflect
