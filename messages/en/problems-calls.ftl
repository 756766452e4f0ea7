define-or-paste = Define it, as in `def { $name }({ $parameters }): return { $value }`, or paste the cell that does. Operations have names such as `tanh(x)`; a product needs `*`.
not-a-function = `{ $name }` is not a function here.
product-of-function = Did you mean `{ $product }`? The signs of a product stand before a function.
python-does-without = It is a function of Python’s that is not here; leave it out, or write out what it gives.
gradient-of-value = `{ $name }` takes a function, and was given a number.
    .hint = Write `{ $name }(lambda x: x**2)(x)`; the derivative of an expression is `diff(x**2, x)`.
written-here = Here this is written `{ $call }`.
function-as-value = `{ $name }` is a function and has no value of its own.
    .raised = The power of a function stands behind its parentheses: `{ $call }`.
    .inverse = Write `{ $inverse }` for the inverse function, `{ $call }` for the reciprocal.
    .signature = Call it: `{ $signature }`.
    .hint = Call it: `{ $name }(2.0)`.
one-number = `{ $name }` takes one number.
    .hint = Write it as `{ $name }(2.0)`.
needs-a-list = `{ $name }` takes a list of tensors.
    .hint = Write it as `{ $name }([a, b])`.
no-option = `{ $called }` takes no argument called `{ $name }`.
option-missing = `{ $called }` needs { $known }.
options-known = It takes: { $known }.
square-or-root = For the square write `x**2`, for the square root `sqrt(x)`.
log-of-base = A logarithm of another base is a quotient: `log(x)/log(2)`; there are `log2(x)` and `log10(x)` as well.
write-signature = Write it as `{ $signature }`.
no-keyword = `{ $name }` takes no argument called `{ $keyword }` here.
    .hint = Leave it out; nothing stands in for it.
backward-arguments = `backward` takes no arguments here.
    .hint = Give the seed as `upstream` in the request.
not-callable = This is { $kind }, so it cannot be called.
write-product = For a product write `*`.
argument-missing = `{ $name }` needs a value for `{ $name2 }`.
unknown-argument = `{ $name }` has no parameter called `{ $keywords }`.
too-many-arguments = `{ $name }` takes { $count } values, but { $given } are given.
no-data-class = `{ $name }` is not applied to a class with annotated fields, or an object of one.
    .hint = Write `@dataclass` before `class`, and a field as `width: int = 4`.
rows-with-methods = `{ $name }` extends `NamedTuple` and has methods; here it can have fields only.
    .hint = Write a class with `@dataclass`, or move the methods out as functions.
method-not-called = The class `{ $name }` defines `{ $method }`, which is not called here.
    .hint = Write what it does into `__init__` or a function.
no-enumeration = `{ $name }` makes a class of numbers and texts with names here, and this is none.
    .hint = Write `class Colour(Enum):` with lines such as `RED = 1`.
base-of-python = A class cannot extend `{ $name }` here.
    .hint = Let the class hold a `{ $name }` as a member, such as `self.items`.
field-without-default = Give the field `{ $name }` a default, or write it before those with one.
no-decorator = What is written behind `@` is not a function here, so it cannot decorate what follows.
    .hint = Define or import it above, or leave the line with `@` out.
class-takes-no-values = The class `{ $name }` has no `__init__`, so it takes no values.
    .hint = Write `{ $name }()`, or define `__init__`.
at-least = at least { $least }
builtin-arguments = `{ $name }` takes { $wanted } values, but { $given ->
        [one] { $given } is
       *[other] { $given } are
    } given.
    .hint = Give it as many as it takes.
upstream-shape = The upstream gradient has the shape { $given }, and the output has { $shape }.
    .hint = Give one number for each element of the output.
zip-lengths = `zip` with `strict=True` wants equal lengths, and these are { $lengths }.
    .hint = Give all the same length, or leave `strict` out.
vmap-lengths = `vmap` goes along axes of one length, and these have { $found }.
vmap-no-axis = `vmap` has no axis to go along: `in_axes` is None for every argument.
vmap-axes = Say with `in_axes` which axis of which argument it goes along.
super-outside = `super()` belongs into a method of a class.
    .hint = Call the class by its name.
with-cannot-enter = `with` cannot enter { $kind }.
    .hint = It enters `torch.no_grad()` and `tf.GradientTape()`.
factor-power = `{ $name }` is a value, so `{ $name }(…)` is a product, and the power behind it belongs to the parentheses alone.
    .hint = Write `{ $name }*(…)` with the power behind it.
value-times-parentheses = `{ $name }` is a value, not a function, so `{ $name }(…)` is read as a product.
    .hint = Write `{ $name } * (…)` to say so.
derivative-by-kind = A derivative is taken by a value of the graph, and this is { $kind }.
    .hint = Take it by an input, such as `x` after `x = 2.0`.
derivative-order = A derivative of the order { $order } is asked for; orders go to { $highest } here.
    .hint = Ask for a lower order.
gradient-of-tensor = A gradient is taken of one number, and the function gives a tensor of the shape { $shape }.
    .hint = Let the function return a sum or a mean, or ask for the Jacobian.
from-to = { $least } to { $most }
argument-count = `{ $name }` takes { $least ->
        [yes] at least{" "}
       *[no] {""}
    }{ $wanted ->
        [one] { $wanted } argument
       *[other] { $wanted } arguments
    }, but { $given ->
        [one] { $given } is
       *[other] { $given } are
    } given.
tensor-uninitialised = `{ $name }` needs the numbers in one list: with lengths alone, PyTorch leaves whatever the memory held.
    .hint = Write `torch.zeros(2, 3)` or `torch.randn(2, 3)`.
name-given-twice = `{ $key }` behind `**` is no name of an argument, or it is given twice.
    .hint = Keys are texts, and each argument is given once.
text-needed = A method of a text needs a text here, and this is { $kind }.
    .hint = Write it in quotes, or make a text of it with `str(…)`.
no-aux = With `has_aux=True` the function returns two values, the one to differentiate and another.
    .hint = Write `return loss, other`, or leave `has_aux` out.
vector-of-other-shape = This vector has the shape { $given }, and the value that it belongs to has the shape { $wanted }.
    .hint = A cotangent has the shape of the output, a tangent the shape of the input.
no-tuple = `{ $name }` must be a tuple, with one value for each argument of the function.
    .hint = Write `({ $name },)` for a function of one argument.
order-is-a-value = The number of times to differentiate is written as a whole number, and this is a value of the graph.
    .hint = By `x` and then by `y` is `derivative(derivative(f, x), y)`; twice by `x` is `derivative(f, x, 2)`.
yield-within-with = A generator cannot wait for the next value within `with` here.
    .hint = Put `with` around the loop that goes through the generator.
