assumed-input = `{ $name }` has no value, so it is taken as an input with the value 1.
    .hint = Write `{ $name } = 2.0` above, or move its slider.
other-case = Did you mean `{ $other }`? Capital and small letters are different names.
used-too-early = `{ $name }` is used here, but gets its value only in line { $line }, so 1 is taken for it here.
    .hint = A program runs from top to bottom. Move line { $line } above this one.
compared-instead = `{ $written }` compares two numbers; it gives `{ $name }` no value, which so counts as 1.
answer-of-comparison = `{ $shown }` is a comparison: its value is 1 where it is true and 0 where it is not, and its gradient is 0.
    .hint = To see how close it is, write the difference of its sides.
never-ends = The loop of line { $line } does not end: `{ $shown }` stays true, and nothing in the loop leaves it.
    .hint = Write how often to repeat, as in `for step in range(10):`, or a `break` under an `if`.
may-not-end = The loop of line { $line } was stopped, and it may never end: `{ $shown }` was still true after all the steps that are computed here.
    .hint = See that the loop changes what its condition asks for, or write how often to repeat, as in `for step in range(10):`.
read-as-one-name = `{ $name }` is read as one name, not as `{ $meant }`.
    .hint = If you mean that, write `{ $meant }`.
lost-power = `{ $shown }` is read as it stands; a raised digit or sign may be lost, as when a formula is copied from a PDF.
    .hint = If `{ $power }` was printed, write that.
value-for-computed = A value is given for `{ $name }`, but the program computes `{ $name }` itself.
    .hint = Give values only for names that are assigned a number, or for names that are not assigned at all.
has-shape = has the shape { $shape }
is-single-number = is a single number
input-shape = The program has { $wanted } at `{ $name }`, and the value given for it { $found }.
    .hint = Give a value of the same shape.
unused-input = A value is given for `{ $name }`, which the program does not use.
inputs-are = Its inputs are: { $listed }.
unknown-output = The output `{ $name }` is not a name of the program.
names-are = Its names are: { $listed }.
output-kind = The output `{ $name }` is { $kind_of }, and a gradient is taken of a number or a tensor.
    .hint = Name a value of the program, or let the last line compute one.
never-called = `{ $name }` is defined and never called, so there is nothing to differentiate.
    .hint = Call it in the last line: `{ $call }`.
call-it = Call it in the last line, with values that fit.
no-expression = There is no expression yet, so there is nothing to differentiate.
no-number = The program ran, but no line of it gives a number, so there is nothing to differentiate.
    .hint = Write one, for example `x**2 + 3*x`.
    .outside = No line of the program gives a number, and calls of `{ $name }` do nothing: programs here reach no commands, files or network.
    .printed = The program ran and printed { $printed ->
            [one] { $printed } line
           *[other] { $printed } lines
        }, but no line of it gives a number, so there is nothing to differentiate.
no-return = `{ $name }` returns nothing, so this call has no value: in Python, what a function computes is given back by `return`.
    .hint = End the function with `return { $result }`.
none-of-inputs = none of the inputs ({ $some })
no-input = no input
constant-output = The output depends on { $which }, so there is nothing to differentiate: every gradient is 0.
    .hint = Let the last line compute with an input, or name another `output`.
module-as-value = `{ $name }` is a module, not a value.
    .hint = Write one of its functions, as in `{ $name }.exp(x)`.
text-not-number = '{ $item }' is a text, but a number is needed here.
    .hint = Remove the quotes.
not-a-number = A number is needed here, and this is { $kind_of }.
    .comma = A comma at the end, as in `x = 3,`, makes a tuple of one value: remove that comma.
    .point = A number has a point, as in `2.5`, where some write a comma. A tensor is written in square brackets: `[2, 5]`.
    .return = A function without `return` gives nothing; let it return its value.
    .hint = Write a number, a name or an expression; call a function to get its value.
no-operation = `{ $symbol }` is no operation on these values.
    .hint = Numbers and tensors have `+ - * / ** @ // %` and comparisons.
empty-brackets = A number is needed here, and there are only empty brackets, `()`.
    .hint = Write a value between them, as in `(x + 1)`, or remove them.
nothing-in-it = There is nothing in it to compute with.
    .hint = Give it at least one element, as in `[1.0, 2.0]`.
does-nothing = { $what } does nothing here: values and gradients are on the graph.
gives-nothing = `{ $name }` is passed over here, so there is nothing of it to compute with.
    .hint = Write the number in its place, or leave out what needs it.
the-module = The module `{ $module }`
import-refused = { $what } cannot be imported: nothing is loaded here, only the spellings of some modules are understood.
    .hint = If it is a file of yours, paste its text in the place of the import. Else leave the import out; operations such as tanh or exp are always there. Understood are: { $listed }.
not-loaded = `{ $module }` is not loaded here, so nothing of it can be used.
    .hint = If it is a file of yours, paste its text in the place of the import. Else write out what it computes, or the number or list that it gives; leave out what reads files, arguments or the clock.
    .captured = On a machine where it is installed, `backpass show script.py --loss loss` runs your script and shows its graph.
    .trained = `{ $module }` gives ready networks, often with weights that are read from files, and neither is here.
only-in-pytorch = `{ $name }` exists in PyTorch, but is not supported here.
    .hint = Write out what it computes with operations that are here, or leave out what needs it.
    .faster = It changes how or where a program runs, not its formulas: leave it out, and keep what it is applied to.
write-the-network = Write the layers with `torch.nn`, such as `nn.Conv2d(3, 16, 3)` and `nn.Linear(16, 10)`; their weights are then drawn. On a machine where it is installed, `backpass show script.py --loss loss` runs your script and shows its graph.
from-elsewhere = `{ $name }` has no value here; it probably comes from { $count ->
        [one] { $modules }, which is
       *[other] one of { $modules }, which are
    } not loaded here.
module-ignored = `{ $module }` draws, measures or annotates; its functions do nothing here.
already-here = `{ $name }` is here already, so this definition of it is passed over.
sum-of-passes = `{ $name }` is the sum of several backward passes here, since nothing sets it to zero between them. The graph shows the gradients of the last one alone.
    .hint = Call `zero_grad()`, or set the gradient to None, before each `backward()`, unless the sum is wanted.
backward-not-called = `{ $name }.backward` runs only where the program calls it: the gradients shown follow from what `forward` computes.
    .hint = Write `class { $name }(torch.autograd.Function)` and call `{ $name }.apply(x)`: that makes a node with such a rule.
sent-by-hand = The program makes its backward pass by hand: `.grad` is what its calls of `_backward()` add up to, and the steps are those of the whole pass from the output.
    .hint = Begin with `output.grad = 1.0`, and call `_backward()` of each result once, after all that use it.
    .whole = The program makes its backward pass by hand: each call of `_backward()` is a step of the timeline, in the order of the program, and `.grad` is what the calls add up to.
assertion = What is asserted here is not true.
    .hint = Look at the values, or remove the line.
invalid-format = `{ $written }` does not fit the value, or is no format that is read here.
    .hint = Write `.4f` for four digits behind the point.
einsum-formula = The first argument says what is summed.
einsum-tensors = It names { $count } tensors, and { $count2 } are given.
einsum-axes = Axes are named by letters, as in `ij,jk->ik`.
einsum-shape = `{ $names }` does not name the axes of the shape { $shape } one by one.
einsum-result = Each axis of the result stands in it once, and in one of the tensors.
einsum-lengths = The axis { $name } has the length { $lengths } in one tensor and { $length } in another.
value-given-for = The value given for `{ $name }`
list-of = a list of { $count }
tensor-of-shape = a tensor of the shape { $shape }
the-upstream-gradient = The upstream gradient
an-index = An index
must-be-whole = { $what } must be a whole number.
    .hint = Write the number itself, as in `x[0]` or `axis=1`.
kind-object = an object of the class `{ $name }`
kind-value = a value of the graph
kind-truth = true or false
kind-number = a number
kind-text = a text
kind-list = a list
kind-tuple = several values with commas between them
kind-dictionary = a dictionary
kind-iterator = an iterator
kind-set = a set
kind-range = a range
kind-function = a function
kind-class = a class
kind-module = a module
kind-number-type = a type of numbers
kind-random-key = a key of random numbers
kind-random-generator = a generator of random numbers
kind-ellipsis = `...`
kind-slice = a slice
kind-none = nothing (None)
lines-read = { $lines ->
    [one] 1 line
   *[other] { $read } of { $lines } lines
    }
lines-passed-over = passed over: { $listed }
lines-shown-pass = the graph is that of one pass: { $shown }
repetition-number = repetition { $number }
passed-over-fences = Markdown
passed-over-prompts = prompts and printed lines
passed-over-cells = labels and outputs of cells
passed-over-line-numbers = line numbers
passed-over-sentences = prose
passed-over-commands = notebook commands
passed-over-left-out = what was left out
passed-over-devices = devices
passed-over-precision = rounding to 32 bits
passed-over-rules = rules that are not called
passed-over-data = data that is elsewhere (random numbers stand in)
passed-over-definitions = definitions of what is here already
passed-over-files = files
passed-over-arguments = the command line
passed-over-plots = plots
left-out = This statement was left out; what it would compute or change is missing.
    .hint = Names that come from it are refused. Remove `# left out:` to read it again.
name-left-out = `{ $name }` comes from line { $line }, which was left out, so it has no value here.
    .hint = Leave this out as well, or give it a value: `{ $name } = 1.0`.
name-set-below = `{ $name }` has no value yet: line { $line } gives it one.
    .hint = A program runs from top to bottom, also where the cells of a notebook ran in another order. Put line { $line } above this one.
earlier-cell = { $names } { $count ->
        [one] is used and never set; it probably comes
       *[other] are used and never set; they probably come
    } from an earlier cell.
    .hint = Paste that cell, too, or give a value: `{ $name } = [1.0, 2.0]`.
    .object = Paste the cell that makes `{ $name }`, too: a name without a value is a single number, which has no `{ $member }`.
python-raises = Python stops here with { $name }: { $text }.
no-exception = This is { $kind }, and no exception.
    .hint = Write a class of exceptions, such as `ValueError`, or a tuple of them.
raised = The program raises an exception here, as it is written.
    .hint = Look at the condition that leads here, and at the values in it.
