function-without-parentheses = `{ $name }` is a function, and what it is applied to stands in parentheses.
    .hint = Write `{ $call }`.
side-by-side = `{ $before }` and `{ $token }` stand side by side with nothing between them; two names are not read as a product.
    .hint = For a product write `{ $before }*{ $token }`; to apply a function write `{ $before }({ $token })`.
matrix-beside-name = For a product with a matrix write `{ $product }`; `*` multiplies number by number.
match-statement = Backpass does not support `match` statements.
    .hint = Write `if … == …:` and `elif … == …:` instead.
number-follows = The number `{ $token }` follows `{ $before }` with no operator between them.
    .hint = Write what should happen between them: `{ $before } * { $token }`, or `{ $before }**{ $token }` for a power.
text-ends = Something is missing after `{ $before }`: a value should follow.
    .hint = Write the value that `{ $before }` is to be applied to, or remove `{ $before }`.
nothing-on-left = `{ $token }` has no value on its left.
    .hint = Remove it, or write a value before it.
parenthesis-instead-of-value = The parenthesis is closed where a value should stand.
    .hint = Write the missing value before `)`.
comma-in-expression = A comma makes a list of several values, but an expression here has one.
    .hint = Write one expression per line; a decimal point is written `.`, as in `0.5`.
comma-without-value = The comma has no value on its left.
    .hint = Write the missing value or remove the comma.
nothing-right-of-equals = Nothing stands to the right of `=`.
    .hint = Write the value, as in `a = 2.0`.
nothing-left-of-equals = Nothing stands to the left of `=`.
    .hint = Write the name that is to hold the value, as in `y = x + 1`.
equals-twice = Two `=` stand side by side with a blank between them, so nothing is stored.
    .hint = Write one `=` to give a name its value, as in `x = 2`; to compare write `==` without a blank.
decimal-comma = `{ $first },{ $second }` is read as two values, { $first } and { $second }.
    .hint = A decimal number is written with a point: `{ $first }.{ $second }`.
no-name-left-of-equals = What stands left of `=` is not a name, so nothing can be stored there.
    .hint = Write the name on the left, as in `y = 2*x`; an equation to be solved is not a program.
equals-in-expression = `=` stands inside an expression, where it means something only after the first name of an argument.
    .hint = To compare write `==`; to store a value write `name = value` on a line of its own; an argument by name is `f(x=2)`.
keyword-given-twice = `{ $token }` is given twice in one call, and only one value can hold.
    .hint = Keep one of the two.
place-after-name = An argument without a name follows one with a name, so its place says nothing about which parameter it is for.
    .hint = Write the arguments without names first, as in `f(2, a=1)`.
comprehension-among-others = A `for` inside brackets makes the whole list, so nothing else can stand beside it.
    .hint = Put it in brackets of its own, as in `f([a for a in b], c)`.
parameter-twice = Two parameters have the same name, or both take all values that are left.
    .hint = Give each a name of its own, and at most one a star.
default-missing = A parameter without a default follows one with a default, so a call could not leave the first one out.
    .hint = Write those with a default last, as in `def f(b, a=1):`.
sides-of-equals = The two sides of `=` do not have the same number of values.
    .hint = Give each name on the left one value on the right.
name-after-point = After the point should follow a name, as in `x.tanh()`.
    .hint = For a product write `*`; a decimal number is written without spaces.
not-decimal = `{ $token }` is not a decimal number; hexadecimal, octal and binary notation are not read.
    .hint = Write the number in decimal, as in `31` or `3.1e1`.
base-without-digits = `{ $token }` begins a hexadecimal, octal or binary number, and no digits follow.
    .hint = For a product write `0 * x`; a number is written in decimal, as in `31`.
leading-zeros = `{ $token }` begins with a zero. Elsewhere this is a number in base eight, so Python refuses it.
    .hint = Leave out the zeros at the beginning: `7`, not `007`.
number-unfinished = The number `{ $token }` is not finished: its power of ten is missing.
    .hint = Write the power behind it, as in `{ $token }-3`; for a product write the sign, as in `2*e`.
underscore-in-number = In `{ $token }` an underscore follows a number; it may only separate two digits.
    .hint = For one number write `1_000`; for a product write its sign, as in `2 * x_1`.
name-behind-point = In `{ $token }` a name follows a decimal point, so it is no number, and Python refuses it.
    .hint = For a product write its sign, as in `5.0 * a`; for a function of a number write `sin(5.0)`.
semicolon-in-brackets = A semicolon ends a statement, but a bracket is open here.
    .hint = Put commas between arguments and a point into decimal numbers, as in `max(1.5, 2.5)`.
bars-beside-name = The bars of an absolute value stand directly behind a name, with no sign between.
    .hint = Write the sign of the product, as in `x*|x|`.
bar-missing = This bar opens an absolute value, and the second bar is missing.
    .hint = Write the other `|`, as in `|x - 3|`.
percent = `%` is the remainder of a division here, not percent.
    .hint = Write a percentage as a number: `0.5` for 50 %.
works-on-bits = `{ $token }` works on bits, which have no derivative.
    .hint = Write what you mean with `+ - * /` and the operations.
factorial = The factorial is not among the operations, because it is not defined between whole numbers.
    .hint = Write the product out.
token-without-meaning = `{ $token }` has no meaning in an expression.
    .hint = Remove it.
curly-brackets = A curly bracket holds either values, which makes a set, or keys with values, which makes a dictionary.
    .hint = Write a colon behind each key, or behind none.
curly-bracket-after-value = A curly bracket follows a value.
    .hint = For grouping use round parentheses `( )`, for an index square brackets `[ ]`.
starred-twice = Two names have a star, so nothing says which values each of them takes.
    .hint = Put the star before one name only.
outside-loop = `{ $token }` stands in no loop, so there are no repetitions that it could end.
    .hint = Put it under the `for` or `while` that it belongs to, or remove it.
outside-function = `{ $token }` stands in no function that it could belong to.
    .hint = Put it under the `def` that it belongs to, or remove it. The last line of a program is its output.
declared-parameter = `{ $token }` names a parameter of this function, which cannot be a name from outside as well.
    .hint = Give the parameter or the other name another name.
dedent-between = This line stands further to the left than the lines above it and further to the right than the line that they belong to, so it belongs to neither.
    .hint = Indent it as far as one of them.
conditional-without-else = This `if` has no `else`, so there is no value where the condition is not true.
    .hint = Write `a if condition else b`.
assigned-by-colon = `{ $token }` gives a name its value only within parentheses; a line of its own has `=`.
    .hint = Write `=` in its place, as in `x = 2`.
colon-missing = The first line of a block ends with a colon.
    .hint = Write `:` at its end, and what belongs to it indented on the next lines.
condition-missing = After `{ $token }` a condition or value is missing.
    .hint = Write it before the colon, as in `if x > 0:`.
loop-without-range = A loop says what it goes through.
    .hint = Write it as `for i in range(3):` or `for x in xs:`.
function-header = A function has a name and its parameters in parentheses.
    .hint = Write it as `def f(x, y):`.
class-header = A class has a name.
    .hint = Write it as `class Neuron:`.
else-without-if = `{ $token }` stands alone: `else` follows `if`, `for` or `while`, and `except` and `finally` follow `try`.
    .hint = Put it directly below the lines that it belongs to, as far to the left as their first word.
empty-block = Nothing is indented under this line, so there is nothing to do in it.
    .hint = Write the lines that belong to it below, with four spaces in front; `pass` does nothing.
parameter-list = This is no list of parameters.
    .hint = Write names with commas between them, as in `lambda x, y: x*y`.
format-bracket = A curly bracket in this text is not closed, or was not opened.
    .hint = Write `{"{"}value{"}"}`; a bracket that is to be printed is written twice.
annotation-without-value = A name with `:` behind it has no value yet.
    .hint = Write `x = 2.0`.
number-indexed = A number has no elements, so it cannot be indexed.
    .hint = For a product write `*`.
empty-index = The square brackets are empty.
    .hint = Write an index, as in `x[0]`.
bracket-not-opened = `{ $token }` closes a bracket that was not opened.
    .hint = Close with the kind of bracket that was opened.
parenthesis-not-closed = This parenthesis is never closed.
    .hint = Write the missing `)` or `]`.
left-open = The `{ $opened }` opened in line { $line } is never closed, so the next line is read as part of it.
    .hint = Write the missing `{ $close }` in line { $line }.
closed-late = The `{ $opened }` opened in line { $line } is still open in line { $behind }, so line { $behind } is read as part of it.
    .hint = Write the missing `{ $close }` at the end of line { $line }; further down there may be one too many.
parenthesis-at-end = This parenthesis is opened at the end of the text.
    .hint = Write a value and `)` after it, or remove it.
closed-by-another = The `{ $opened }` is not closed yet where `{ $token }` comes, so `{ $token }` cannot close the bracket around it.
    .hint = Write the missing `{ $close }` before `{ $token }`.
parenthesis-not-opened = This parenthesis closes one that was never opened.
    .hint = Remove it, or write the `(` that belongs to it.
quoted-text-follows = A text in quotes follows a value.
    .hint = Programs hold numbers, not texts: remove the quotes.
mixed-indentation = Tabs and spaces are mixed in the indentation; a tab is read as wide as up to 8 spaces. Python refuses such a program.
    .hint = Indent with spaces only, four for each block.
