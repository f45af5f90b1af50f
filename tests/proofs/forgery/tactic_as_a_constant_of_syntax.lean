-- why: the tactic of an automatic argument is a constant that was put together by hand
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
open Lean
def evil : Lean.Syntax := .node .none `Lean.Parser.Tactic.tacticSeq #[]
theorem help (h : autoParam False evil) : False := h
theorem target : False := help
