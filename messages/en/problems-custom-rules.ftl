rule-looks-at-inputs = `{ $name }` reads numbers of its inputs (by `if`, `print`, `.item()`, `.data`, or as an index), so its rule is valid only for the numbers of this run. Here it is needed for other numbers, or must be differentiated again.
    .hint = Use operations only: `torch.where(x > 0, a, b)` instead of `if x > 0`.
rule-uses-intermediate = The gradient of `{ $name }` is differentiated again, but its `backward` uses intermediate values of `forward`. PyTorch and autograd treat these as constants, so a part of the second derivative would be missing.
    .hint = Save the inputs or the output, and compute the rest in `backward`.
rule-looks-at-gradient = The backward rule of `{ $name }` reads the numbers of its gradient (by `if`, `print`, `.item()`, `.data`). Backpass runs the rule before any gradient is known, to record its operations.
    .hint = Use operations only: `torch.where(grad > 0, a, b)` instead of `if grad > 0`; leave out `print(grad)`.
static-method-missing = `{ $name }` has no static method `{ $member }`, so its backward pass is not defined.
    .hint = Define `forward(ctx, …)` and `backward(ctx, grad)` in the class, both with `@staticmethod`.
    .forward = `{ $name }` has no static method `{ $member }`, so its value is not defined.
method-not-static = `{ $name }.{ $member }` is an instance method, but a custom function is applied without an instance.
    .hint = Put `@staticmethod` before `def { $member }(ctx, …)`.
operation-method-missing = The custom operation `{ $name }` has no method `{ $member }`.
    .hint = Define `forward(self, x)`, which computes the value, and `backward(self, upstream_grad)`, which returns a gradient for each parent.
operation-parents = `self.parents` of `{ $name }` are not the tensors it was called with, so its gradients have no destination.
    .hint = Leave `self.parents` as it is, or set it to arguments of `forward`, each once: `self.parents = (a, b)`.
rule-gradient-count = The backward rule of `{ $name }` returns { $given ->
        [one] { $given } gradient
       *[other] { $given } gradients
    }, but `{ $name }` was applied to { $wanted ->
        [one] one argument
       *[other] { $wanted } arguments
    } (shapes: { $shapes }).
    .hint = Return one for each argument, in order, and None for one that gets none.
rule-gives-nothing = The backward rule of `{ $name }` returns nothing, but `{ $name }` was applied to { $wanted ->
        [one] one argument
       *[other] { $wanted } arguments
    } (shapes: { $shapes }). What a rule adds to `.grad` itself does not count.
    .hint = End it with `return` and a gradient for each argument: `return upstream * b, upstream * a`.
rule-gradient-kind = The backward rule of `{ $name }` returns { $kind } for input { $slot } of shape { $wanted }, but a gradient is a number or a tensor.
    .hint = Return a number or a tensor of the input's shape, or None for an input that gets no gradient.
rule-not-finite = The backward rule of `{ $name }` returns { $number } for input { $slot } (shape { $shape }), although its inputs and the upstream gradient are finite.
    .hint = Check the rule for a division by zero, a logarithm or a root at the edge of its domain, or an overflow.
rule-raised = This is in the backward rule of `{ $name }` { $place }, applied to tensors of shapes { $shapes }.
    .within = { $message } This is in the rule of `{ $name }`, applied to tensors of shapes { $shapes }.
rule-gradient-shape = The backward rule of `{ $name }` returns a gradient of shape { $given } for input { $slot }, whose shape is { $wanted }.
    .hint = A gradient has the shape of its input: sum over the axes along which the input was broadcast.
forward-in-place = `{ $name }.forward` changes its input in place, which would be missing from the graph.
    .hint = Compute a new tensor, `x + 1` instead of `x.add_(1)`, and return it.
context-member = Backpass does not support `ctx.{ $member }`. Without it the gradients would differ from PyTorch's.
    .hint = Leave it out where the rule does not need it.
rule-missing = `{ $name }` is declared to have its own derivative rule, but none is defined before the call.
    .hint = Write { $how } after its definition.
rule-value-differs = `{ $name }` and the forward function of its rule return different values, so it is unclear which one is meant.
    .hint = Let the forward function return the same value, and also what the backward function needs.
rule-by-place = `{ $name }` takes positional arguments only, since its rule returns gradients by position.
    .hint = Write the arguments without names.
once-differentiable = The gradient of `{ $name }` is differentiated again, but its backward rule is marked `once_differentiable`.
    .hint = Remove `once_differentiable` if the rule uses operations only.
rule-forward-pair = The forward function of `{ $name }` must return two things: its value, and what its backward function needs.
    .hint = End it with `return y, (x,)`.
rule-backward-tuple = The backward function of `{ $name }` must return a tuple with a gradient for each argument, even for one argument.
    .hint = Write `return (g,)`.
defvjp-of-other = `defvjp` needs a function marked with `@primitive`, and this is not one.
    .hint = Write `@primitive` on the line before its definition.
rule-uses-own-value = The gradient of `{ $name }` is differentiated again, but its rule uses the value of `{ $name }` itself.
    .hint = Compute it in the backward function with operations only.
rule-not-linear = Forward mode needs a rule that is linear in its gradient. The rule of `{ $name }` is not, or Backpass cannot tell.
    .hint = Ask for gradients in reverse mode, which uses the rule as written.
rule-tangent-shape = The rule of `{ $name }` returns a tangent of shape { $given } for a value of shape { $wanted }.
    .hint = A tangent has the shape of its value.
rule-tangent-not-linear = The rule of `{ $name }` is not linear in the tangents, or Backpass cannot tell, so it has no transpose for the backward pass.
    .hint = Write each term as a local derivative times a tangent: `jnp.cos(x) * x_dot`.
rule-leaks = A value that `{ $name }` computes in its rule is used outside the rule. It is not in the graph there, and a gradient has no number before the backward pass.
    .hint = Use what the function returns; read gradients from `.grad` after `backward()`.
rule-tensors-in-list = `{ $name }` is given tensors in a list, through which no gradient would flow: its rule returns one per argument.
    .hint = Pass each tensor as its own argument, or all as one with `torch.stack`.
rule-result-kind = The forward function of `{ $name }` returns { $kind }, but its results must be nodes of the graph.
    .hint = Return one tensor, or several separated by commas.
rules-nested = `{ $name }` is nested within the rules of { $most } other functions, which is the limit.
    .hint = Write the innermost ones with operations.
custom-operation-summary = { $name }, an operation that the program defines.
custom-operation-why = The program's own backward rule computes this contribution.
rule-tensor-count = The backward rule of `{ $name }` returns { $count ->
    [one] { $count } gradient
   *[other] { $count } gradients
}, but `{ $name }` was applied to { $count2 ->
    [one] { $count2 } tensor
   *[other] { $count2 } tensors
}.
    .hint = Return one for each input, in order, and None for an input that gets none.
rule-takes-numbers-out = The gradient of `{ $name }` is differentiated again, but its rule takes numbers out of the graph (`.data`, `.item()`, `.numpy()`), so a part of the derivative would be missing.
    .hint = Write the rule with tensors and operations only.
rule-not-repeatable = The gradient of `{ $name }` is differentiated again. For this its rule ran a second time, and returned different numbers.
    .hint = Let it compute the same from the same inputs, or differentiate only once.
hook-shape = A hook returned a gradient of shape { $shape } instead of { $shape2 }.
    .hint = A hook returns a gradient of the shape it received.
