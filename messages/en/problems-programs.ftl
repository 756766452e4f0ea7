assumed-input = `{ $name }` has no value, so it is taken as an input with the value 1.
    .hint = Write `{ $name } = 2.0` above, or move its slider.
other-case = Did you mean `{ $other }`? Capital and small letters are different names.
used-too-early = `{ $name }` is used here but gets its value only in line { $line }, so it counts as 1 here.
    .hint = A program runs from top to bottom. Move line { $line } above this one.
compared-instead = `{ $written }` compares two numbers; it does not assign `{ $name }`, which therefore counts as 1.
answer-of-comparison = `{ $shown }` is a comparison: its value is 1 if it is true and 0 if not, and its gradient is 0.
    .hint = To see how close it is, write the difference of its sides.
never-ends = The loop in line { $line } does not end: `{ $shown }` stays true, and nothing in the loop leaves it.
    .hint = Write a fixed number of iterations, as in `for step in range(10):`, or a `break` under an `if`.
may-not-end = The loop in line { $line } was stopped and may never end: `{ $shown }` was still true after the maximum number of steps.
    .hint = Make sure that the loop changes its condition, or write a fixed number of iterations, as in `for step in range(10):`.
read-as-one-name = `{ $name }` is read as one name, not as `{ $meant }`.
    .hint = If you mean that, write `{ $meant }`.
lost-power = `{ $shown }` is read as written; an exponent or a sign may be lost, as when a formula is copied from a PDF.
    .hint = If `{ $power }` was printed, write that.
value-for-computed = A value is given for `{ $name }`, but the program computes `{ $name }` itself.
    .hint = Give values only for names that are assigned a number or not assigned at all.
has-shape = has the shape { $shape }
is-single-number = is a single number
input-shape = The program needs { $wanted } for `{ $name }`, but the given value { $found }.
    .hint = Give a value of the same shape.
unused-input = A value is given for `{ $name }`, which the program does not use.
inputs-are = Its inputs are: { $listed }.
unknown-output = The output `{ $name }` is not a name of the program.
names-are = Its names are: { $listed }.
output-kind = The output `{ $name }` is { $kind_of }, but a gradient needs a number or a tensor.
    .hint = Name a value of the program, or let the last line compute one.
never-called = `{ $name }` is defined but never called, so there is nothing to differentiate.
    .hint = Call it in the last line: `{ $call }`.
call-it = Call it in the last line, with suitable values.
no-expression = There is no expression yet, so there is nothing to differentiate.
no-number = The program ran, but no line of it gives a number, so there is nothing to differentiate.
    .hint = Write one, for example `x**2 + 3*x`.
    .outside = No line of the program gives a number, and calls of `{ $name }` do nothing: programs here cannot use commands, files or the network.
    .printed = The program ran and printed { $printed ->
            [one] { $printed } line
           *[other] { $printed } lines
        }, but no line of it gives a number, so there is nothing to differentiate.
no-return = `{ $name }` returns nothing, so this call has no value: a Python function needs `return` for its result.
    .hint = End the function with `return { $result }`.
none-of-inputs = none of the inputs ({ $some })
no-input = no input
constant-output = The output depends on { $which }, so there is nothing to differentiate: every gradient is 0.
    .hint = Let the last line compute with an input, or name another `output`.
module-as-value = `{ $name }` is a module, not a value.
    .hint = Write one of its functions, as in `{ $name }.exp(x)`.
text-not-number = '{ $item }' is a string, but a number is needed here.
    .hint = Remove the quotes.
not-a-number = A number is needed here, but this is { $kind_of }.
    .comma = A comma at the end, as in `x = 3,`, makes a tuple of one value: remove that comma.
    .point = Write decimals with a point, as in `2.5`, not with a comma. A tensor is written in square brackets: `[2, 5]`.
    .return = A function without `return` returns nothing; let it return its value.
    .hint = Write a number, a name or an expression; call a function to get its value.
no-operation = `{ $symbol }` does not work on these values.
    .hint = Numbers and tensors have `+ - * / ** @ // %` and comparisons.
empty-brackets = A number is needed here, but there are only empty parentheses, `()`.
    .hint = Write a value between them, as in `(x + 1)`, or remove them.
nothing-in-it = It is empty, so there is nothing to compute.
    .hint = Give it at least one element, as in `[1.0, 2.0]`.
does-nothing = { $what } does nothing here: values and gradients are shown on the graph.
gives-nothing = `{ $name }` is ignored here, so it has no value to compute with.
    .hint = Write the number in its place, or leave out what needs it.
the-module = The module `{ $module }`
import-refused = { $what } cannot be imported: nothing is loaded here, and only some modules are supported.
    .hint = If it is your own file, paste its text instead of the import. Otherwise remove the import; operations such as tanh or exp are always available. Supported are: { $listed }.
not-loaded = `{ $module }` is not loaded here, so it cannot be used.
    .hint = If it is your own file, paste its text instead of the import. Otherwise write out what it computes, or the number or list it returns; leave out what reads files, arguments or the clock.
    .captured = On a machine where it is installed, `backpass show script.py --loss loss` runs your script and shows its graph.
    .trained = `{ $module }` provides ready-made networks, often with weights from files, and neither is available here.
only-in-pytorch = `{ $name }` exists in PyTorch but is not supported here.
    .hint = Write out what it computes with supported operations, or leave out what needs it.
    .faster = It changes how or where a program runs, not its formulas: leave it out, and keep its argument.
write-the-network = Write the layers with `torch.nn`, such as `nn.Conv2d(3, 16, 3)` and `nn.Linear(16, 10)`; their weights are then random. On a machine where it is installed, `backpass show script.py --loss loss` runs your script and shows its graph.
from-elsewhere = `{ $name }` has no value here; it probably comes from { $count ->
        [one] { $modules }, which is
       *[other] one of { $modules }, which are
    } not loaded here.
module-ignored = `{ $module }` draws, measures or annotates; its functions do nothing here.
already-here = `{ $name }` is built in, so this definition of it is ignored.
sum-of-passes = `{ $name }` is the sum of several backward passes here, since it is never set to zero between them. The graph shows the gradients of the last one only.
    .hint = Call `zero_grad()`, or set the gradient to None, before each `backward()`, unless you want the sum.
backward-not-called = `{ $name }.backward` runs only where the program calls it: the gradients shown follow from `forward`.
    .hint = Write `class { $name }(torch.autograd.Function)` and call `{ $name }.apply(x)`: that makes a node with this rule.
sent-by-hand = The program runs its backward pass by hand: `.grad` is the sum of its `_backward()` calls, and the steps are those of the whole pass from the output.
    .hint = Begin with `output.grad = 1.0`, and call `_backward()` once for each result, after everything that uses it.
    .whole = The program runs its backward pass by hand: each call of `_backward()` is a step of the timeline, in program order, and `.grad` is the sum of these calls.
assertion = This assertion is false.
    .hint = Look at the values, or remove the line.
invalid-format = `{ $written }` does not fit the value, or is not a supported format.
    .hint = Write `.4f` for four digits after the decimal point.
einsum-formula = The first argument must say what is summed.
einsum-tensors = It names { $count ->
    [one] { $count } tensor
   *[other] { $count } tensors
}, but { $count2 ->
    [one] { $count2 } is given
   *[other] { $count2 } are given
}.
einsum-axes = Axes are named by letters, as in `ij,jk->ik`.
einsum-shape = `{ $names }` does not name the axes of the shape { $shape } one by one.
einsum-result = Each axis of the result must occur in it once, and in one of the tensors.
einsum-lengths = The axis { $name } has the length { $lengths } in one tensor but { $length } in another.
value-given-for = The value given for `{ $name }`
list-of = a list of { $count }
tensor-of-shape = a tensor of the shape { $shape }
the-upstream-gradient = The upstream gradient
an-index = An index
must-be-whole = { $what } must be a whole number.
    .hint = Write the number itself, as in `x[0]` or `axis=1`.
kind-object = an object of the class `{ $name }`
kind-value = a value of the graph
kind-truth = a Boolean
kind-number = a number
kind-text = a string
kind-list = a list
kind-tuple = several values separated by commas
kind-dictionary = a dictionary
kind-iterator = an iterator
kind-set = a set
kind-range = a range
kind-function = a function
kind-class = a class
kind-module = a module
kind-number-type = a number type
kind-random-key = a random key
kind-random-generator = a random number generator
kind-ellipsis = `...`
kind-slice = a slice
kind-none = nothing (None)
lines-read = { $lines ->
    [one] 1 line
   *[other] { $read } of { $lines } lines
    }
lines-passed-over = ignored: { $listed }
lines-shown-pass = the graph shows one pass: { $shown }
repetition-number = iteration { $number }
passed-over-fences = Markdown
passed-over-prompts = prompts and printed lines
passed-over-cells = labels and outputs of cells
passed-over-line-numbers = line numbers
passed-over-sentences = prose
passed-over-commands = notebook commands
passed-over-left-out = statements left out
passed-over-devices = devices
passed-over-precision = rounding to 32 bits
passed-over-rules = rules that are not called
passed-over-data = unavailable data (random numbers are used)
passed-over-definitions = definitions of built-in names
passed-over-files = files
passed-over-arguments = the command line
passed-over-plots = plots
left-out = This statement was left out; what it would compute or change is missing.
    .hint = Names defined in it are refused. Remove `# left out:` to read it again.
name-left-out = `{ $name }` comes from line { $line }, which was left out, so it has no value here.
    .hint = Leave this out as well, or give it a value: `{ $name } = 1.0`.
name-set-below = `{ $name }` has no value yet: line { $line } assigns one.
    .hint = A program runs from top to bottom, even if the notebook cells ran in another order. Put line { $line } above this one.
earlier-cell = { $names } { $count ->
        [one] is used and never set; it probably comes
       *[other] are used and never set; they probably come
    } from an earlier cell.
    .hint = Paste that cell too, or give a value: `{ $name } = [1.0, 2.0]`.
    .object = Paste the cell that makes `{ $name }` too: a name without a value is a single number, which has no `{ $member }`.
python-raises = Python raises { $name } here: { $text }.
no-exception = This is { $kind }, not an exception.
    .hint = Write an exception class, such as `ValueError`, or a tuple of them.
raised = The program raises an exception here, as it is written.
    .hint = Look at the condition that leads here, and at the values in it.
