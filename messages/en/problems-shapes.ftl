which-axis = The shape { $shape } has { $count } axes, and no axis is given.
    .hint = Write the axis, as in `cumsum(x, axis=0)`.
no-parts = A single number has no elements, so it cannot be indexed.
    .hint = Leave the index out; `.item()` returns a tensor with one element as a Python number.
too-many-indices = There are { $named } indices, but the shape { $shape } has { $count ->
    [one] { $count } axis
   *[other] { $count } axes
}.
    .hint = Give at most one index per axis, and `...` once.
index-outside = The index { $outside } is outside axis { $axis } of the shape { $shape }.
    .hint = Indices run from 0 to { $length }, or from −{ $length2 } to −1.
    .empty = It has no elements there.
index-list-lengths = The index lists have different lengths: { $together }.
    .hint = Index lists are used together, so give them equal lengths.
shape-into-place = The shape { $shapes } does not fit the indexed elements of shape { $place }.
    .hint = Give as many numbers as the index selects.
write-star = For single numbers write `*`.
transpose-one = Transpose one of them with `.T`, or check whether its rows and columns are swapped.
as-many-matrices = Give both the same number of matrices.
every-axis-or-none = Name every axis, or none to reverse them.
give-vectors = Give vectors, or use `@`.
square-list = Give a list of n rows of n numbers.
singular-matrix = The matrix given to { $name } has no inverse: its rows depend on one another.
    .hint = Change an element, or add a small multiple of the identity.
number-per-row = Give one number per row of the matrix.
score-per-class = Give one score per class along the last axis, and as targets either class numbers, one per row (shape { $logits }), or one probability per class (shape { $logits2 }).
target-not-a-class = There are { $shape } classes, numbered from 0 to { $shape2 }, but a target is not one of these numbers.
    .hint = Give the number of the right class, or one probability for each class.
extreme-of-nothing = The shape { $shapes } has no elements, so there is no largest or smallest one; NumPy and PyTorch refuse this as well.
    .hint = Select at least one element, or add an element to use when there are none.
not-arranged = { $count ->
    [one] The { $count } element
   *[other] The { $count } elements
} of the shape { $shape } cannot be arranged as { $wanted }.
    .hint = The lengths must multiply to the number of elements; one may be -1.
axis-too-long = The shape { $shape } is longer than 1 along { $options }, so that axis cannot be removed.
    .hint = Only axes of length 1 can; sum or index over the others.
not-repeated = The shape { $shape } cannot be broadcast to { $wanted }: read from the right, each length must match or be 1.
    .hint = Reshape it first, with a length of 1 where it is to be repeated.
stack-for-scalars = Use stack for scalars.
another-axis = Choose another axis, or reshape.
unequal-rows = Tensors in a list need equal shapes, but these have { $listed }.
    .hint = Give all rows the same length.
