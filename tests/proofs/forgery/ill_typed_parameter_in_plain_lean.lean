-- why: a nested type with an ill-typed parameter, without metaprogramming, its errors dropped
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
inductive P : Prop where | mk (b : Nat)
structure C2 where b : Nat
structure C1 where c : C2
inductive W : Type where | mk (p : P)
inductive L (α : Type) (b : Nat) : Type where | mk
inductive T : Nat → Prop where | mk : T 3001
def B (c : C1) : Nat := c.c.b
abbrev Fam (n : Nat) : Type := Nat.rec W (fun _ _ => C1) n
@[reducible] def I (k : Nat) : HAdd Nat Nat Nat := ⟨fun _ _ => 0⟩
#guard_msgs (drop all) in
inductive E (w : W) : Type where
  | mk : L (E w) (B ((@Eq.rec Nat (@HAdd.hAdd Nat Nat Nat (I 1) 2 3) (fun n _ => Fam n) w 5
      (by dsimp only [Nat.reduceAdd])))) → E w
theorem T5 : ∀ n, T n → n = 3001 := by intro n h; cases h; rfl
theorem bad : T (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671) :=
  let a : E (W.mk (P.mk (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671))) :=
    E.mk (E.mk (L.mk : L (E (W.mk (P.mk 3001))) 3001) : E (W.mk (P.mk 3001))).1
  let d : E (W.mk (P.mk (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671))) :=
    E.mk (L.mk : L (E (W.mk (P.mk (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671))))
      (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671))
  (by dsimp only [Nat.reduceAdd]; exact T.mk : T (@HAdd.hAdd Nat Nat Nat (I (nat_lit 4148383)) 2330 671))
theorem target : False := by
  have h : (0 : Nat) = 3001 := T5 _ bad
  exact absurd h (by decide)
