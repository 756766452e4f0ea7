"""`jax.lax`: loops and choices, each step a call of the program's function, and the operations that JAX itself is written in."""

from backpass.engine.python.libraries.jax_natives import (
    apply,
    as_array,
    halted,
    held,
    is_differentiating_by,
    refuse,
    rows_of,
    stacked,
    truth,
    whole,
)


def scan(f, init, xs=None, length=None, reverse=False, unroll=1):
    rows = [None] * whole(length) if xs is None else rows_of(xs)
    if length is not None and whole(length) != len(rows):
        raise ValueError("scan got `length` argument which disagrees with leading axis sizes")
    carry, outs = held(init), []
    for row in rows[::-1] if reverse else rows:
        carry, out = f(carry, row)
        outs.append(out)
    return carry, stacked(outs[::-1] if reverse else outs)


def fori_loop(lower, upper, body_fun, init_val, unroll=None):
    state = held(init_val)
    for place in range(whole(lower), whole(upper)):
        state = body_fun(place, state)
    return state


def while_loop(cond_fun, body_fun, init_val):
    if is_differentiating_by(init_val):
        refuse("while_loop")  # whose derivative JAX has not
    state = held(init_val)
    while truth(cond_fun(state)):
        state = body_fun(state)
    return state


def cond(pred, true_fun, false_fun, *operands, operand=None):
    given = operands if operand is None else (operand,)
    return true_fun(*given) if truth(pred) else false_fun(*given)


def switch(index, branches, *operands):
    place = sorted([0, whole(index), len(branches) - 1])[1]
    return branches[place](*operands)


def map(f, xs):
    return stacked([f(each) for each in rows_of(xs)])


def select(pred, on_true, on_false):
    return apply("where", pred, on_true, on_false)


def stop_gradient(x):
    return halted(x)


def add(x, y):
    return apply("add", x, y)


def sub(x, y):
    return apply("subtract", x, y)


def mul(x, y):
    return apply("multiply", x, y)


def div(x, y):
    return apply("divide", x, y)


def pow(x, y):
    return apply("power", x, y)


def integer_pow(x, y):
    return apply("power", x, y)


def max(x, y):
    return apply("maximum", x, y)


def min(x, y):
    return apply("minimum", x, y)


def neg(x):
    return apply("negate", x)


def exp(x):
    return apply("exp", x)


def log(x):
    return apply("log", x)


def log1p(x):
    return apply("log1p", x)


def expm1(x):
    return apply("expm1", x)


def sqrt(x):
    return apply("sqrt", x)


def rsqrt(x):
    return apply("rsqrt", x)


def square(x):
    return apply("square", x)


def sin(x):
    return apply("sin", x)


def cos(x):
    return apply("cos", x)


def tan(x):
    return apply("tan", x)


def tanh(x):
    return apply("tanh", x)


def logistic(x):
    return apply("sigmoid", x)


def erf(x):
    return apply("erf", x)


def abs(x):
    return apply("abs", x)


def dot(lhs, rhs):
    return apply("matmul", as_array(lhs), rhs)
