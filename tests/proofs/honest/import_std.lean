-- status: accepted
--- challenge ---
import Std

theorem target (a b : Nat) (h : a ≤ b) : min a b = a := by
  sorry
--- candidate ---
import Std
open Std

theorem target (a b : Nat) (h : a ≤ b) : min a b = a := Nat.min_eq_left h
