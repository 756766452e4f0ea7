irregular-list = { $shown } is not a number, nor a nested list of numbers in which all rows have the same length.
    .hint = Write a number such as 2.5, or a list such as [[1, 2], [3, 4]].
no-elements = A tensor of the shape { $shape } has no elements, so there is nothing to compute with.
    .hint = Give every axis a length of at least 1.
complex-number = { $shown } is a complex number, and gradients are computed of real numbers here.
    .hint = Write real and imaginary part as two numbers.
not-finite = { $what } is not a finite number.
    .hint = Give a number between −1.8e308 and 1.8e308.
shapes-not-combined = { $operation } cannot combine the shapes { $listed }: read from the right, two lengths must be equal or one of them 1.
    .hint = Give both the same shape, or put a 1 where a length is to be repeated.
too-many-axes = A tensor of { $count } axes would be needed; there are at most { $most_axes }.
    .hint = Leave out axes of length 1, or arrange the elements along fewer of them.
axis-missing = The axis { $each } does not exist in the shape { $shape }.
    .hint = Its axes are { $range }.
scalar-axes = A scalar has no axes: leave it out.
axis-twice = The axes { $axes } name one axis twice.
    .hint = Name each axis once.
one-axis = One axis is needed here, and { $axis } names { $count }.
    .hint = Name one, as in `axis=0`.
shape-too-long = No array has the lengths { $lengths }: apart from the 0 they are more than can be counted.
    .hint = Write smaller lengths, as in `shape=(0, 3)`.
shape-of-whole-numbers = A shape is made of whole numbers, and { $lengths } is none.
    .hint = Write it as in `shape=(2, 3)`.
