in-place-shape = A change in place keeps the shape: the tensor has { $shape }, and the result would have { $given }.
    .hint = Write `b = b + …` to make a new tensor.
whole-not-finite = This array is of whole numbers in { $library }, which can be neither infinite nor NaN.
of-whole-numbers = `{ $what }` of whole numbers gives other numbers in { $library }, so it is not computed here.
whole-numbers =
    .hint = Write them with a point: `1.0`.
read-only-view = These elements are others seen once more, and cannot be changed here: the original would change with them, at several places or none.
    .hint = Write `.copy()` or `.clone()` behind it, or change the original.
shared-leaf = `{ $name }` shares the numbers of a tensor, but not its gradient, which is not understood here.
    .hint = Write `x.clone()`, or `copy.deepcopy(x)`.
element-twice = The same element is given a value twice, and which of them counts is not defined.
    .hint = Name each element once.
changed-without-gradients = This value was computed with gradients, and is changed here without them: its graph would contradict its number.
    .hint = Change it outside `torch.no_grad()`, or make a new value: `b = b + …`.
changes-shape-for-all = `{ $name }` changes the shape of a tensor for everything that holds it, which is not done here.
computed-without-gradient = This value was computed with gradients, so it cannot be declared to have none: PyTorch allows that for leaves only.
jax-at-set = `x = x.at[i].set(value)` there, or{" "}
not-changed-in-place = No element of this value can be replaced: it is no array that is changed in place.
    .hint = Write { $how }a new value with `where`, `stack` or `concatenate`.
