import Lean
open Lean
def evil : Lean.Syntax := .node .none `Lean.Parser.Tactic.tacticSeq #[]
theorem help (h : autoParam False evil) : False := h
theorem target : False := help
