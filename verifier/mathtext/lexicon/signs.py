"""The signs that the scanner knows: characters and LaTeX commands, each with the kind of token it makes."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a token is."""

    NUM = "numeral"
    WORD = "word"
    SYM = "letter"
    OP = "operator"
    REL = "relation"
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    CMD = "command"
    MONEY = "currency sign"
    PUNCT = "punctuation"
    BREAK = "line break"
    LINK = "implication"
    CALC = "calculator bracket"
    BAD = "unknown"


OPS = {"+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "·": "*", "∙": "*", "⋅": "*", "∗": "*", "/": "/", "÷": "/",
        "⁄": "/", "^": "^", "!": "!", "%": "%", "√": "sqrt", "_": "_", "|": "|", "°": "°", "±": "±",
        "∓": "∓"}  # fmt: skip
RELS = {"=": "=", "≠": "≠", "<": "<", "≤": "≤", "⩽": "≤", ">": ">", "≥": "≥", "⩾": "≥", "≈": "≈", "≡": "≡", "∣": "∣"}
ARROWS = {"⇒": "=>", "→": "=>", "∴": "=>", "⟹": "=>", "⇔": "<=>", "⟺": "<=>"}
CHECK_MARKS = frozenset("✓✔✅☑🗸")  # what stands before one is said to be right, and ended
MONEY = {"£": "gbp", "€": "eur", "₹": "inr", "¥": "jpy"}
SINGLE = {
    **{c: (Kind.LINK, text) for c, text in ARROWS.items()},
    **{c: (Kind.REL, text) for c, text in RELS.items()},
    **{c: (Kind.OP, text) for c, text in OPS.items()},
    **{c: (Kind.MONEY, text) for c, text in MONEY.items()},
    **{c: (Kind.OPEN, c) for c in "⌊⌈"},
    **{c: (Kind.CLOSE, c) for c in "⌋⌉"},
    **{"∠": (Kind.CMD, "∠"), "…": (Kind.BAD, "...")},
}
"""Characters that make one token, whatever stands beside them, unless they begin a longer sign."""
SUPER = {"²": 2, "³": 3, "⁰": 0, "¹": 1, "⁴": 4, "⁵": 5, "⁶": 6, "⁷": 7, "⁸": 8, "⁹": 9}
FUNCTIONS = frozenset(("sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "lg", "exp", "gcd", "lcm", "max", "min"))
LISTS = frozenset(
    ("gcd", "lcm", "max", "min", "GCD", "LCM", "C", "P", "f", "g", "h")
)  # names before a list in brackets
GREEK = frozenset(
    ("alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa",
     "lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega")
)  # fmt: skip
COMMANDS = {name: (Kind.CMD, name) for name in FUNCTIONS} | {name: (Kind.SYM, name) for name in GREEK} | {
    "times": (Kind.OP, "*"), "cdot": (Kind.OP, "*"), "div": (Kind.OP, "/"), "%": (Kind.OP, "%"),
    "circ": (Kind.OP, "°"), "degree": (Kind.OP, "°"),
    "le": (Kind.REL, "≤"), "leq": (Kind.REL, "≤"), "leqslant": (Kind.REL, "≤"), "ge": (Kind.REL, "≥"),
    "geq": (Kind.REL, "≥"), "geqslant": (Kind.REL, "≥"), "lt": (Kind.REL, "<"), "gt": (Kind.REL, ">"),
    "ne": (Kind.REL, "≠"), "neq": (Kind.REL, "≠"), "approx": (Kind.REL, "≈"), "Rightarrow": (Kind.LINK, "=>"),
    "implies": (Kind.LINK, "=>"), "therefore": (Kind.LINK, "=>"), "iff": (Kind.LINK, "<=>"),
    "Leftrightarrow": (Kind.LINK, "<=>"), "Longrightarrow": (Kind.LINK, "=>"), "frac": (Kind.CMD, "frac"),
    "dfrac": (Kind.CMD, "frac"), "tfrac": (Kind.CMD, "frac"), "cfrac": (Kind.CMD, "frac"), "sqrt": (Kind.CMD, "sqrt"),
    "boxed": (Kind.CMD, "boxed"), "pi": (Kind.SYM, "π"), "$": (Kind.MONEY, "usd"), "pounds": (Kind.MONEY, "gbp"),
    "{": (Kind.BAD, "{"), "}": (Kind.BAD, "}"), "lvert": (Kind.OPEN, "|"), "rvert": (Kind.CLOSE, "|"),
    "pm": (Kind.OP, "±"), "mp": (Kind.OP, "∓"), "equiv": (Kind.REL, "≡"), "mid": (Kind.REL, "∣"),
    "nmid": (Kind.REL, "∤"), "lfloor": (Kind.OPEN, "⌊"), "rfloor": (Kind.CLOSE, "⌋"), "lceil": (Kind.OPEN, "⌈"),
    "rceil": (Kind.CLOSE, "⌉"), "pmod": (Kind.CMD, "mod"), "bmod": (Kind.CMD, "mod"), "mod": (Kind.CMD, "mod"),
    "sum": (Kind.CMD, "sum"), "prod": (Kind.CMD, "prod"), "angle": (Kind.CMD, "∠"), "dots": (Kind.BAD, "..."),
    "ldots": (Kind.BAD, "..."), "cdots": (Kind.BAD, "..."), "dotsb": (Kind.BAD, "..."), "dotsc": (Kind.BAD, "..."),
    "measuredangle": (Kind.CMD, "∠"), "Delta": (Kind.SYM, "Delta"), "ell": (Kind.SYM, "ell"),
    "#": (Kind.BAD, "#"), "&": (Kind.BAD, "&"), "binom": (Kind.CMD, "binom"), "dbinom": (Kind.CMD, "binom"),
    "det": (Kind.CMD, "det"), "lim": (Kind.CMD, "lim"), "int": (Kind.CMD, "int"),
}  # fmt: skip
BLANK = {",", ";", "!", ":", " ", "quad", "qquad", "displaystyle", "textstyle", "limits", "hfill", "hspace", "newpage",
          "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "nonumber", "hline", "left",
          "right", "middle", "allowbreak", "enspace", "thinspace"}  # fmt: skip
TEXT = {"text", "textbf", "textit", "textrm", "mbox", "emph", "textnormal", "texttt"}
FONT = {"mathrm", "mathbf", "mathit", "mathsf", "operatorname", "mathnormal", "bf", "rm"}
LETTERS = {"π": "π", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "θ": "theta", "λ": "lambda",
           "μ": "mu", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "ψ": "psi", "ω": "omega", "Δ": "Delta",
           "ζ": "zeta", "η": "eta", "κ": "kappa", "ν": "nu", "ξ": "xi", "χ": "chi"}  # fmt: skip
MATRICES = frozenset({"pmatrix", "bmatrix", "vmatrix"})
ENVIRONMENTS = frozenset(
    (
        "align",
        "align*",
        "aligned",
        "equation",
        "equation*",
        "gather",
        "gather*",
        "gathered",
        "split",
        "eqnarray",
        "eqnarray*",
        "displaymath",
        "math",
    )
)
FRACTIONS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
             "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}  # fmt: skip
