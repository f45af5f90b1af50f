-- why: a declaration put into the environment by hand
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Lean
open Lean in
run_cmd do
  let declaration := Declaration.thmDecl { name := `helper, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro }
  modifyEnv fun env => (env.addDeclCore 0 declaration none (doCheck := false)).toOption.getD env
theorem target (n : Nat) : n * n = n := helper.elim
