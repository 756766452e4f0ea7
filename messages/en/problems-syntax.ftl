function-without-parentheses = `{ $name }` is a function, so its argument must be in parentheses.
    .hint = Write `{ $call }`.
side-by-side = There is no operator between `{ $before }` and `{ $token }`; two names are not read as a product.
    .hint = For a product write `{ $before }*{ $token }`; to apply a function write `{ $before }({ $token })`.
matrix-beside-name = For a matrix product write `{ $product }`; `*` multiplies element by element.
match-statement = Backpass does not support `match` statements.
    .hint = Write `if … == …:` and `elif … == …:` instead.
number-follows = The number `{ $token }` follows `{ $before }` with no operator between them.
    .hint = Write what should happen between them: `{ $before } * { $token }`, or `{ $before }**{ $token }` for a power.
text-ends = Something is missing after `{ $before }`.
    .hint = Write the value that `{ $before }` applies to, or remove `{ $before }`.
nothing-on-left = `{ $token }` has no value on its left.
    .hint = Remove it, or write a value before it.
parenthesis-instead-of-value = A value is missing before the closing parenthesis.
    .hint = Write the missing value before `)`.
comma-in-expression = A comma makes a list of several values, but an expression here has only one.
    .hint = Write one expression per line; the decimal point is `.`, as in `0.5`.
comma-without-value = There is no value to the left of the comma.
    .hint = Write the missing value or remove the comma.
nothing-right-of-equals = There is nothing to the right of `=`.
    .hint = Write the value, as in `a = 2.0`.
nothing-left-of-equals = There is nothing to the left of `=`.
    .hint = Write the name that gets the value, as in `y = x + 1`.
equals-twice = There is a space between two `=`, so nothing is assigned.
    .hint = To assign a value write one `=`, as in `x = 2`; to compare write `==` without a space.
decimal-comma = `{ $first },{ $second }` is read as two values, { $first } and { $second }.
    .hint = A decimal number is written with a point: `{ $first }.{ $second }`.
no-name-left-of-equals = There is no name to the left of `=`, so nothing can be assigned.
    .hint = Write the name on the left, as in `y = 2*x`; Backpass does not solve equations.
equals-in-expression = `=` cannot be used inside an expression.
    .hint = To compare write `==`; to assign a value write `name = value` on a line of its own; a keyword argument is `f(x=2)`.
keyword-given-twice = `{ $token }` is given twice in one call.
    .hint = Keep one of the two.
place-after-name = A positional argument follows a keyword argument, so it is unclear which parameter it is for.
    .hint = Write the positional arguments first, as in `f(2, a=1)`.
comprehension-among-others = A comprehension, `for` in brackets, must be the only thing in its brackets.
    .hint = Put it in its own brackets, as in `f([a for a in b], c)`.
parameter-twice = Two parameters have the same name or the same star.
    .hint = Give each its own name, and at most one a star.
default-missing = A parameter without a default follows one with a default, which Python does not allow.
    .hint = Write those with a default last, as in `def f(b, a=1):`.
sides-of-equals = The two sides of `=` do not have the same number of values.
    .hint = Give each name on the left one value on the right.
name-after-point = A name must follow the dot, as in `x.tanh()`.
    .hint = For a product write `*`; write a decimal number without spaces.
not-decimal = `{ $token }` is not a decimal number; hexadecimal, octal and binary notation are not supported.
    .hint = Write the number in decimal, as in `31` or `3.1e1`.
base-without-digits = `{ $token }` begins a hexadecimal, octal or binary number, but no digits follow.
    .hint = For a product write `0 * x`; write numbers in decimal, as in `31`.
leading-zeros = `{ $token }` begins with a zero, which Python refuses: in some languages this is octal.
    .hint = Leave out the leading zeros: `7`, not `007`.
number-unfinished = The number `{ $token }` is incomplete: its exponent is missing.
    .hint = Write the exponent after it, as in `{ $token }-3`; for a product write `*`, as in `2*e`.
underscore-in-number = In `{ $token }` an underscore follows a number, but it may only separate digits.
    .hint = For one number write `1_000`; for a product write `*`, as in `2 * x_1`.
name-behind-point = In `{ $token }` a name follows a decimal point, so it is not a number, and Python refuses it.
    .hint = For a product write `*`, as in `5.0 * a`; for a function of a number write `sin(5.0)`.
semicolon-in-brackets = A semicolon ends a statement, but a bracket is still open.
    .hint = Separate arguments with commas and write decimals with a point, as in `max(1.5, 2.5)`.
bars-beside-name = An absolute value follows a name with no operator between them.
    .hint = For a product write `*`, as in `x*|x|`.
bar-missing = This bar opens an absolute value, but the closing bar is missing.
    .hint = Write the other `|`, as in `|x - 3|`.
percent = `%` is the remainder of a division here, not a percentage.
    .hint = Write a percentage as a number: `0.5` for 50 %.
works-on-bits = `{ $token }` works on bits, which have no derivative.
    .hint = Write what you mean with `+ - * /` and the operations.
factorial = The factorial is not supported, because it is not defined between whole numbers.
    .hint = Write out the product.
token-without-meaning = `{ $token }` has no meaning in an expression.
    .hint = Remove it.
curly-brackets = Curly brackets hold either values (a set) or keys with values (a dictionary), not both.
    .hint = Write a colon after every key, or after none.
curly-bracket-after-value = A curly bracket follows a value.
    .hint = For grouping use round parentheses `( )`, for an index square brackets `[ ]`.
starred-twice = Two names have a star, so it is unclear which values each of them takes.
    .hint = Put the star before one name only.
outside-loop = `{ $token }` is outside a loop, so there is nothing it could end.
    .hint = Put it inside its `for` or `while` loop, or remove it.
outside-function = `{ $token }` is outside a function.
    .hint = Put it inside its `def`, or remove it. The last line of a program is its output.
declared-parameter = `{ $token }` is a parameter of this function, so it cannot also be an outer name.
    .hint = Rename the parameter or the outer name.
dedent-between = The indentation of this line matches none of the blocks above it.
    .hint = Indent it as far as one of them.
conditional-without-else = This `if` has no `else`, so it has no value if the condition is false.
    .hint = Write `a if condition else b`.
assigned-by-colon = `{ $token }` assigns a value only within parentheses; a line of its own needs `=`.
    .hint = Write `=` instead, as in `x = 2`.
colon-missing = The first line of a block must end with a colon.
    .hint = Add `:` at its end, and indent the lines of the block below it.
condition-missing = A condition or value is missing after `{ $token }`.
    .hint = Write it before the colon, as in `if x > 0:`.
loop-without-range = A loop must say what it iterates over.
    .hint = Write it as `for i in range(3):` or `for x in xs:`.
function-header = A function needs a name and its parameters in parentheses.
    .hint = Write it as `def f(x, y):`.
class-header = A class needs a name.
    .hint = Write it as `class Neuron:`.
else-without-if = `{ $token }` has no matching block: `else` follows `if`, `for` or `while`, and `except` and `finally` follow `try`.
    .hint = Put it directly below its block, with the same indentation as the block's first word.
empty-block = Nothing is indented under this line, so its block is empty.
    .hint = Write the lines of the block below it, indented by four spaces; `pass` does nothing.
parameter-list = This is not a parameter list.
    .hint = Write names separated by commas, as in `lambda x, y: x*y`.
format-bracket = A curly bracket in this string is not closed, or was not opened.
    .hint = Write `{"{"}value{"}"}`; to print a curly bracket write it twice.
annotation-without-value = A name with only a type annotation has no value yet.
    .hint = Write `x = 2.0`.
number-indexed = A number has no elements, so it cannot be indexed.
    .hint = For a product write `*`.
empty-index = The square brackets are empty.
    .hint = Write an index, as in `x[0]`.
bracket-not-opened = `{ $token }` closes a bracket that was not opened.
    .hint = Use the kind of bracket that was opened.
parenthesis-not-closed = This `{ $opened }` is never closed.
    .hint = Add `{ $close }`.
left-open = The `{ $opened }` opened in line { $line } is never closed, so the next line is read as part of it.
    .hint = Write the missing `{ $close }` in line { $line }.
closed-late = The `{ $opened }` opened in line { $line } is still open in line { $behind }, so line { $behind } is read as part of it.
    .hint = Write the missing `{ $close }` at the end of line { $line }; there may be one too many further down.
parenthesis-at-end = This `{ $opened }` is opened at the end of the text.
    .hint = Write a value and `{ $close }` after it, or remove it.
closed-by-another = The `{ $opened }` is still open at `{ $token }`, so `{ $token }` cannot close the bracket around it.
    .hint = Write the missing `{ $close }` before `{ $token }`.
parenthesis-not-opened = This `)` closes a bracket that was never opened.
    .hint = Remove it, or add the matching `(`.
quoted-text-follows = A string follows a value.
    .hint = Programs compute with numbers, not strings: remove the quotes.
mixed-indentation = The indentation mixes tabs and spaces, which Python refuses; a tab is read as up to 8 spaces.
    .hint = Indent with spaces only, four for each block.
