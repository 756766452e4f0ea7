define-or-paste = Define it, as in `def { $name }({ $parameters }): return { $value }`, or paste the cell that does. Operations have names such as `tanh(x)`; a product needs `*`.
not-a-function = `{ $name }` is not a function here.
product-of-function = Did you mean `{ $product }`? A product with a function needs `*`.
python-does-without = Backpass does not support this Python function. Leave it out, or write its result.
gradient-of-value = `{ $name }` takes a function, but it was given a number.
    .hint = Write `{ $name }(lambda x: x**2)(x)`; the derivative of an expression is `diff(x**2, x)`.
written-here = Here this is written `{ $call }`.
function-as-value = `{ $name }` is a function, not a value.
    .raised = Write the power of a function after its parentheses: `{ $call }`.
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
log-of-base = For a logarithm to another base write a quotient, `log(x)/log(2)`, or use `log2(x)` or `log10(x)`.
write-signature = Write it as `{ $signature }`.
no-keyword = `{ $name }` has no parameter `{ $keyword }`.
    .hint = Leave it out; there is no replacement.
backward-arguments = `backward` takes no arguments here.
    .hint = Give the seed as `upstream` in the request.
not-callable = This is { $kind }, so it cannot be called.
write-product = For a product write `*`.
argument-missing = `{ $name }` needs a value for `{ $name2 }`.
unknown-argument = `{ $name }` has no parameter `{ $keywords }`.
its-parameters = Its parameters: { $names }.
too-many-arguments = `{ $name }` takes { $count ->
    [one] { $count } argument
   *[other] { $count } arguments
}, but { $given } are given.
no-data-class = `{ $name }` needs a class with annotated fields, or an object of one.
    .hint = Write `@dataclass` before `class`, and a field as `width: int = 4`.
rows-with-methods = `{ $name }` extends `NamedTuple` and has methods; here it can have fields only.
    .hint = Write a class with `@dataclass`, or move the methods out as functions.
method-not-called = The class `{ $name }` defines `{ $method }`, which Backpass never calls.
    .hint = Move its code into `__init__` or a function.
no-enumeration = `{ $name }` needs a class of named numbers or strings here, and this is not one.
    .hint = Write `class Colour(Enum):` with lines such as `RED = 1`.
base-of-python = A class cannot extend `{ $name }` here.
    .hint = Let the class hold a `{ $name }` as a member, such as `self.items`.
field-without-default = Give the field `{ $name }` a default, or write it before those with one.
no-decorator = The expression after `@` is not a function, so it cannot be a decorator.
    .hint = Define or import it above, or leave out the line with `@`.
class-takes-no-values = The class `{ $name }` has no `__init__`, so it takes no arguments.
    .hint = Write `{ $name }()`, or define `__init__`.
at-least = at least { $least }
builtin-arguments = `{ $name }` takes { $wanted } arguments, but { $given ->
        [one] { $given } is
       *[other] { $given } are
    } given.
    .hint = Give it that many.
upstream-shape = The upstream gradient has the shape { $given }, but the output has { $shape }.
    .hint = Give one number for each element of the output.
zip-lengths = `zip` with `strict=True` needs equal lengths, but these are { $lengths }.
    .hint = Give all the same length, or leave `strict` out.
vmap-lengths = `vmap` maps over axes of equal length, but these have { $found }.
vmap-no-axis = `vmap` has no axis to map over: `in_axes` is None for every argument.
vmap-axes = Use `in_axes` to choose an axis of each argument.
super-outside = `super()` works only in a method of a class.
    .hint = Call the class by its name.
with-cannot-enter = `with` does not support { $kind }.
    .hint = It supports `torch.no_grad()` and `tf.GradientTape()`.
factor-power = `{ $name }` is a value, so `{ $name }(…)` is a product, and the power after it applies to the parentheses only.
    .hint = Write `{ $name }*(…)`, then the power.
value-times-parentheses = `{ $name }` is a value, not a function, so `{ $name }(…)` is read as a product.
    .hint = Write `{ $name } * (…)` to say so.
value-called = This is a value, not a function, so calling it is read as a product.
    .hint = Write `*` between them to say so.
derivative-by-kind = A derivative is with respect to a value of the graph, but this is { $kind }.
    .hint = Use an input, such as `x` after `x = 2.0`.
derivative-order = A derivative of order { $order } is not supported; the highest order is { $highest }.
    .hint = Ask for a lower order.
gradient-of-tensor = Only a single number has a gradient, but the function returns a tensor of shape { $shape }.
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
name-given-twice = The key `{ $key }` after `**` is not an argument name, or is given twice.
    .hint = Keys are strings, and each argument is given once.
text-needed = A string method needs a string here, but this is { $kind }.
    .hint = Write it in quotes, or convert it with `str(…)`.
no-aux = With `has_aux=True` the function returns two values, the one to differentiate and another.
    .hint = Write `return loss, other`, or leave `has_aux` out.
vector-of-other-shape = This vector has the shape { $given }, but its value has the shape { $wanted }.
    .hint = A cotangent has the shape of the output, a tangent the shape of the input.
no-tuple = `{ $name }` must be a tuple, with one value for each argument of the function.
    .hint = Write `({ $name },)` for a function of one argument.
order-is-a-value = The order of differentiation must be a whole number, but this is a value of the graph.
    .hint = For `x` and then `y` write `derivative(derivative(f, x), y)`; for `x` twice, `derivative(f, x, 2)`.
yield-within-with = `yield` inside a `with` block is not supported.
    .hint = Put `with` around the loop that iterates over the generator.
