-- status: accepted
--- challenge ---
theorem target (a : Nat) : a + 59 + 1 = a + 60 := by
  sorry
--- candidate ---
theorem step0 (a : Nat) : a + 0 + 1 = a + 1 := rfl

theorem step1 (a : Nat) : a + 1 + 1 = a + 2 := rfl

theorem step2 (a : Nat) : a + 2 + 1 = a + 3 := rfl

theorem step3 (a : Nat) : a + 3 + 1 = a + 4 := rfl

theorem step4 (a : Nat) : a + 4 + 1 = a + 5 := rfl

theorem step5 (a : Nat) : a + 5 + 1 = a + 6 := rfl

theorem step6 (a : Nat) : a + 6 + 1 = a + 7 := rfl

theorem step7 (a : Nat) : a + 7 + 1 = a + 8 := rfl

theorem step8 (a : Nat) : a + 8 + 1 = a + 9 := rfl

theorem step9 (a : Nat) : a + 9 + 1 = a + 10 := rfl

theorem step10 (a : Nat) : a + 10 + 1 = a + 11 := rfl

theorem step11 (a : Nat) : a + 11 + 1 = a + 12 := rfl

theorem step12 (a : Nat) : a + 12 + 1 = a + 13 := rfl

theorem step13 (a : Nat) : a + 13 + 1 = a + 14 := rfl

theorem step14 (a : Nat) : a + 14 + 1 = a + 15 := rfl

theorem step15 (a : Nat) : a + 15 + 1 = a + 16 := rfl

theorem step16 (a : Nat) : a + 16 + 1 = a + 17 := rfl

theorem step17 (a : Nat) : a + 17 + 1 = a + 18 := rfl

theorem step18 (a : Nat) : a + 18 + 1 = a + 19 := rfl

theorem step19 (a : Nat) : a + 19 + 1 = a + 20 := rfl

theorem step20 (a : Nat) : a + 20 + 1 = a + 21 := rfl

theorem step21 (a : Nat) : a + 21 + 1 = a + 22 := rfl

theorem step22 (a : Nat) : a + 22 + 1 = a + 23 := rfl

theorem step23 (a : Nat) : a + 23 + 1 = a + 24 := rfl

theorem step24 (a : Nat) : a + 24 + 1 = a + 25 := rfl

theorem step25 (a : Nat) : a + 25 + 1 = a + 26 := rfl

theorem step26 (a : Nat) : a + 26 + 1 = a + 27 := rfl

theorem step27 (a : Nat) : a + 27 + 1 = a + 28 := rfl

theorem step28 (a : Nat) : a + 28 + 1 = a + 29 := rfl

theorem step29 (a : Nat) : a + 29 + 1 = a + 30 := rfl

theorem step30 (a : Nat) : a + 30 + 1 = a + 31 := rfl

theorem step31 (a : Nat) : a + 31 + 1 = a + 32 := rfl

theorem step32 (a : Nat) : a + 32 + 1 = a + 33 := rfl

theorem step33 (a : Nat) : a + 33 + 1 = a + 34 := rfl

theorem step34 (a : Nat) : a + 34 + 1 = a + 35 := rfl

theorem step35 (a : Nat) : a + 35 + 1 = a + 36 := rfl

theorem step36 (a : Nat) : a + 36 + 1 = a + 37 := rfl

theorem step37 (a : Nat) : a + 37 + 1 = a + 38 := rfl

theorem step38 (a : Nat) : a + 38 + 1 = a + 39 := rfl

theorem step39 (a : Nat) : a + 39 + 1 = a + 40 := rfl

theorem step40 (a : Nat) : a + 40 + 1 = a + 41 := rfl

theorem step41 (a : Nat) : a + 41 + 1 = a + 42 := rfl

theorem step42 (a : Nat) : a + 42 + 1 = a + 43 := rfl

theorem step43 (a : Nat) : a + 43 + 1 = a + 44 := rfl

theorem step44 (a : Nat) : a + 44 + 1 = a + 45 := rfl

theorem step45 (a : Nat) : a + 45 + 1 = a + 46 := rfl

theorem step46 (a : Nat) : a + 46 + 1 = a + 47 := rfl

theorem step47 (a : Nat) : a + 47 + 1 = a + 48 := rfl

theorem step48 (a : Nat) : a + 48 + 1 = a + 49 := rfl

theorem step49 (a : Nat) : a + 49 + 1 = a + 50 := rfl

theorem step50 (a : Nat) : a + 50 + 1 = a + 51 := rfl

theorem step51 (a : Nat) : a + 51 + 1 = a + 52 := rfl

theorem step52 (a : Nat) : a + 52 + 1 = a + 53 := rfl

theorem step53 (a : Nat) : a + 53 + 1 = a + 54 := rfl

theorem step54 (a : Nat) : a + 54 + 1 = a + 55 := rfl

theorem step55 (a : Nat) : a + 55 + 1 = a + 56 := rfl

theorem step56 (a : Nat) : a + 56 + 1 = a + 57 := rfl

theorem step57 (a : Nat) : a + 57 + 1 = a + 58 := rfl

theorem step58 (a : Nat) : a + 58 + 1 = a + 59 := rfl

theorem step59 (a : Nat) : a + 59 + 1 = a + 60 := rfl

theorem target (a : Nat) : a + 59 + 1 = a + 60 := step59 a
