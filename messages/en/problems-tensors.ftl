leaf-in-place = `{ $name }` would change a leaf that requires a gradient: it would become a computed tensor without its own gradient.
    .hint = To change its numbers, as a training step does, put this inside `with no_grad():`. Or change a copy: `x = x.clone()`.
    .named = To change its numbers, as a training step does, put this inside `with no_grad():`. Or change a copy: `x = x.clone()` for `{ $label }`.
tensor-of-computed = A new tensor needs numbers, but these are computed tensors: it would be a leaf, and their gradients 0.
    .hint = Join them with `backpass.stack([...])`; write `.detach()` or `.data` where no gradient is wanted.
no-index = { $short } is not an index.
    .hint = Indices are whole numbers, or a mask such as `x > 0`.
upstream-of-shape = The upstream gradient has the shape { $shape_of }, but the output has { $shape }: one number per element is needed.
    .hint = Give a single number, or a list of the output's shape.
beyond-second = Derivatives beyond the second are supported only for single numbers, but a tensor here has the shape { $shape }.
    .hint = Ask for `"order": 2`, or name inputs that are single numbers in `wrt`.
paths-too-many-slopes = The paths from here to the output have more than { GROUP($most) } local derivatives between elements: too many to follow.
    .hint = Ask for a later node, or make the arrays smaller.
paths-not-finite = A local derivative on a path from here to the output is not finite, so the products along the paths have no sum.
    .hint = Change the inputs so that every local derivative is finite.
paths-other-gradient = The program changes gradients in the backward pass, so the products along the paths do not add up to this gradient.
    .hint = Remove what changes gradients, such as a hook.
element-missing = There is no element { $index } in a tensor of shape { $shape }.
    .hint = Give one index, counted from 0, for each axis.
    .number = A single number has no elements: leave `element` out.
loss-is-one-number = A loss must be one number, but the output has the shape { $shape }.
    .hint = Take its sum or mean.
upstream-as-word = the upstream gradient
empty-list = `{ $name }` is given an empty list.
    .hint = Give it at least one tensor.
keyword-twice = `{ $name }` is given `{ $keyword }` twice.
    .hint = Give it once, by position or by name.
not-whole = `{ $name }` of `{ $name2 }` is { $value }, which is not a whole number.
    .hint = Write it as in `axis=0`.
did-you-mean-space = Did you mean `{ $meant }`?{" "}
does-not-take = `{ $name }` does not take `{ $keyword }`.
    .hint = { $guess }Its keyword arguments are: { $listed }.
write-with-list = Write it as in `{ $name }([a, b])`.
number-leaves-the-graph = `float` and the functions of Python's `math` would take the number of a tensor out of the graph, and the gradient would silently stop there.
    .hint = Write `x.item()` for the number alone; for a function, write that of the tensor: `x.tanh()` or `backpass.tanh(x)`.
leaves-the-graph = NumPy would take the numbers of a tensor out of the graph, and the gradient would silently stop there.
    .hint = Write `x.data`, `x.numpy()` or `x.detach()` for the numbers alone; join tensors with `backpass.stack([a, b])`.
copied-or-saved = A tensor computed by `{ $name }` is copied or saved: without its graph its gradients would be wrong.
    .hint = Copy or save leaves only; `x.clone()` copies within the graph, `x.detach()` outside it.
no-derivative-here = NumPy's `{ $name }` has no derivative here.
    .hint = Pass numbers: `x.data` or `x.detach()`. Operations of `backpass` may be called by NumPy's names.
real-number = A tensor cannot become a complex number.
    .hint = Take `x.item()` first.
gradient-of-several = A gradient needs an output that is one number, but the output has the shape { $shape }.
    .hint = Take its sum or one element, give `grad_outputs`, or use `jacrev`.
does-not-feed = The input at position { $places } does not feed the output, or requires no gradient.
    .hint = Leave it out, or write `allow_unused=True` to get None for it.
materialized-gradients = A gradient with no contribution is zero here, not None.
    .hint = Leave `set_materialize_grads` out, and let `backward` work with zeros.
once-differentiable-rule = A backward rule marked `once_differentiable` is differentiated again.
view-in-place = `{ $name }` would change the result of `{ $name2 }`, a view in NumPy and PyTorch: there the original tensor changes with it, here it would not.
    .hint = Assign to the tensor itself, as in `x[0] = …`, or change a copy: `.clone()`.
shape-in-place = `{ $name }` would give the shape { $shape }, but the tensor to change has { $shape2 }.
    .hint = A change in place keeps the shape; without `_` or `+=` the result may have another one.
shape-of-assigned = The assigned value has the shape { $shape }, but its target has { $shape2 }.
    .hint = Give both the same shape, or assign a single number.
tensor-has-shape = The tensor has the shape { $shape }.
only-leaves = `requires_grad` can be turned off only for leaves; this tensor was computed.
no-forward-rule = `{ $name }` defines its backward pass but not how its value follows from its inputs, so it cannot be recomputed or differentiated again.
    .hint = Define it as a `Function` with `forward` and `backward`.
no-rule = `{ $name }` was made with parents but without a backward rule, so its gradients are not defined.
    .hint = Set its `_backward`, or define it as a `Function`.
no-way-back = A `{ $name }` does not define a backward pass.
    .hint = Give `grad_fn` an object with `parents`, a list of tensors, and `backward(upstream)`, or None.
requires-grad-kind = `requires_grad` must be True or False, not { $requires_grad }.
    .hint = Write `Tensor(data, requires_grad=False)`; micrograd's order is `Tensor(data, (children), 'op', 'label')`.
no-tensor-role = { $role } is not a role of a tensor.
did-you-mean-unquoted = Did you mean { $meant }?{" "}
maximum-or-pair = `x.{ $name }({ $other })` is the { $name } along an axis in NumPy, but values with their indices in PyTorch.
    .hint = Write `x.{ $name }(axis={ $other })`, or `x.{ $name }(dim={ $other })`. For two tensors write `backpass.{ $name }imum(x, { $other })`.
method-read-two-ways = `x.{ $call }` means one thing in NumPy and another in PyTorch.
    .hint = Write `x.{ $numpy }` for NumPy's, or `x.{ $pytorch }` for PyTorch's.
no-such-type = `{ $kind }` is not a supported tensor type.
to-takes = It takes a device, an integer, Boolean or floating-point type, `copy` and `non_blocking`.
transpose-or-permute = `x.transpose{ $axes }` leaves x as it is in NumPy, but swaps its axes in PyTorch.
    .hint = Write `x.T`, `x.swapaxes(0, 1)` or `x.transpose(1, 0)` to swap them.
unknown-norm = The norm of order { $kind } is not supported.
    .hint = Orders are 1, 2, inf and 'fro'.
