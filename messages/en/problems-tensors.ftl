leaf-in-place = `{ $name }` would change a leaf that needs a gradient: it would become a result, and have no gradient of its own.
    .hint = Write `with no_grad():` around it to change its numbers, as a training step does, or change a copy: `x = x.clone()`.
    .named = Write `with no_grad():` around it to change its numbers, as a training step does, or change a copy: `x = x.clone()` for `{ $label }`.
tensor-of-computed = A new tensor is made of numbers, and here of tensors that were computed: it would be a leaf, and their gradients 0.
    .hint = Join them with `backpass.stack([...])`; write `.detach()` or `.data` where no gradient is wanted.
no-index = { $short } is no index.
    .hint = Indices are whole numbers, or a mask such as `x > 0`.
upstream-of-shape = The upstream gradient has the shape { $shape_of }, the output { $shape }: there must be one number per element.
    .hint = Give a single number, or a list of the output's shape.
beyond-second = Derivatives beyond the second are computed by single numbers only, and here a tensor has the shape { $shape }.
    .hint = Ask for `"order": 2`, or name inputs that are single numbers in `wrt`.
paths-too-many-slopes = The ways from here to the output have more than { GROUP($most) } slopes from number to number: too many to be followed.
    .hint = Ask for a node that comes later, or make the arrays smaller.
paths-not-finite = A slope on the way from here to the output is not finite, so the products along paths have no sum.
    .hint = Change the inputs so that every slope is a finite number.
paths-other-gradient = The program changes gradients on their way, so the products of slopes do not add up to this one.
    .hint = Take out what changes gradients, such as a hook.
element-missing = There is no element { $index } in a tensor of shape { $shape }.
    .hint = Give one place, counted from 0, for each axis.
    .number = A single number has no elements: leave `element` out.
loss-is-one-number = What is made small must be one number, but the output has the shape { $shape }.
    .hint = Take the sum or the mean of it.
upstream-as-word = the upstream gradient
empty-list = `{ $name }` is given an empty list.
    .hint = Give it at least one tensor.
keyword-twice = `{ $name }` is given `{ $keyword }` twice.
    .hint = Give it once, by place or by name.
not-whole = `{ $name }` of `{ $name2 }` is { $value }, which is no whole number.
    .hint = Write it as in `axis=0`.
did-you-mean-space = Did you mean `{ $meant }`?{" "}
does-not-take = `{ $name }` does not take `{ $keyword }`.
    .hint = { $guess }What it takes by name: { $listed }.
write-with-list = Write it as in `{ $name }([a, b])`.
leaves-the-graph = NumPy would take the numbers of a tensor out of the graph, and the gradient would end there in silence.
    .hint = Write `x.data`, `x.numpy()` or `x.detach()` for the numbers alone; join tensors with `backpass.stack([a, b])`.
copied-or-saved = A tensor made by `{ $name }` is copied or saved: without its graph its gradients would be wrong.
    .hint = Copy or save leaves; `x.clone()` is a copy in the graph, `x.detach()` one outside of it.
no-derivative-here = NumPy's `{ $name }` has no derivative here.
    .hint = Give it numbers: `x.data` or `x.detach()`. Operations of `engine` may be called by NumPy's names.
real-number = A tensor is a real number.
    .hint = Take `x.item()` first.
gradient-of-several = The gradient of a single number is asked for, and the output has the shape { $shape }.
    .hint = Take its sum or one element, give `grad_outputs`, or use `jacrev`.
does-not-feed = The input at place { $places } does not feed the output, or needs no gradient.
    .hint = Leave it out, or say `allow_unused=True` to get None for it.
materialized-gradients = A gradient that nothing sends is zeros here, not None.
    .hint = Leave `set_materialize_grads` out, and let `backward` work with zeros.
once-differentiable-rule = A backward rule marked as once differentiable is to be differentiated again.
view-in-place = `{ $name }` would change the result of `{ $name2 }`, which NumPy and PyTorch keep as a view: there the tensor it was taken from changes with it, here it would not.
    .hint = Assign to the tensor itself, as in `x[0] = …`, or change a copy: `.clone()`.
shape-in-place = `{ $name }` would give the shape { $shape }, and the tensor that is to be changed has { $shape2 }.
    .hint = A change in place keeps the shape; without `_` or `+=` the result may have another one.
shape-of-assigned = What is assigned has the shape { $shape }, and the place it is assigned to { $shape2 }.
    .hint = Give both the same shape, or a single number.
tensor-has-shape = The tensor has the shape { $shape }.
only-leaves = Only of leaves can be said that they need no gradient; this tensor was computed.
summary-in-place = { $summary } The tensor itself is changed.
no-forward-rule = `{ $name }` says how its gradient goes back, and not how its value follows from its inputs, so it can neither be computed for other numbers nor differentiated again.
    .hint = Define it as a `Function` with `forward` and `backward`.
no-rule = `{ $name }` was made with parents and without a rule, so nothing says what goes back through it.
    .hint = Set its `_backward`, or define it as a `Function`.
no-way-back = A `{ $name }` does not say how a gradient goes back.
    .hint = Give `grad_fn` an object with `parents`, a list of tensors, and `backward(upstream)`, or None.
requires-grad-kind = `requires_grad` is True or False, and here { $requires_grad }.
    .hint = Write `Tensor(data, requires_grad=False)`; micrograd's order is `Tensor(data, (children), 'op', 'label')`.
no-tensor-role = { $role } is no role of a tensor.
did-you-mean-unquoted = Did you mean { $meant }?{" "}
maximum-or-pair = `x.{ $name }({ $other })` is the { $name } along an axis in NumPy, and values with their places in PyTorch.
    .hint = Write `x.{ $name }(axis={ $other })`, or `x.{ $name }(dim={ $other })`. Of two tensors it is `backpass.{ $name }imum(x, { $other })`.
method-read-two-ways = `x.{ $call }` is one thing in NumPy and another in PyTorch.
    .hint = Write `x.{ $numpy }` for NumPy's, or `x.{ $pytorch }` for PyTorch's.
no-such-type = `{ $kind }` is no type of numbers that tensors have here.
to-takes = It takes a device, a type of whole numbers, truths or floating-point numbers, `copy` and `non_blocking`.
transpose-or-permute = `x.transpose{ $axes }` leaves x as it is in NumPy, and exchanges its axes in PyTorch.
    .hint = Write `x.T`, `x.swapaxes(0, 1)` or `x.transpose(1, 0)` to exchange them.
unknown-norm = The norm of the order { $kind } is not known here.
    .hint = Orders are 1, 2, inf and 'fro'.
