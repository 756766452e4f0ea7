more-problems = There { $more ->
    [one] is at least { GROUP($more) } more problem
   *[other] are at least { GROUP($more) } more problems
} in this text.
    .hint = Fix the first ones, then check again.
notebook-command = This is a notebook or shell command, so it does nothing here.
keyword-as-name = `{ $word }` is a Python keyword and cannot be a name.
    .hint = Choose another name for it, such as `{ $instead }`.
keyword-not-here = The Python keyword `{ $text }` is not supported at this place.
    .hint = Write the computation as assignments, one per line.
keyword-try = Write `try:` on a line of its own, with `except` or `finally` below it.
keyword-global = Pass values as parameters and return them with `return`.
keyword-yield = Write `yield` at the beginning of a line in a function; values sent to a generator are not supported.
keyword-del = Leave it out; nothing needs to be freed here.
keyword-raise = Leave it out, or use `assert`.
keyword-if = Write `a if condition else b`, or `if condition:` on a line of its own.
keyword-else = Write `a if condition else b`, or `else:` on a line of its own.
keyword-for = Write `[f(x) for x in xs]` in brackets, or `for x in xs:` on a line of its own.
end-of-text = end of the text
stopped-at = Unexpected { $shown }.
    .hint = Write a value or an operator there, or remove it.
latex-closes-nothing = `{ $text }` closes nothing that was opened.
    .hint = Remove it, or add the opening command.
latex-environment = The LaTeX environment `{ $text }` is not supported.
    .hint = Write cases as where(condition, a, b) and matrices as lists. Supported are { $environments }.
latex-chain = Of several equal signs only the first right-hand side is read; the rest is ignored.
    .hint = To see another side, write it on a line of its own.
latex-sample = `{ $text }` is the number of a sample, not a power.
    .hint = Give the sample's values their own names, `x_1`, `x_2`, or write one list.
latex-indexed = `{ $name }` is a single name, but the sum runs over its index.
    .hint = Give the values as a list, `{ $name } = [1.0, 2.0]`, and write `sum({ $name }**2)`; for a product, `prod({ $name })`.
latex-terms = The number of terms in this sum is not given: { GROUP($count) } are written out.
    .hint = Give it a number on a line of its own, `{ $letter } = 5`.
latex-bare-sum = { $text } has no index or bounds, so it would be one term.
    .hint = Give its terms an index, `{ $text } x_i y_i`, write the bounds, `{ $text }_{"{"}i=1{"}"}^{"{"}3{"}"} x_i`, or make the names lists above, `x = [1, 2, 3]`.
latex-numbered-inputs = No values are given for { $names }, so they are inputs with numbers between 0 and 1.
    .hint = Give each a value, `{ $name } = 0.5`, or all of one letter as a list, `x = [0.1, 0.2, 0.3]`.
latex-free-index = `{ $name }` is one of `{ $first }` … `{ $last }`, but outside the sum it is unclear which.
    .hint = Put it into the parentheses after the sum, or write the one you mean: `{ $first }`.
latex-every-index = The formula holds for every `{ $letter }`: `{ $name }` is read as `{ $first }`.
    .hint = To use another one, write it instead of `{ $first }`.
latex-below = The subscript of `{ $text }` is not supported.
    .hint = Write a sum with its bounds, as in `\sum_{"{"}i=1{"}"}^{"{"}3{"}"} i^2`, or give values as a list and write `sum(x)`.
latex-nabla = `{ $text }` asks for the gradient, which the page shows for every input anyway.
    .hint = Write the function itself: its gradient is shown.
latex-asked = `{ $text }` asks for neither a value nor a derivative, and Backpass computes only these.
    .hint = Write only the expression after it.
latex-in = `{ $text }` declares the type of a name, which is not computed.
    .hint = Leave this line out; every name is a number or a list of numbers.
latex-partial = `{ $text }` is supported only in a derivative with respect to one name.
    .hint = Write `\frac{"{"}\partial{"}"}{"{"}\partial x{"}"} (x^2 y)`, with the expression after it.
latex-two-signs = `{ $text }` gives two values, but only one is computed.
    .hint = Write one of the signs, `+` or `-`.
latex-infinite = `{ $text }` is not a number to compute with.
    .hint = Write a number instead, such as 10 for the last term of a sum.
latex-not-finite = No values are given for { $names }, and with 1 for each this formula has no finite value.
    .hint = Give values between 0 and 1: { $given }.
latex-arrays = No values are given for { $names }: arrays of numbers between 0 and 1 are used, vectors for small letters and matrices for capital ones.
    .hint = Give each its value, `{ $name } = { $value }`; a matrix is a list of rows.
latex-binomial = Binomial coefficients are not supported.
    .hint = Write out the quotient of products.
asked-integrate = `{ $text }` asks for an integral, but Backpass computes values and derivatives.
    .hint = Write only the expression for its value and its derivative: `{ $expression }`.
asked-solve = `{ $text }` asks for a solution, but Backpass computes values and derivatives.
    .hint = Write one side minus the other, `{ $expression }`, and move the slider of x until the value is 0; the sign of the derivative shows the direction.
asked-plot = `{ $text }` asks for a plot: every expression has one, in the tab “Plot”.
    .hint = Write only the expression, `{ $expression }`, and open that tab.
asked-tangent = `{ $text }` asks for a tangent, whose slope is the derivative.
    .hint = Write `{ $expression }` and move x to the point: its value and its gradient give the line, and the tab “Plot” draws it.
asked-limit = `{ $text }` asks for a limit, but Backpass computes values and derivatives.
    .hint = Write only the expression, `{ $expression }`, and move x close to the point.
asked-rewrite = `{ $text }` asks to rewrite a formula, but Backpass computes values and derivatives.
    .hint = Write only the expression for its value and its derivative: `{ $expression }`.
asked-optimize = `{ $text }` asks for a minimum or maximum, where the gradient is 0.
    .hint = Write only the expression, `{ $expression }`, and follow the gradient: with the slider of x, or in the training studio.
reads-thousands = `{ $text }` is read as the number { $number }.
reads-units = Units such as `{ $unit }` are ignored: only the numbers count.
latex-character = The character { $text } has no meaning in a formula.
latex-index = The index of `{ $shown }` is not supported.
    .hint = Write it with letters and digits, as in `x_{"{"}i+1{"}"}` or `W_{"{"}ij{"}"}`.
did-you-mean-latex = Did you mean `\{ $close }`?
latex-function-name = A function without a command is written \operatorname{"{"}name{"}"}(x).
latex-command = The LaTeX command `{ $text }` is not supported.
latex-no-argument = `{ $what }` has no argument.
    .hint = Write it in braces, as in `{ $example }`.
latex-never-closed = `{ $what }` is never closed.
    .hint = Close it in the same formula.
derivative-of-unknown = `{ $shown }` is read as the derivative of `{ $what }` with respect to `{ $by }`, but `{ $what }` is not defined.
    .hint = Write `{ $what } = …` with `{ $by }` in it above; for a quotient give `d{ $what }` and `d{ $by }` values.
derivative-of-nothing = `{ $shown }` has no expression after it to differentiate.
    .hint = Write `{ $shown } (x**2)`, with your expression.
derivative-reach = It is unclear how much `{ $shown }` applies to: what follows may belong to the derivative or not.
    .hint = Put all that is to be differentiated in parentheses, `{ $shown } (…)`, and the rest in another pair.
value-twice = `{ $name }` is given a value here and another one elsewhere in the program.
    .hint = Keep one of the two values of `{ $name }`.
value-throughout = `{ $name }` is { $number } throughout the program, not only in this expression.
point-of-names = The point does not have as many coordinates as the expression has names.
    .hint = Write which is which: `at { $names }`.
derivative-by-what = It is not clear with respect to which name to differentiate.
    .hint = Add it after the expression: `derivative of … with respect to x`.
sympy-symbols = SymPy symbols are names without values here, and each counts as an input.
pasted-page = This looks like an HTML page, not a program.
    .hint = Paste only the program or formula in it.
pasted-prose = This is prose, not a formula or a program.
    .hint = Paste the formula it is about, as in `y = x**2`.
other-language-c = This looks like C, C++ or Java, but programs here use Python syntax.
    .hint = Write the function as `f(x) = x*x`, or as `def f(x):` with `return`, and values without types: `x = 2`.
other-language-javascript = This looks like JavaScript, but programs here use Python syntax.
    .hint = Write the function as `f(x) = x*x`, or as `def f(x):` with `return`.
other-language-blocks = This looks like JavaScript, C or Java, but programs here use Python syntax.
    .hint = Write the line with a colon instead of the curly bracket, as in `for i in range(10):` or `if x > 0:`, and indent the block below it.
other-language-matlab = This looks like MATLAB, but programs here use Python syntax.
    .hint = Write the function as `f(x) = x^2` and call it: `f(3)`.
other-language-swift = This looks like Swift or Go, but programs here use Python syntax.
other-language-wolfram = This is the Wolfram Language; Backpass reads only its formulas and `D[f, x]`.
    .hint = Write only the formula, `x^2 Sin[x]`, for its value and its derivative.
other-language-julia = This looks like Julia, but programs here use Python syntax.
    .hint = Leave out `using` and the prompt; write functions as `f(x) = x^2`. The page shows gradients anyway.
reads-cells = This is read as a spreadsheet formula, with its cells as inputs.
foreign-comment = A comment begins with `#` here; `//` is floor division.
    .hint = Write `#` instead.
foreign-sign = `{ $sign }` belongs to another language; programs here use Python syntax.
    .hint = Write `{ $written }`.
reads-declared = The keyword that declares the name is ignored.
reads-declaration = The keyword that declares the name is ignored; `^` is a power here.
reads-type = The type of the name is ignored; here `/` is exact division, and `^` is a power.
reads-math = The prefix `Math.` (JavaScript, Java) is ignored.
reads-log = `console.log` is read as `print`.
reads-wolfram = Functions in square brackets are read as the Wolfram Language writes them: `Sin[x]` is `sin(x)`, `D[f, x]` a derivative.
reads-dots = The dot before an operator, as in MATLAB and Julia, is ignored: all operators work elementwise here; for a matrix product write `@`.
reads-arrow = `<-` is read as assignment, as in R; to compare with a negative number write `x < -2`.
beside-pi = `{ $text }` beside π is read as `{ $product }`.
    .hint = If it is one name, write `π*{ $text }`.
letters-side-by-side = `{ $text }` is read as the product `{ $product }`.
    .hint = If it is one name, give it a value above: `{ $text } = 2`.
name-too-long = A name has { GROUP($count) } characters; the limit is { $longest_name }.
    .hint = Give it a shorter one.
quotation-not-closed = This string is not closed on its line.
numbers-not-texts = Add the closing quotation mark, or remove the mark if you did not mean a string: programs compute with numbers.
prime-mark = Derivative marks, as in `y'`, are not supported: every derivative is computed and shown at its input.
    .hint = Leave the mark out, or write `d/dx` before an expression, such as `d/dx x^2`.
degree-sign = The degree sign has no meaning in a program: angles are in radians.
    .hint = Write `radians({ $degrees })`, or `{ $degrees }*pi/180`.
character-without-meaning = The character { $shown } has no meaning in a program.
    .hint = Remove it; it may be an invisible character from copied text.
    .visible = Remove it, or replace it with a name made of letters.
division-then-product = `{ $text }/{ $text2 }{ $text3 }` is read from left to right, as `({ $text }/{ $text2 })*{ $text3 }`.
    .hint = If the product is the denominator, write `{ $text }/({ $text2 }*{ $text3 })`.
wrapper-fences = Only the text between the fences is read.
wrapper-prompts = Prompts and printed lines are ignored.
wrapper-cells = Cell labels and outputs are ignored.
wrapper-line-numbers = Line numbers are ignored.
wrapper-sentence = This is a sentence, not code, so it is ignored.
