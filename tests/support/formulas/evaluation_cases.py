"""Formulas of the language with their truth, written from mathematics: at x = 3, y = -4, h = 1/2, n = 12, p true, q
false. T: true. F: false. N: neither, for something in it is undefined. U: not told by the evaluator."""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.expr import Type
from verifier.language.expressions.scope import Declared, Scope

_NUMBERS = {name: Declared(Type.REAL) for name in ("x", "y", "h", "unknown")}
_OTHERS = {"A": Declared(Type.MATRIX), "f": Declared(Type.FUNCTION, (Type.REAL,)), "n": Declared(Type.INT)}
SCOPE = Scope({**_NUMBERS, **_OTHERS, **{name: Declared(Type.BOOL) for name in "pq"}})
POINT = {"x": Fraction(3), "y": Fraction(-4), "h": Fraction(1, 2), "n": Fraction(12), "p": True, "q": False}

TRUE = """
pi > 3
sqrt(2) < 2
ln(2) > 0
log(3, 2) > 1
sin(1) > 0
p and pi > 3
q or pi > 3
Iff(p, pi > 3)
If(pi > 3, 1, 1) == 1
floor(sqrt(2)*10) == 14
ceil(ln(10)) == 3
sqrt(2) != 3/2
I*I == -1
I**3 == -I and I**-1 == -I and I**0 == 1
(3 + 4*I)/(1 - 2*I) == -1 + 2*I
conj(3 - I) == 3 + I
re(2*I + x) == 3 and im(2*I + x) == 2
abs(3 + 4*I) == 5
(1 + I)**8 == 16
x + I != 3
1 + 2 == 3
0.1 + 0.2 == 0.3
0.50 == 1/2
x + y == -1
x*y == -12
x**2 == 9
y**3 == -64
(-2)**3 == -8
2**-3 == 1/8
4**(1/2) == 2
8**(2/3) == 4
0**(1/2) == 0
h**-1 == 2
7//2 == 3
(-7)//2 == -4
7//(-2) == -4
3.5//0.5 == 7
7 % 3 == 1
(-7) % 3 == 2
mod(-1, 5) == 4
mod(10, 5) == 0
sqrt(9/4) == 3/2
sqrt(0) == 0
root(9, 2) == 3
root(27, 3) == 3
root(-8, 3) == -2
root(-1/32, 5) == -1/2
root(16, 4) == 2
abs(y) == 4
-y == 4
exp(0) == 1
ln(1) == 0
log(8, 2) == 3
log(1/8, 2) == -3
log(4, 8) == 2/3
log(9/4, 2/3) == -2
log(1, 7) == 0
log(10**20, 10) == 20
sin(0) == 0 and cos(0) == 1 and tan(0) == 0
asin(0) == 0 and acos(1) == 0 and atan(0) == 0
re(x) == 3 and im(x) == 0 and conj(x) == 3 and arg(x) == 0
floor(-1/2) == -1
ceil(-1/2) == 0
floor(7/2) == 3 and ceil(7/2) == 4
min(x, y, 0) == -4
max(x, y, 0) == 3
gcd(12, 18) == 6
inverse_mod(3, 7) == 5 and inverse_mod(-3, 7) == 2 and inverse_mod(4, 1) == 0
gcd(12, 18, 27) == 3
gcd(0, 5) == 5
gcd(-12, 18) == 6
lcm(4, 6) == 12
lcm(2, 3, 5) == 30
factorial(0) == 1
factorial(5) == 120
binomial(5, 2) == 10
binomial(2, 5) == 0
binomial(0, 0) == 1
digit_sum(987) == 24
digit_sum(0) == 0
num_divisors(12) == 6
num_divisors(1) == 1
num_divisors(10**12) == 169
digit(987, 0) == 7
digit(987, 2) == 9
digit(987, 5) == 0
numeral("1011", 2) == 11
numeral("ff", 16) == 255
numeral("0b1", 16) == 177
divides(3, n)
divides(-3, n)
divides(0, 0)
divides(5, 0)
not divides(0, 5)
congruent(17, 5, 12)
congruent(-1, 4, 5)
is_int(6/3)
not is_int(h)
is_prime(2)
is_prime(97)
is_prime(2**61 - 1)
not is_prime(1)
not is_prime(0)
not is_prime(-7)
not is_prime(7/2)
not is_prime(91)
about(2/3, 0.67, 2)
about(0.125, 0.13, 2)
about(5, 5, 0)
not about(2/3, 0.65, 2)
not about(1/3, 0.5, 1)
x > y
x >= 3
y < 0 and 0 < x
1 < x < 4
x != y
p or q
not q
Implies(q, p)
Implies(q, q)
Iff(p, not q)
p == True
p != q
If(p, x, y) == 3
If(q, 1/0, 5) == 5
1/0 == 1 or p
p or pi > 3
q and pi > 3 or p
not (q and pi > 3)
Implies(q, sqrt(2) > 1)
Implies(pi > 3, p)
Implies(1/0 == 1, p)
Sum(k, k, 1, 100) == 5050
Sum(k**2, k, 1, 10) == 385
Sum(k, k, 5, 4) == 0
Sum(1/(k*(k + 1)), k, 1, 9) == 9/10
Prod(k, k, 1, 5) == factorial(5)
Prod(k, k, 3, 1) == 1
count_of(divides(3, k), k, 1, 100) == 33
count_of(is_prime(k), k, 1, 30) == 10
count_of(k > 5, k, 9, 1) == 0
count_of(count_of(a < b, a, 1, 3), b, 1, 3) == 3
Sum(Sum(a*b, a, 1, b), b, 1, 3) == 25
ForAll(k in Int, Implies(1 <= k and k <= 20, Sum(j, j, 1, k) == k*(k + 1)/2))
ForAll(k in Pos, Implies(k < 1, k == 7))
ForAll(k in NonNeg, Implies(k <= 3, k**2 <= 9))
ForAll((a in Int, b in Int), Implies(0 <= a and a < b and b <= 6, a + b <= 11))
ForAll(k in Int, Implies(0 <= k, Implies(k <= 5, k < 6)))
ForAll(k in Int, Implies(is_int(k) and 0 < k and k < 3, divides(k, 2)))
ForAll(t, Implies(is_int(t) and 0 < t and t < 3, divides(t, 2)))
ForAll(t, (t + 1)**2 == t**2 + 2*t + 1)
ForAll(t in Real, t**2 + 1 != 0)
ForAll(t in Rat, t**2 != 2)
Exists(k in Pos, k**2 == 49)
Exists((a in Pos, b in Pos), a*b == 12 and a + b == 7)
Exists(t in Real, t**2 == 2)
Exists(t in Complex, t**2 == -1)
Exists(t, t**2 == 4)
Exists(t in Real, t**2 == 4 and t < 0)
not Exists(t in Real, t**2 == -1)
not Exists(t in Rat, t**2 == 2)
not Exists(k in Int, 0 < k and k < 1)
not Exists(k in NonNeg, 2*k == 7)
{1, 2, 2} == {2, 1}
{1} != {1, 2}
2 in {1, 2, 3}
not (4 in {1, 2, 3})
1/2 in [0.5, 1]
len({1, 2, 2}) == 2
len([1, 2, 2]) == 3
len({}) == 0
({1, 2} | {2, 3}) == {1, 2, 3}
({1, 2} & {2, 3}) == {2}
(1, 2) == (1.0, 4/2)
(1, 2) in {(1, 2), (2, 1)}
(1, 2) != (2, 1)
{k**2 for k in Int if -2 <= k and k <= 2} == {0, 1, 4}
{t for t in Real if t**2 == 9} == {3, -3}
{t for t in Int if 2*t**2 - 5*t + 2 == 0} == {2}
{t for t in Rat if t**3 == t**2} == {0, 1}
3 in {t for t in Real if t**2 == 9}
x in {2*k + 1 for k in Int if 0 <= k and k <= 3}
len({k for k in Int if 0 < k and k < 10 and is_prime(k)}) == 4
len({t for t in Real if t**3 == 1}) == 1
len({t for t in Complex if t**3 == 1}) == 3
num_solutions(k in Pos, divides(k, 12)) == 6
num_solutions((a in NonNeg, b in NonNeg), 2*a + 3*b == 12) == 3
num_solutions((a in Pos, b in Pos), a*b == 12) == 6
num_solutions((a in Pos, b in Pos), a**2 + b**2 == 25) == 2
num_solutions((a in Int, b in Int), abs(a) == 1 and a == b and -2 <= a and a <= 2) == 2
num_solutions(t in Real, t**2 == 2) == 2
num_solutions(t in Real, t**4 == 16) == 2
num_solutions(t in Complex, t**4 == 16) == 4
num_solutions(t in Real, (t - 1)**3 == 0) == 1
num_solutions(t in Real, t**5 - t - 1 == 0) == 1
num_solutions(t, t**2 == 5) == 2
num_solutions(t in Int, t**2 == 5) == 0
num_solutions(t, 1/t == 0) == 0
num_solutions(t, (t**2 - 1)/(t - 1) == 0) == 1
num_solutions(t in Real, 1 == 2) == 0
solves(t in Real, [3, -3], t**2 == 9)
solves(t, [3, -3, 3], t**2 == 9)
solves(t, {-3, 3}, t**2 == 9)
solves(t in Real, [2], t**3 == 8)
solves(t in Pos, [3], t**2 == 9)
solves(t in Real, [], t**2 == -1)
solves(t in Real, [3], t**2 == 9 and t > 0)
solves(t in Real, [1, 2], t == 1 or t == 2)
solves(t in Real, [2], (t - 2)*(t - 1)/(t - 1) == 0)
solves(t in Real, [1, -1], t**2 == 1 and t != 5)
solves(t in Real, [-1], t**2 == 1 and t != 1)
solves(t in Real, [1], t**2 == 1 and t**3 == 1)
solves(k in Pos, [1, 2, 3, 6], divides(k, 6))
solves(t, [5/2], 2*t == 5)
solves(t in Int, [], 2*t == 5)
solves((a in Pos, b in Pos), [(1, 6), (2, 5), (3, 4)], a + b == 7 and a < b)
not solves(t in Real, [3], t**2 == 9)
not solves(t in Real, [3, 4], t**2 == 9)
not solves(t, [1], t**2 == 2)
not solves(t in Real, [1], t == t)
not solves(t in Real, [1, 2], (t - 1)*(t - 2)/(t - 1) == 0)
not solves(t in Pos, [3, -3], t**2 == 9)
not solves(t in Real, [0], sin(t) == 1/0)
is_max(16, a*b, (a in NonNeg, b in NonNeg), a + b == 8)
is_min(0, a*b, (a in NonNeg, b in NonNeg), a + b == 8)
is_max(7, k, k in Int, 0 < k and k < 8)
not is_max(8, k, k in Int, 0 < k and k < 8)
not is_max(6, k, k in Int, 0 < k and k < 8)
not is_min(0, k, k in Int, 0 < k and k < 0)
mean([1, 2, 6]) == 3
median([5, 1, 3]) == 3
median([4, 1, 3, 2]) == 5/2
variance([1, 2, 3]) == 2/3
variance([7]) == 0
Matrix([[1, 2], [3, 4]]) + Matrix([[1, 1], [1, 1]]) == Matrix([[2, 3], [4, 5]])
Matrix([[1, 2], [3, 4]])*Matrix([[0, 1], [1, 0]]) == Matrix([[2, 1], [4, 3]])
Matrix([[1, 2], [3, 4]])*Vector([1, 1]) == Vector([3, 7])
2*Vector([1, h]) == Vector([2, 1])
Vector([2, 4])/2 == Vector([1, 2])
-Vector([1, -2]) == Vector([-1, 2])
Matrix([[1, 1], [0, 1]])**5 == Matrix([[1, 5], [0, 1]])
Matrix([[2, 0], [0, 4]])**-1 == Matrix([[h, 0], [0, 1/4]])
Matrix([[1, 2], [3, 4]])**0 == Matrix([[1, 0], [0, 1]])
det(Matrix([[1, 2], [3, 4]])) == -2
det(Matrix([[2, 0, 0], [0, 3, 0], [5, 7, 4]])) == 24
transpose(Matrix([[1, 2, 3], [4, 5, 6]])) == Matrix([[1, 4], [2, 5], [3, 6]])
inverse(Matrix([[1, 2], [3, 4]])) == Matrix([[-2, 1], [3/2, -1/2]])
dot(Vector([1, 2, 3]), Vector([4, 5, 6])) == 32
cross(Vector([1, 0, 0]), Vector([0, 1, 0])) == Vector([0, 0, 1])
cross(Vector([1, 2, 3]), Vector([4, 5, 6])) == Vector([-3, 6, -3])
norm(Vector([3, 4])) == 5
degree(3*x**2 + x**5 - 1, x) == 5
degree((x - 1)**3, x) == 3
degree(7, x) == 0
coeff((x + 1)**5, x, 2) == 10
coeff((2*x - 3)**2, x, 1) == -12
coeff(x, x, 9) == 0
divides_poly(x - 1, x**2 - 1, x)
divides_poly(2*x, x**2, x)
divides_poly(x, 0*x, x)
not divides_poly(x - 2, x**2 - 1, x)
not divides_poly(0*x, x, x)
diff(x**2, x) == 6
diff(x**3, x, 2) == 18
diff(x**2*y, y) == 9
diff(1/x, x) == -1/9
diff((x/3)**2, x, 3) == 0
diff(5, x) == 0
ForAll(t, diff(t**3, t) == 3*t**2)
integral(x**2, x, 0, 3) == 9
integral(t**2, t, 3, 0) == -9
integral(t**3, t, -1, 1) == 0
limit((t**2 - 1)/(t - 1), t, 1) == 2
limit(t**2, t, 3) == 9
limit((3*t + 1)/(t - 2), t, oo) == 3
limit(1/t, t, -oo) == 0
limit((t**2 - 4)/(t - 2), t, 2, "+") == 4
"""

FALSE = """
log(2, (10**20 + 1)/10**20) == 5
sqrt(2) + sqrt(3) < 3
x + I == 3
(1 + I)**2 == 2
conj(I) == I
{1, I} == {1, -I}
1 + 1 == 3
0.33 == 1/3
x < y
x != 3
-2**2 == 4
2**3**2 == 64
7//2 == 4
(-7) % 3 == -1
sqrt(16) == -4
root(-8, 3) == 2
log(8, 2) == 4
floor(-1/2) == 0
gcd(12, 18) == 3
binomial(5, 2) == 20
divides(5, n)
divides(0, 5)
congruent(17, 5, 11)
is_prime(1)
is_prime(561)
is_int(7/2)
about(2/3, 0.6, 1) and about(2/3, 0.8, 1)
about(1, 2.5, 0)
about(1, 2, 0)
about(15, 14.99, 2)
p and q
Implies(p, q)
Iff(p, q)
q and 1/0 == 1
q and pi > 3
Sum(k, k, 1, 10) == 54
ForAll(k in Int, Implies(0 <= k and k <= 41, is_prime(k**2 + k + 41)))
ForAll(t in Real, t**2 == 2*t)
ForAll(t, t/t == 2)
ForAll(k in Int, Implies(0 < k and k < 3, k == 1))
Exists(k in Int, 1 < k and k < 10 and k**2 == 50)
Exists(t in Real, t**2 + 1 == 0)
4 in {1, 2, 3}
0 in {t for t in Real if 1/t == 1}
1/2 in {k for k in Int if 0 <= k}
{1, 2} == {1}
(1, 2) == (1, 3)
len({1, 1}) == 2
num_solutions(t in Real, t**2 == 0) == 2
solves(t in Real, [1, 2], t**2 == 1)
solves(t in Int, [1/2], 2*t == 1)
solves(t, [0], t/t == 1)
solves(k in Pos, [1, 2, 3], divides(k, 6))
is_min(1, k**2, k in Int, -2 <= k and k <= 2)
mean([1, 2]) == 2
variance([1, 2, 3]) == 1
Vector([1, 2]) == Vector([1, 3])
det(Matrix([[1, 2], [2, 4]])) == 1
divides_poly(x - 1, x**2 + 1, x)
diff(x**2, x) == 5
integral(x, x, 0, 2) == 4
limit((t**2 - 1)/(t - 1), t, 1) == 0
"""

NEITHER = """
I/(I - I) == 1
(I + 1)/(I*I + 1) == 1
1/0 == 1
1/0 != 1
1/0 == pi
pi < 1/0
0/0 == 0
x/(x - 3) == 0
0**0 == 1
0**-1 == 0
0**0 == 0**0
5//0 == 0
5 % 0 == 0
5 % -3 == -1
7/2 % 2 == 3/2
mod(7/2, 2) == 1
mod(7, 1/2) == 0
factorial(-1) == 1
factorial(1/2) == 1
binomial(-1, 2) == 1
binomial(5, -1) == 0
binomial(5/2, 1) == 5/2
gcd(1/2, 3) == 1
lcm(1/2, 3) == 1
ln(0) == 0
divides(1/2, 3)
divides(2, 3/2)
congruent(1, 2, 0)
congruent(1/2, 2, 3)
is_int(1/0)
about(0.125, 0.12, 1/0)
about(2/3, 0.66, 2)
about(4/3, 2, 0)
not (1/0 == 1)
1/0 == 1 and p
1/0 == 1 or q
Implies(p, 1/0 == 1)
Implies(1/0 == 1, q)
Iff(1/0 == 1, 1/0 == 1)
Iff(p, 1/0 == 1)
0*(1/0) == 0
If(1/0 == 1, 2, 2) == 2
If(p, 1/0, 2) == 2
min(1, 1/0) == 1
Sum(1/k, k, 0, 3) == 1
Prod(k/(k - 2), k, 1, 3) == 0
ForAll(k in Int, Implies(0 <= k and k <= 2, k/k == 1))
ForAll(t, t/t == 1)
ForAll(t in Real, 1/0 == t)
Exists(t, 1/t == 0)
Exists(k in Int, 0 <= k and k <= 1 and 1/k == 2)
1/0 in {1, 2}
1 in {1, 1/0}
{1/0} == {1}
len([1/0]) == 1
solves(t in Real, [1/0], t == 1)
is_max(1/0, k, k in Int, 0 < k and k < 3)
mean([]) == 0
median([]) == 0
Vector([1, 2]) + Vector([1, 2, 3]) == Vector([1, 2])
Vector([1, 2]) == Vector([1, 2, 3])
Matrix([[1, 2]])*Matrix([[1, 2]]) == Matrix([[1, 4]])
Vector([1, 2])*Vector([1, 2]) == Vector([1, 4])
det(Matrix([[1, 2]])) == 0
inverse(Matrix([[1, 2], [2, 4]])) == Matrix([[1, 2], [2, 4]])
Matrix([[0, 1], [0, 0]])**-1 == Matrix([[0, 1], [0, 0]])
Vector([1, 2])/0 == Vector([1, 2])
dot(Vector([1, 2]), Vector([1, 2, 3])) == 1
cross(Vector([1, 2]), Vector([1, 2])) == Vector([1, 2])
diff(1/(x - 3), x) == 0
diff(x**0, x) == 0 and x/0 == 1
"""

UNTOLD = """
sqrt(-1) == 1
sqrt(-4)**2 == -4
(-8)**(1/3) == -2
root(-4, 2) == 2
root(4, 1) == 4
root(8, 3/2) == 4
exp(1) == e
log(-8, 2) == 3
log(8, 1) == 3
acos(2) == 0
arg(y) == pi
arg(y) == 0
abs(1 + I) == 1
sqrt(I) == 1
I < 1
(1 + I)**(1/2) == 1
2**I == 1
floor(I) == 0
arg(I) == 0
max(I, 1) == 1
unknown == 1
A == A
digit_sum(-5) == 5
num_divisors(0) == 0
about(1, 1, -51)
Sum(k, k, 1, h) == 1
Sum(1/2**k, k, 1, oo) == 1
Sum(k, k, 1, 10**9) == 1
2**(2**100) == 1
factorial(10**6) == 1
count_of(1/k > 0, k, 0, 3) == 3
ForAll(k in Int, k**2 >= 0)
ForAll(t in Real, t**2 >= 0)
Exists(t, t**2 == -1)
Exists(k in Int, k**3 == 7 + k and sin(k) > 0)
1 in {k**3 - 2*k for k in Int}
{1/k for k in Int if 0 <= k and k < 3} == {1}
{t for t in Real if t**2 == 2} == {1}
num_solutions(t, t**2 == -1) == 0
num_solutions(t in Real, t == t) == 1
num_solutions(t in Real, t > 0) == 1
solves(t, [1], t**3 == 1)
solves(t in Real, [sqrt(2)], t**2 == 2)
solves((a, b), [(1, 2)], sin(a) == sin(1) and b == 2)
is_max(1, t, t in Real, t <= 1)
norm(Vector([1, 1])) > 1
norm(Matrix([[3, 4], [0, 0]])) == 5
degree(y*x**2, x) == 2
degree(0*x, x) == 0
degree((x**2 - 1)/(x - 1), x) == 1
degree(sin(x), x) == 1
coeff(x**2, x, -1) == 0
integral(x**2, x) == x**3/3
integral(1/t, t, 1, 2) == 1
integral(t, t, 0, oo) == 1
limit(1/sin(t), t, 0) == 0
limit(sin(t)/t, t, 0) == 1
limit(exp(t), t, oo) == 0
diff(abs(x), x) == 1
f(1) == 1
"""
