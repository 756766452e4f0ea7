irregular-list = { $shown } is neither a number nor a nested list of numbers with rows of equal length.
    .hint = Write a number such as 2.5, or a list such as [[1, 2], [3, 4]].
no-elements = A tensor of shape { $shape } has no elements, so there is nothing to compute.
    .hint = Give every axis a length of at least 1.
complex-number = { $shown } is a complex number; Backpass differentiates real numbers only.
    .hint = Write real and imaginary parts as two numbers.
not-finite = { $what } is not a finite number.
    .hint = Give a number between −1.8e308 and 1.8e308.
shapes-not-combined = { $operation } cannot combine the shapes { $listed }: from the right, two lengths must be equal or one of them 1.
    .hint = Give both the same shape, or length 1 along the axes to broadcast.
too-many-axes = This needs a tensor of { $count } axes; the limit is { $most_axes }.
    .hint = Leave out axes of length 1, or reshape to fewer axes.
axis-missing = The axis { $each } does not exist in the shape { $shape }.
    .hint = Its axes are { $range }.
scalar-axes = A scalar has no axes: omit `axis`.
axis-twice = The axes { $axes } name one axis twice.
    .hint = Name each axis once.
one-axis = One axis is needed, but { $axis } names { $count }.
    .hint = Name one, as in `axis=0`.
shape-too-long = The lengths { $lengths } are too large, even with an axis of length 0.
    .hint = Write smaller lengths, as in `shape=(0, 3)`.
shape-of-whole-numbers = { $lengths } is not a shape: lengths must be integers.
    .hint = Write it as in `shape=(2, 3)`.
