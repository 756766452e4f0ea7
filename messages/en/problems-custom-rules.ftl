rule-looks-at-inputs = `{ $name }` looks at numbers of its inputs (by `if`, `print`, `.item()`, `.data`, or as an index), so its rule is known for the numbers of this run alone; here it is needed for others, or to be differentiated again.
    .hint = Write it with operations alone: `torch.where(x > 0, a, b)` in place of `if x > 0`.
rule-uses-intermediate = The gradient of `{ $name }` is to be differentiated again, and its `backward` uses what `forward` computed on the way. PyTorch and autograd count that as constant, so a part of the second derivative would be missing.
    .hint = Save the inputs, or the output, and compute the rest in `backward`.
rule-looks-at-gradient = The backward rule of `{ $name }` looks at the numbers of the gradient that it gets (by `if`, `print`, `.item()`, `.data`); here it is run before any gradient is known, and its operations are followed later.
    .hint = Write it with operations alone: `torch.where(grad > 0, a, b)` in place of `if grad > 0`; leave `print(grad)` out.
static-method-missing = `{ $name }` has no static method `{ $member }`, so nothing says what it sends back.
    .hint = Define `forward(ctx, …)` and `backward(ctx, grad)` in the class, both with `@staticmethod`.
    .forward = `{ $name }` has no static method `{ $member }`, so nothing says what it computes.
method-not-static = `{ $name }.{ $member }` is a method of objects, and a function of your own is applied without one.
    .hint = Put `@staticmethod` before `def { $member }(ctx, …)`.
operation-method-missing = `{ $name }` is an operation of your own and has no method `{ $member }`.
    .hint = Define `forward(self, x)`, which computes the value, and `backward(self, upstream_grad)`, which gives a gradient for each parent.
operation-parents = `self.parents` of `{ $name }` are not the tensors that it was called with, so nothing says where its gradients go.
    .hint = Leave `self.parents` as it is, or set it to arguments of `forward`, each once: `self.parents = (a, b)`.
rule-gradient-count = The backward rule of `{ $name }` gives { $given ->
        [one] { $given } gradient
       *[other] { $given } gradients
    }, and `{ $name }` was applied to { $wanted ->
        [one] one argument
       *[other] { $wanted } arguments
    } (shapes: { $shapes }).
    .hint = Give one for each argument, in their order, and None for one that gets none.
rule-gives-nothing = The backward rule of `{ $name }` gives nothing back, and `{ $name }` was applied to { $wanted ->
        [one] one argument
       *[other] { $wanted } arguments
    } (shapes: { $shapes }). What a rule adds to `.grad` itself does not count.
    .hint = End it with `return` and a gradient for each argument: `return upstream * b, upstream * a`.
rule-gradient-kind = The backward rule of `{ $name }` gives { $kind } for input { $slot }, whose shape is { $wanted }, where a gradient is a number or a tensor.
    .hint = Give a number or a tensor of the shape of the input, or None for an input that gets no gradient.
rule-not-finite = The backward rule of `{ $name }` gives { $number } for input { $slot } (shape { $shape }), although its inputs and the gradient that arrived are finite.
    .hint = Look in the rule for a division by zero, a logarithm or a root at the edge of its domain, or an overflow.
rule-raised = This is in the backward rule of `{ $name }` { $place }, applied to tensors of these shapes: { $shapes }.
    .within = { $message } This is in the rule of `{ $name }`, applied to tensors of these shapes: { $shapes }.
rule-gradient-shape = The backward rule of `{ $name }` gives a gradient of the shape { $given } for input { $slot }, whose shape is { $wanted }.
    .hint = A gradient has the shape of what it is the gradient of: sum over the axes along which the input was repeated.
forward-in-place = `{ $name }.forward` changes its input in place, which would be missing from the graph.
    .hint = Compute a new tensor, `x + 1` in place of `x.add_(1)`, and give it back.
context-member = `ctx.{ $member }` is not followed here, and without it the gradients would be others than in PyTorch.
    .hint = Leave it out where the rule does not need it.
rule-missing = `{ $name }` is marked to have a derivative rule of its own, and none was given before it is called.
    .hint = Write { $how } after its definition.
rule-value-differs = `{ $name }` and the forward function of its rule give different values, so it is not clear which one is meant.
    .hint = Let the forward function give the same value, and besides it what the backward function needs.
rule-by-place = `{ $name }` takes its arguments by place, since the gradients that its rule gives are told apart by place.
    .hint = Write the arguments without names.
once-differentiable = The gradient of `{ $name }` is to be differentiated again, and its backward rule is marked as once differentiable.
    .hint = Take `once_differentiable` away where the rule is written with operations.
rule-forward-pair = The forward function of `{ $name }` gives two things: its value, and what its backward function needs.
    .hint = End it with `return y, (x,)`.
rule-backward-tuple = The backward function of `{ $name }` gives a tuple with a gradient for each argument, also where there is one.
    .hint = Write `return (g,)`.
defvjp-of-other = `defvjp` gives a rule to a function that is marked with `@primitive`, and this is none.
    .hint = Write `@primitive` on the line before its definition.
rule-uses-own-value = The gradient of `{ $name }` is to be differentiated again, and its rule uses the value of `{ $name }` itself.
    .hint = Compute it in the backward function with operations alone.
rule-not-linear = Forward mode needs a rule that is linear in the gradient it gets, and the one of `{ $name }` is not, or is not seen to be: what leads forward cannot be had from it.
    .hint = Ask for gradients in reverse mode, which follow the rule as it is written.
rule-tangent-shape = The rule of `{ $name }` gives a tangent of the shape { $given } for a value of the shape { $wanted }.
    .hint = A tangent has the shape of the value that it is the tangent of.
rule-tangent-not-linear = The rule of `{ $name }` is not linear in the tangents, or is not seen to be, so there is no transpose that leads back.
    .hint = Write each term as a slope times a tangent: `jnp.cos(x) * x_dot`.
rule-leaks = What `{ $name }` computes while its rule runs is used outside of it; there it is no part of the graph, and a gradient has no number before the backward pass.
    .hint = Use what the function gives back; look at gradients by `.grad` after `backward()`.
rule-tensors-in-list = `{ $name }` is given tensors within a list, through which no gradient would flow: its rule gives one for each argument.
    .hint = Hand over each tensor as an argument of its own, or all as one, by `torch.stack`.
rule-result-kind = The forward function of `{ $name }` gives { $kind }, and its results are the nodes of the graph.
    .hint = Give back one tensor, or several with commas between them.
rules-nested = `{ $name }` is applied within the rules of { $most } other functions, one within another.
    .hint = Write the innermost ones with operations.
custom-operation-summary = { $name }, an operation that the program defines.
custom-operation-why = What goes back is what the program's own backward rule computes.
rule-tensor-count = The backward rule of `{ $name }` gives { $count } gradients, and `{ $name }` was applied to { $count2 } tensors.
    .hint = Give one for each input, in their order, and None for an input that gets none.
rule-takes-numbers-out = The gradient of `{ $name }` is to be differentiated again, and its rule takes numbers out of the graph (`.data`, `.item()`, `.numpy()`), so that part of the derivative would be missing.
    .hint = Write the rule with tensors and operations alone.
rule-not-repeatable = The gradient of `{ $name }` is to be differentiated again; for that it was computed once more, and gave other numbers.
    .hint = Let it compute the same from the same inputs, or differentiate only once.
hook-shape = A hook gave a gradient of the shape { $shape } for one of { $shape2 }.
    .hint = What a hook gives has the shape of what it got.
