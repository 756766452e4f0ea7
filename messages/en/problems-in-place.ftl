in-place-shape = A change in place keeps the shape: the tensor has { $shape }, but the result would have { $given }.
    .hint = Write `b = b + …` to make a new tensor.
whole-not-finite = This is an array of integers in { $library }, which can be neither infinite nor NaN.
of-whole-numbers = `{ $what }` of integers gives other numbers in { $library }, so Backpass does not support it.
whole-numbers =
    .hint = Write them with a decimal point: `1.0`.
read-only-view = This is a read-only view (a diagonal, or repeated elements), so it cannot be changed in place.
    .hint = Add `.copy()` or `.clone()`, or change the original.
shared-leaf = `{ $name }` shares the numbers of a tensor but not its gradient, which Backpass does not support.
    .hint = Write `x.clone()`, or `copy.deepcopy(x)`.
element-twice = The same element is assigned twice, and it is undefined which value counts.
    .hint = Name each element once.
changed-without-gradients = This value was computed with gradients but is changed here without them: its graph would contradict its number.
    .hint = Change it outside `torch.no_grad()`, or make a new value: `b = b + …`.
changed-when-detached = This changes the numbers of a value that was computed with gradients, since what is detached shares them, and that value is used afterwards: its graph would contradict its number.
    .hint = Write `y = y.detach().clone()` before.
changes-shape-for-all = `{ $name }` would change the shape of a tensor for everything that holds it, which is not supported.
computed-without-gradient = This value was computed with gradients, so it cannot be declared to have none: PyTorch allows that for leaves only.
jax-at-set = `x = x.at[i].set(value)` there, or{" "}
not-changed-in-place = Elements of this value cannot be replaced: it is not an array that supports changes in place.
    .hint = Write { $how }a new value with `where`, `stack` or `concatenate`.
