def read : IO String := IO.FS.readFile "/etc/passwd"
theorem target : False := trivial
