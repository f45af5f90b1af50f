"""Expressions as LaTeX and as readable text: every head has a form, brackets keep the meaning, KaTeX takes it all."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from support.formulas.generator import DECLARED, SCOPE, Generator

from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.kernel.expr import MAX_NESTING, Expr, Head, Node, Sym, Type, node, walk_expr
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.printing.latex import latex, letter
from verifier.language.printing.plain import plain
from verifier.report.html.katex import FOLDER, SCRIPT, katex

NAMES = {"y": Declared(Type.REAL), "a": Declared(Type.REAL), "b": Declared(Type.REAL), "B": Declared(Type.MATRIX)}
WIDER = Scope({**DECLARED, **NAMES, "all_boxes": Declared(Type.COUNT), "alpha_2": Declared(Type.REAL)})

EACH = [
    ("x + y - 3", "x + y - 3", "x + y - 3"),
    ("x - (y - 3)", "x - (y - 3)", r"x - \left(y - 3\right)"),
    ("2*x/y", "2·x/y", r"\frac{2 \cdot x}{y}"),
    ("x/(2*y)", "x/(2·y)", r"\frac{x}{2 \cdot y}"),
    ("n // 3 == n % 4", "⌊n/3⌋ = n mod 4", r"\left\lfloor \frac{n}{3} \right\rfloor = n \bmod 4"),
    ("mod(n, 4) + 1 > 0", "(n mod 4) + 1 > 0", r"\left(n \bmod 4\right) + 1 > 0"),
    ("-x**2", "-x²", "-x^{2}"),
    ("(-x)**2", "(-x)²", r"\left(-x\right)^{2}"),
    ("x**-2 * y**n * a**b", "x⁻²·yⁿ·a^b", r"x^{-2} \cdot y^{n} \cdot a^{b}"),
    ("(x**y)**2", "(x^y)²", r"\left(x^{y}\right)^{2}"),
    ("(x/y)**(n + 1)", "(x/y)^(n + 1)", r"\left(\frac{x}{y}\right)^{n + 1}"),
    ("x + -y", "x + (-y)", r"x + \left(-y\right)"),
    ("-(x + y)", "-(x + y)", r"-\left(x + y\right)"),
    ("x*(-2)", "x·(-2)", r"x \cdot \left(-2\right)"),
    ("x == 0.50", "x = 0.50", "x = 0.50"),
    ("x != y", "x ≠ y", r"x \ne y"),
    ("1 < x <= 3", "1 < x ≤ 3", r"1 < x \le 3"),
    ("x > y and x >= 3", "x > y and x ≥ 3", r"x > y \;\text{and}\; x \ge 3"),
    ("about(x, 2.33, 2)", "x ≈ 2.33 (to 2 places)", r"x \approx 2.33 \;\text{(}2\text{ places)}"),
    (
        "(x == 1 or y == 2) and rains",
        "(x = 1 or y = 2) and rains",
        r"\left(x = 1 \;\text{or}\; y = 2\right) \;\text{and}\; \mathit{rains}",
    ),
    ("not x == 1", "not (x = 1)", r"\lnot \left(x = 1\right)"),
    ("not divides(2, n)", "2 ∤ n", r"2 \nmid n"),
    ("x not in {1, 2}", "x ∉ {1, 2}", r"x \notin \left\{1, 2\right\}"),
    ("not is_int(x)", "x ∉ ℤ", r"x \notin \mathbb{Z}"),
    ("not congruent(n, 1, 3)", "n ≢ 1 (mod 3)", r"n \not\equiv 1 \pmod{3}"),
    ("Implies(x == 1, y == 2)", "x = 1 ⟹ y = 2", r"x = 1 \implies y = 2"),
    ("Iff(rains, False)", "rains ⟺ false", r"\mathit{rains} \iff \text{false}"),
    (
        "y == If(x > 0, x, -x)",
        "y = (x if x > 0, else -x)",
        r"y = \begin{cases} x & \text{if } x > 0 \\ -x & \text{otherwise} \end{cases}",
    ),
    ("True", "true", r"\text{true}"),
    ("limit(1/x, x, oo) == 0", "lim[x → ∞] 1/x = 0", r"\lim_{x \to \infty} \frac{1}{x} = 0"),
    ('limit(x, x, 0, "-")', "lim[x → 0⁻] x", r"\lim_{x \to 0^{-}} x"),
    ('limit(x, x, 0, "+")', "lim[x → 0⁺] x", r"\lim_{x \to 0^{+}} x"),
    ("sqrt(x)**2", "(√x)²", r"\sqrt{x}^{2}"),
    ("sqrt(x + 1)", "√(x + 1)", r"\sqrt{x + 1}"),
    ("root(x, 3)", "³√x", r"\sqrt[3]{x}"),
    ("root(x, y)", "root(x, y)", r"\sqrt[y]{x}"),
    ("abs(x - abs(y))", "abs(x - |y|)", r"\left|x - \left|y\right|\right|"),
    ("exp(x) + ln(y)", "exp(x) + ln(y)", r"\exp\left(x\right) + \ln\left(y\right)"),
    ("log(x, 2) + log(x, y)", "log₂(x) + log(x, y)", r"\log_{2}\left(x\right) + \log_{y}\left(x\right)"),
    ("sin(x) + cos(x)", "sin(x) + cos(x)", r"\sin\left(x\right) + \cos\left(x\right)"),
    ("tan(x)", "tan(x)", r"\tan\left(x\right)"),
    ("asin(x) + acos(x)", "arcsin(x) + arccos(x)", r"\arcsin\left(x\right) + \arccos\left(x\right)"),
    ("atan(2*pi)", "arctan(2·π)", r"\arctan\left(2 \cdot \pi\right)"),
    ("re(z) + im(z)", "Re(z) + Im(z)", r"\operatorname{Re}\left(z\right) + \operatorname{Im}\left(z\right)"),
    ("conj(z) + arg(z)", "conj(z) + arg(z)", r"\overline{z} + \arg\left(z\right)"),
    ("floor(x) + ceil(x)", "⌊x⌋ + ⌈x⌉", r"\left\lfloor x \right\rfloor + \left\lceil x \right\rceil"),
    ("min(x, y) + max(x, y)", "min(x, y) + max(x, y)", r"\min\left(x, y\right) + \max\left(x, y\right)"),
    ("gcd(n, 6) + lcm(n, 6)", "gcd(n, 6) + lcm(n, 6)", r"\gcd\left(n, 6\right) + \operatorname{lcm}\left(n, 6\right)"),
    ("factorial(n)**2", "(n!)²", r"\left(n!\right)^{2}"),
    ("factorial(n + 1)", "(n + 1)!", r"\left(n + 1\right)!"),
    ("inverse_mod(n, 7)", "inverse_mod(n, 7)", r"\operatorname{inverse\_mod}\left(n, 7\right)"),
    ("binomial(n, 2)", "binomial(n, 2)", r"\binom{n}{2}"),
    ("digit_sum(n)", "digit_sum(n)", r"\operatorname{digit\_sum}\left(n\right)"),
    ("num_divisors(n)", "num_divisors(n)", r"\operatorname{num\_divisors}\left(n\right)"),
    ("digit(n, 0)", "digit(n, 0)", r"\operatorname{digit}\left(n, 0\right)"),
    ('numeral("1011", 2)', "1011₂", r"\mathtt{1011}_{2}"),
    ("divides(2, n)", "2 ∣ n", r"2 \mid n"),
    ("congruent(n, 1, 3)", "n ≡ 1 (mod 3)", r"n \equiv 1 \pmod{3}"),
    ("is_int(x)", "x ∈ ℤ", r"x \in \mathbb{Z}"),
    ("is_prime(n)", "n is prime", r"n \;\text{is prime}"),
    ("2*Sum(i**2, i, 1, n)", "2·(∑[i = 1…n] i²)", r"2 \cdot \left(\sum_{i=1}^{n} i^{2}\right)"),
    ("x + Sum(i + 1, i, 1, n)", "x + ∑[i = 1…n] (i + 1)", r"x + \sum_{i=1}^{n} \left(i + 1\right)"),
    ("Prod(i, i, 1, n)", "∏[i = 1…n] i", r"\prod_{i=1}^{n} i"),
    (
        "count_of(divides(i, n), i, 1, n)",
        "#{i ∈ {1, …, n} : i ∣ n}",
        r"\#\left\{i \in \left\{1, \dots, n\right\} : i \mid n\right\}",
    ),
    (
        "count_of(count_of(i < j, j, 1, n), i, 1, n)",
        "∑[i = 1…n] #{j ∈ {1, …, n} : i < j}",
        r"\sum_{i=1}^{n} \#\left\{j \in \left\{1, \dots, n\right\} : i < j\right\}",
    ),
    ("ForAll(n in Int, divides(2, n**2))", "∀ n ∈ ℤ: 2 ∣ n²", r"\forall\, n \in \mathbb{Z}:\; 2 \mid n^{2}"),
    (
        "Exists((a in Real, b in Real, k in Pos, t in Undeclared), a == b + k*t)",
        "∃ a, b ∈ ℝ, k ∈ ℕ₊, t: a = b + k·t",
        r"\exists\, a, b \in \mathbb{R},\; k \in \mathbb{N}_{+},\; t:\; a = b + k \cdot t",
    ),
    ("[x, 2] == P", "[x, 2] = P", r"\left[x, 2\right] = P"),
    ("(x, 2) == P", "(x, 2) = P", r"\left(x, 2\right) = P"),
    ("{} | {1} & S == S", "∅ ∪ {1} ∩ S = S", r"\varnothing \cup \left\{1\right\} \cap S = S"),
    (
        "{k**2 for k in NonNeg if k < 5}",
        "{k² : k ∈ ℕ₀, k < 5}",
        r"\left\{k^{2} : k \in \mathbb{N}_{0},\; k < 5\right\}",
    ),
    ("{2*k for k in Int}", "{2·k : k ∈ ℤ}", r"\left\{2 \cdot k : k \in \mathbb{Z}\right\}"),
    ("len({k for k in Int if k < 5})", "#{k ∈ ℤ : k < 5}", r"\#\left\{k \in \mathbb{Z} : k < 5\right\}"),
    ("x in S", "x ∈ S", r"x \in S"),
    (
        "solves(x in Real, [2, -2], x**2 == 4)",
        "{x ∈ ℝ : x² = 4} = {2, -2}",
        r"\left\{x \in \mathbb{R} : x^{2} = 4\right\} = \left\{2, -2\right\}",
    ),
    (
        "solves((x in Real, y in Rat), [], x == y)",
        "{(x, y) : x ∈ ℝ, y ∈ ℚ, x = y} = ∅",
        r"\left\{\left(x, y\right) : x \in \mathbb{R},\; y \in \mathbb{Q},\; x = y\right\} = \varnothing",
    ),
    ("num_solutions(x in Complex, x**2 == 4)", "#{x ∈ ℂ : x² = 4}", r"\#\left\{x \in \mathbb{C} : x^{2} = 4\right\}"),
    (
        "is_max(4, x*y, (x in Real, y in Real), x + y == 4)",
        "4 = max {x·y : x, y ∈ ℝ, x + y = 4}",
        r"4 = \max \left\{x \cdot y : x, y \in \mathbb{R},\; x + y = 4\right\}",
    ),
    ("is_min(0, x**2, x in Real, True)", "0 = min {x² : x ∈ ℝ}", r"0 = \min \left\{x^{2} : x \in \mathbb{R}\right\}"),
    ("diff(x**2, x)", "d/dx (x²)", r"\frac{d}{dx}\left(x^{2}\right)"),
    ("diff(x**2, x, 2)", "d^2/dx^2 (x²)", r"\frac{d^{2}}{dx^{2}}\left(x^{2}\right)"),
    ("integral(x + 1, x)", "∫ (x + 1) dx", r"\int \left(x + 1\right) \,dx"),
    ("integral(t, t, 0, x)", "∫[0…x] t dt", r"\int_{0}^{x} t \,dt"),
    ("degree(x**2, x)", "degree(x², x)", r"\deg_{x}\left(x^{2}\right)"),
    ("coeff(x**2, x, n)", "coeff(x², x, n)", r"[x^{n}]\left(x^{2}\right)"),
    (
        "divides_poly(x - 1, x**2 - 1, x)",
        "x - 1 ∣ x² - 1 in ℂ[x]",
        r"x - 1 \mid x^{2} - 1 \;\text{in } \mathbb{C}[x]",
    ),
    ("Matrix([[1, 2], [3, x]])", "[1, 2; 3, x]", r"\begin{pmatrix} 1 & 2 \\ 3 & x \end{pmatrix}"),
    ("Vector([1, x])", "[1; x]", r"\begin{pmatrix} 1 \\ x \end{pmatrix}"),
    ("det(A*B)", "det(A·B)", r"\det\left(A \cdot B\right)"),
    ("transpose(A + B)", "(A + B)ᵀ", r"\left(A + B\right)^{\mathsf{T}}"),
    ("inverse(A)", "A⁻¹", "A^{-1}"),
    ("dot(A, B)", "⟨A, B⟩", r"\left\langle A, B \right\rangle"),
    ("cross(A, A + B)", "A × (A + B)", r"A \times \left(A + B\right)"),
    ("norm(A)", "‖A‖", r"\left\lVert A \right\rVert"),
    ("mean([x, 2])", "mean(x, 2)", r"\mathit{mean}\left(x, 2\right)"),
    ("median(P)", "median(P)", r"\mathit{median}\left(P\right)"),
    ("variance(P)", "variance(P)", r"\mathit{variance}\left(P\right)"),
    ("f(x)**2", "f(x)²", r"f\left(x\right)^{2}"),
    ("all_boxes == alpha_2", "all_boxes = alpha_2", r"\mathit{all\_boxes} = \alpha_{2}"),
    ("e**(I*pi)", "e^(i·π)", r"\mathrm{e}^{\mathrm{i} \cdot \pi}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "readable", "tex"), EACH, ids=[text for text, *_ in EACH])
def test_an_expression_is_written_with_the_brackets_that_it_needs(text: str, readable: str, tex: str) -> None:
    expr = parse(text, WIDER)
    assert (plain(expr), latex(expr)) == (readable, tex)


def test_every_head_of_the_language_is_among_these() -> None:
    every = [part for text, *_ in EACH for part in walk_expr(parse(text, WIDER))]
    shown = {part.head for part in every if isinstance(part, Node)}
    assert set(Head) - shown == {Head.PERCENT, Head.APPROX}


def test_a_name_can_hold_no_command() -> None:
    assert [letter(name) for name in ("x", "lambda_", "x_10", "r_max", "xi2", "a_b_c")] == [
        *("x", r"\lambda", "x_{10}", r"r_{\mathit{max}}", r"\mathit{xi2}", r"a_{\mathit{b\_c}}"),
    ]
    assert letter(r"x\href{y}$") == r"\mathit{x\_href\_y\_\_}"


def test_the_deepest_expression_is_written() -> None:
    deep: Expr = Sym("x")
    for _ in range(MAX_NESTING - 2):
        deep = node(Head.NEG, node(Head.SQRT, deep)) if deep == Sym("x") else node(Head.SQRT, deep)
    assert plain(deep).count("√") == latex(deep).count(r"\sqrt") == MAX_NESTING - 2


READABLE = """
const katex = require(process.argv[1]);
let failed = [];
for (const tex of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  try { katex.renderToString(tex, { throwOnError: true, strict: "error", maxExpand: 200 }); }
  catch (error) { failed.push([tex, String(error)]); }
}
console.log(JSON.stringify(failed));
"""


def test_katex_typesets_random_expressions_and_each_head() -> None:
    node_js = shutil.which("node")
    if node_js is None:
        pytest.skip("no Node on PATH")
    try:
        katex()
    except (LeanUnavailable, OSError) as error:
        pytest.skip(f"KaTeX cannot be had here: {error}")
    generator = Generator(20)
    wanted = [latex(generator.expression(5)[0]) for _ in range(300)] + [latex(parse(text, WIDER)) for text, *_ in EACH]
    done = subprocess.run(
        [node_js, "-e", READABLE, str(cache.cache_root() / FOLDER / SCRIPT)],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert json.loads(done.stdout) == []


def test_readable_text_of_random_expressions_tells_them_apart() -> None:
    generator, seen = Generator(21), dict[str, Expr]()
    for _ in range(2000):
        expr = generator.expression(3)[0]
        assert "@" not in plain(expr) and latex(expr).count("{") == latex(expr).count("}")
        seen.setdefault(plain(expr), expr)
    assert len(seen) > 1000 and SCOPE.declared
