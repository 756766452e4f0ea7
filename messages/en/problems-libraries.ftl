no-parameter = `{ $name }` has no parameter `{ $name2 }`.
given-twice = `{ $name }` is given `{ $name2 }` twice.
parameter-missing = `{ $name }` needs `{ $name2 }`.
most-by-place = `{ $name }` takes at most { $count } positional { $count ->
        [one] argument
       *[other] arguments
    }.
rows-apart = `{ $name }` takes one list; the outer brackets around all of its rows or numbers are missing.
one-list-of-rows = Put the rows into one list, as in `{ $name }([[1, 2], [3, 4]])`, and name the options.
kinds-together = `{ $name }` does not support this combination of types.
did-you-mean = Did you mean `{ $close }`?
understood-here = Supported: { $names }.
call-without-arguments = Call it without arguments.
parameter-not-understood = Backpass does not support the argument `{ $name }` of `{ $dotted }`.
    .hint = Leave it out. { $honoured }
value-not-understood = Backpass does not support `{ $given }` of `{ $name }`.
understood-by-name = Supported by name: { $known }.
values-by-place = Use positional arguments.
option-not-understood = `{ $name }={ $shown }` is not supported.
    .hint = Supported are: { $known }.
operation-differs = `{ $dotted }` differs from the operation of that name here.
item-of-several = `item()` needs exactly one element, but there are { $size }.
    .hint = Pick one, as in `x[0].item()`, or write `x.tolist()`.
pair-of-maximum = PyTorch's `max` and `min` along an axis return a pair: the values and their indices.
    .hint = Take one: `x.max(1).values`, or `values, indices = x.max(1)`.
dot-of-many-axes = `dot` of tensors with more than two axes sums over the last axis of one and the second last of the other.
    .hint = Write it with `einsum`, or use `@` for stacks of matrices.
t-of-many-axes = `t()` transposes a matrix, but this has { $axes } axes.
    .hint = Say which axes to swap: `x.transpose(0, 1)`.
nodes-are-named = names a node of TensorFlow's own graph
computed-on-server = Backpass has one device
memory-layout = the memory layout changes no number
one-generator = all random functions share one generator
computed-in-float64 = everything is computed in float64
order-of-products = the order of products changes no number beyond rounding
all-float64 = all numbers are float64
faster-promise = a hint that only makes a library faster
graph-always-there = the graph is always there
differentiable-again = gradients can always be differentiated again
gradients-go-where-asked = gradients are computed for whatever is requested
tape-asked-often = a tape can be used any number of times
way-of-computing = changes how a number is computed, not its value
step-not-differentiated = an optimiser step is not differentiated
draws-what-it-draws = a function draws the same in any case
arrays-of-one-kind = all arrays are of one type
nothing-waits = nothing is asynchronous
choose-with-where = It selects from lists of conditions: write `where(condition, a, b)`, nested for several.
rounds-halves = It rounds halves away from zero, `round` here to the nearest even number: write `jnp.round(x)`.
ieee-remainder = It is the IEEE remainder, which may be negative: write `x - y*round(x/y)`, or `x % y`.
picks-one-place = It selects one index along an axis: write `x[:, i]`.
picks-in-brackets = Write the indices in square brackets: `x[i, j]`.
sorts-in-place = `x.sort()` changes the array itself. Write `x = np.sort(x)`.
argmax-of-jnp = Write `jnp.argmax(x, axis)`, or `jnp.argmin(x, axis)`.
equal-as-whole = It tests whether two whole tensors are equal: write `torch.eq(a, b).min()`.
equal-as-whole-method = It tests whether two whole tensors are equal: write `a.eq(b).min()`.
cross-entropy-of-functional = Write `F.binary_cross_entropy_with_logits`, whose `reduction` is a string.
draws-of-distribution = It draws from a distribution that is not supported; use `normal` or `uniform`.
truncates = It truncates whole numbers: write `a / b`.
assign-result = Assign the result to a name instead.
choose-before = Select with `where(condition, x, 0)` first.
combine-afterwards = Combine it with the result afterwards.
assign-to-same-name = Assign the result to the same name instead: `x = relu(x)`.
floats-only = All numbers are float64 here; for whole numbers use `floor` or `round`.
weigh-each-loss = Multiply each loss by its weight with `reduction='none'`, and take the mean.
weighted-logistic-loss = Write the loss with its weight: `-(w*t*log_sigmoid(x) + (1 - t)*log_sigmoid(-x)).mean()`.
smoothed-targets = Give smoothed probabilities as targets.
known-norms = Supported are 1, 2 and infinity for vectors; 1, infinity and 'fro' for matrices.
tree-functions = For trees use `jax.tree.map` and `jax.tree.leaves`; gradients have the structure of the arguments.
value-alone = Return the value alone, and compute the rest separately.
follows-from-arguments = It follows from the arguments.
reduction-today = It is now called `reduction`: write `reduction='mean'` or `reduction='sum'`.
reduction-none-today = It is now called `reduction`: write `reduction='none'`.
stand-in-pictures = { $name } is not available here: { $count } random images of its shape, { $shape }, are used instead, and their labels cycle through the classes. A batch has at most these.
    .hint = The graph shows model, loss and backward pass of that batch; accuracies mean nothing. To use your own numbers, set `.data` and `.targets` of the data set.
stand-in-folder = The folder `{ $path }` is not available here: { $count } random images of the shape { $shape } and of two classes are used instead. A batch has at most these.
stand-in-picture = The image `{ $path }` is not available here: { $height }×{ $width } random pixels, with { $channels ->
        [one] 1 channel
       *[other] { $channels } channels
    }, are used instead. They are the same in every run.
    .hint = The graph shows what the program computes; its values mean nothing. To use your own numbers, assign an array instead of reading the image.
stand-in-table = The table `{ $path }` is not available here: { $rows } rows of { $columns } random numbers are used; the last column alternates labels 0 and 1. They are the same in every run.
    .hint = The graph shows model, loss and backward pass on these numbers; losses mean nothing. To use your own numbers, assign them instead of reading the file.
stand-in-columns = The table `{ $path }` is not available here: { $rows } random numbers are used for each column that the program names; a label column alternates 0 and 1. They are the same in every run.
missing-values-of-a-table = Checking a table for missing values is not supported. Leave it out if none are missing.
rows-drawn-of-a-table = Drawing random rows of a table is not supported. Leave it out, or use `np.random.permutation`.
rows-by-their-labels = Selecting table rows by label is not supported. Write `.iloc` with positions, as in `df.iloc[0:5]`.
stand-in-data-set = The data set `{ $name }` is not available here: instead of { GROUP($rows) } rows, { $kept } rows of { $columns } random numbers are used, { $classes ->
        [0] with random targets
       *[other] and their labels cycle through { $classes } classes
    }. They are the same in every run.
parts-of-a-version = Only versions made of numbers can be compared here, as in `2.1.0`.
stand-in-files = The files `{ $pattern }` are not available here: { $count } made-up ones, from `{ $first }` on, are used.
stand-in-text = The file `{ $path }` is not available here: a made-up text of { $lines } lines, { GROUP($characters) } characters, is used. It is the same in every run.
    .hint = The graph shows model, loss and backward pass on that text; losses mean nothing. To use your own text, assign it instead of reading the file.
embedding-row = `padding_idx` is not a row of this embedding.
    .hint = Give the number of a row: from 0, or from −1 for the last.
embedding-table = An embedding needs a table with two axes: one row for each word.
split-sizes = The sizes of the split do not fit: each is a share between 0 and 1 or a number of rows, and both parts need a row.
arrays-of-one-length = The arrays to split have different lengths.
scaler-not-fitted = The scaler has seen no data yet: call `fit` first.
drawn-model = The data of `{ $name }` is not available here, so the graph shows its output for random numbers of a fitting shape: `{ $call }`.
    .hint = To use your own numbers, write such a call in the last line.
complex-eigenvalues = `{ $name }` returns complex numbers in general, which are not supported.
    .hint = For a symmetric matrix use `eigh` or `eigvalsh`; they have gradients.
wrapping-type = Numbers of type `{ $name }` wrap around on overflow, but here they do not.
    .hint = Write `int64`, or `bool` for a mask; small numbers give the same results.
complex-type = Complex numbers such as `{ $name }` are not supported.
    .hint = Compute with real and imaginary parts as two arrays.
factor-of-circles = `factor` is the size of the inner circle relative to the outer one: at least 0 and below 1.
nothing-of-files = Files and folders are ignored: none exist here, and nothing is written.
nothing-of-pictures = Windows that show images are ignored.
nothing-of-precision = 16-bit precision is ignored: everything uses 64 bits, about 16 digits.
nothing-of-arguments = The command line is ignored: each argument has its default, or None if it has none.
arguments-of-command-line = Command-line arguments are not read here: write their values as defaults.
no-pattern = This needs a regular expression and a string (`{ $text }`).
    .hint = Write the pattern in the syntax of Python’s `re`, and search a string.
slow-pattern = Searching for `{ $pattern }` may take too long: the pattern or the text is long, or a repeated group can match in several ways.
    .hint = Repeat single characters or sets such as `[a-z]+`, not groups of variable length.
no-files = `{ $name }` reads a file, and there are no files here.
    .hint = Write the numbers into the program, or give them as inputs.
leave-parameter-out = Leave it out.
whole-numbers-from = { $count ->
        [one] a whole number
       *[other] { $count } whole numbers
    } from { $least }
below-stride = numbers below the stride
no-image = The shape { $shape } has { $count ->
        [one] one axis
       *[other] { $count } axes
    }, but an image is needed, whose last { $rank ->
        [one] axis is its length
       *[other] { $rank } axes are its lengths
    }.
    .hint = Write { $batched } axes (images, channels, lengths), or { $single } for a single image.
channels-differ = Weights of the shape { $weight } do not fit an input of the shape { $shape } in { $groups ->
        [one] one group
       *[other] { $groups } groups
    }.
    .hint = The weights must match the input's number of channels, the length of its second axis.
bias-of-channels = A bias of the shape { $shape } does not fit { $count ->
        [one] one channel
       *[other] { $count } channels
    }.
kernel-too-large = A kernel of the shape { $kernel } is larger than an input with the lengths { $lengths }.
    .hint = Padding counts; use a smaller kernel, more padding or a larger input.
half-of-kernel = numbers up to half of the kernel
arrays-that-differ = The two arrays are not equal within the tolerance, so the program stops here.
name-in-container = A module must not have the name of a method of its container, such as `keys`.
probs-or-logits = A distribution takes either `probs` or `logits`, not both.
divergence-of-distributions = The divergence is supported for two normal or two categorical distributions.
lazy-parameters = A lazy layer has no parameters before its first call: call the model with an example first.
batch-normalisation-axes = This batch normalisation takes (N, C) or (N, C, L) in 1D, (N, C, H, W) in 2D, (N, C, D, H, W) in 3D.
one-value-of-channel = Batch normalisation needs more than one value per channel in training.
names-of-state = The names in the state do not match those of the module.
shapes-of-state = A value in the state has a different shape from that in the module.
optimiser-without-parameters = The optimiser is given no parameters.
    .hint = Pass `model.parameters()`. As in PyTorch, a plain list or dictionary does not register its layers or parameters: use `nn.ModuleList`, `nn.ModuleDict` or `nn.ParameterList`.
nesterov-needs-momentum = Nesterov’s momentum needs a `momentum` above 0 and no `dampening`.
fans-of-vector = Fan-in and fan-out are not defined for tensors with fewer than two axes.
norm-not-finite = The norm of the gradients is not finite.
parts-of-axis = An axis of length { $length } cannot be split into { $sizes }.
    .hint = Sizes must add up to the length; equal parts must divide it.
vector-or-matrix = A vector or a matrix is needed here, not the shape { $shape }.
axes-of-sequence = A sequence of shape (L, N, H), or (L, H) without a batch, is needed; with `batch_first=True` (N, L, H).
heads-of-attention = The embedding length must be a multiple of the number of heads.
causal-without-mask = `is_causal=True` also needs an `attn_mask`.
mask-beside-causal = Give either `attn_mask` or `is_causal=True`.
lengths-of-scan = The arrays that `scan` iterates over must have equal lengths.
step-of-scan = A step of `scan` must return a pair: the next state and the output of the step.
glu-odd-length = `glu` splits an axis into two halves, so the length of the axis must be even.
dataset-rows = The tensors of a `TensorDataset` have a row for each example, so their first axes must have the same length.
split-lengths = The lengths of `random_split` must add up to the length of the dataset, or to 1 where they are shares.
examples-of-batch = `batch_size` is the number of examples in a batch: at least 1, or None for no batches.
own-picture-in-another-size = Resizing your own image would give different numbers from the library's, so only made-up images are resized. Give the numbers in the size you need.
transform-of-no-picture = This transform is supported only for images of `torchvision.datasets`, before `ToTensor`. Put it there, or leave it out.
other-features = `{ $layer }({ $features }, { $outputs })` takes { $features ->
    [one] { $features } feature
   *[other] { $features } features
}, but { $what } has { $given }.
    .hint = Write `{ $layer }({ $given }, { $outputs })`, or give it rows of { $features ->
        [one] { $features } number
       *[other] { $features } numbers
    }: the last axis holds the features.
its-input = its input
pictures-in-batch = A batch needs tensors, but these are images. Give the data set `transform=transforms.ToTensor()`.
normalisation-of-no-tensor = `Normalize` takes a tensor: put `ToTensor()` before it.
channels-of-normalisation = `mean` and `std` of `Normalize` have one number, or one for each channel of an image of shape (channels, height, width).
normalisation-by-zero = `Normalize` divides by `std`, so no element of `std` may be 0.
softmax-of-image-axes = `Softmax2d` takes (C, H, W) or (N, C, H, W).
prelu-parameters = `PReLU` has one parameter, or as many as the input has channels: the length of its second axis.
one-group = LBFGS supports only one parameter group.
dropout-probability = The probability `p` of dropping an element must be between 0 and 1.
triplet-margin = The `margin` of a triplet loss must be greater than 0.
multi-margin-power = The exponent `p` of `multi_margin_loss` must be 1 or 2.
class-numbers = A class number is at least 0 and smaller than the number of classes.
negative-variance = A variance `var` must not be negative.
one-weight-per-channel = Weight and bias must be vectors with one element for each channel.
channels-in-groups = The number of channels must be a multiple of the number of groups.
one-value-of-group = Group normalisation needs more than one value per group.
instance-normalisation-axes = Instance normalisation takes (N, C, L), (N, C, H, W) or (N, C, D, H, W).
one-value-of-instance = Instance normalisation needs more than one value per channel.
shape-to-normalise = The lengths of the last axes of the input must be `normalized_shape`.
channels-to-shuffle = The number of channels must be a multiple of the square of `upscale_factor`.
lengths-to-unshuffle = Height and width must be multiples of `downscale_factor`.
axes-to-interpolate = `interpolate` takes (N, C, L), (N, C, H, W) or (N, C, D, H, W).
factors-of-interpolation = `scale_factor` is one number, or one number for each axis after the channels.
factors-above-zero = Every `scale_factor` must be greater than 0: an output has at least one element along each axis.
probabilities-between = Each probability must be between 0 and 1.
value-of-no-outcome = The value is not a possible outcome of the distribution.
normal-spread = The standard deviation `scale` must be greater than 0.
steps-of-cycle = `OneCycleLR` needs the number of its steps, at least 1: `total_steps`, or `epochs` and `steps_per_epoch`.
momentum-of-cycle = `OneCycleLR` changes the momentum too, but this optimiser has none: choose another one, or `cycle_momentum=False`.
step-after-cycle = This `OneCycleLR` has used all its steps: set a larger `total_steps`.
square-matrix-needed = A square matrix is needed here, not the shape { $shape }.
not-symmetric = A symmetric matrix is needed: NumPy and PyTorch would read only one triangle and ignore the other.
    .hint = Use `(A + A.T) / 2`.
not-positive-definite = This matrix is not positive definite, so it has no Cholesky factor.
    .hint = All its eigenvalues must be greater than 0; a common fix is to add a small multiple of the identity matrix.
axes-to-unfold = `unfold` takes (N, C, H, W) or (C, H, W).
kernel-to-unfold = The kernel of `unfold` must fit into the padded image; its sizes, strides and dilations must be at least 1.
full-singular-vectors = Only the reduced singular vectors are computed here: add `full_matrices=False`.
equal-eigenvalues = Two of these eigenvalues or singular values are equal, so their vectors are not unique and have no derivative.
    .hint = For the values alone call `eigvalsh` or `svdvals`; otherwise change the matrix a little.
singular-vectors-of-zero = One of these singular values is 0, so its vectors have no derivative.
    .hint = For the values alone call `svdvals`.
no-full-rank = This matrix does not have full rank, or nearly so: its pseudo-inverse jumps with the smallest change.
    .hint = Add a small multiple of the identity matrix to `A.T @ A`, and solve with that.
no-full-rank-qr = The columns of this matrix depend on one another, so its Q and R have no derivative.
    .hint = Change the matrix a little, or leave a column out.
at-same-place = `.at[…].{ $name }` writes to one element several times here, which is computed for `add` and `subtract` only.
    .hint = Name each element once in the key, or write the updates one after another.
    .which = JAX does not define which of the values stays. Name each element once in the key.
finite-numbers-needed = All numbers must be finite here: no NaN, no infinity.
fit-without-digits = These points hardly determine a polynomial of degree { $degree }: its coefficients would lose most of their precision.
    .hint = Choose a lower degree, or points that are farther apart.
weights-sum-to-zero = The weights of this mean add up to 0, and their sum is the divisor.
    .hint = Change a weight, or take the plain `mean`.
scatter-same-place = `scatter` would write several elements to one index, and PyTorch does not define which one remains.
    .hint = Give each element its own index, or add them with `scatter_add`.

capture-no-graph = This tensor has no `grad_fn`: PyTorch did not record how it was computed, so there is no graph to show.
    .hint = Compute it from tensors with `requires_grad=True`, outside `torch.no_grad()`, and capture it before `.detach()` or `.item()`.
capture-freed = This graph was freed: PyTorch keeps it for one backward pass only, and that pass has run.
    .hint = Capture before `.backward()`, or call `.backward(retain_graph=True)`.
capture-no-scalar = The output has the shape { $shape }: a gradient belongs to one number.
    .hint = Capture a loss, such as `out.sum()`, or give `upstream`, a gradient in the shape of the output.
capture-seed-shape = The upstream gradient has the shape { $given }, but the output has { $shape }.
    .hint = Give one number for each element of the output.
capture-most-elements = `most_elements` is { $given }, but it is the number of elements up to which an array is kept whole.
    .hint = Give a whole number, 0 or more; the default is 1,000.
capture-seed-kind = The upstream gradient, { $given }, is neither a number nor an array of the output's shape.
    .hint = Give one number per element of the output, as a number, nested lists or a tensor.
capture-several = Several outputs were given, but a graph has only one output, where its gradients start.
    .hint = Capture each separately, or their sum.
capture-kind = `{ $kind }` cannot be captured.
    .hint = Give a `backpass.Tensor`, a `torch.Tensor` with a `grad_fn`, or a graph; for JAX functions use `backpass.capture_jax`.
capture-complex = Complex numbers are not captured.
    .hint = Capture a function of their real and imaginary parts: `torch.view_as_real(z)`.
capture-too-large = The graph has more than { GROUP($most) } functions.
    .hint = Capture the loss of one step, or of a shorter sequence.
capture-reentrant-checkpoint = A reentrant checkpoint can only be differentiated by `.backward()`, which would change `.grad`.
    .hint = Write `checkpoint(…, use_reentrant=False)`.
capture-backward-failed = PyTorch cannot run this backward pass: { $text }
    .hint = The same happens with `.backward()`; PyTorch’s message names the place.
capture-missing-extra = { $library } is not installed here.
    .hint = Install it: `pip install backpass[{ $extra }]`.
capture-no-module = `{ $kind }` is not a model with named parameters.
    .hint = Give a `torch.nn.Module`, or several by name, as in `record(model=dict(actor=actor))`.
capture-while = JAX cannot differentiate a `while_loop` backwards: how often it runs is not known in advance.
    .hint = Write `lax.scan`, or `lax.fori_loop` with fixed bounds; `lax.stop_gradient` keeps what enters the loop out of the gradient.
capture-jax-output = The function returns { $outputs }: a gradient belongs to one number.
    .hint = Return a loss, such as `out.sum()`.
capture-jax-constant = The output does not depend on the arguments to differentiate.
    .hint = Choose others with `argnums`.
capture-jax-argnums = There is no argument { $argnums }; the function was called with { $count }.
    .hint = Arguments are counted from 0; `argnums` is one position, or several.
capture-jax-kind = `{ $name }` holds `{ $kind }`, which has no gradient.
    .hint = Pass floating-point numbers, or leave this argument out of `argnums`.
capture-jax-failed = JAX cannot differentiate this: { $text }
    .hint = The same happens with `jax.grad`; JAX’s message names the place.
capture-changed-leaf = A leaf was changed in place between two uses, for example by an optimiser: its gradient belongs to no single value.
    .hint = Record one step, from the forward pass to `backward()`, or give the second use a copy: `w = w.detach().clone().requires_grad_()`.
script-missing = There is no file { $name }.
script-raised = { $name } ended with an error before the requested step: { $error }
    .hint = The traceback is above. `python { $name }` shows whether it runs without Backpass.
script-exited = { $name } ended with exit status { $status } before the requested step.
script-too-long = { $name } took longer than { $seconds } s without differentiating `{ $loss }`, and was stopped.
    .hint = Give it more time with `--seconds`, or less data.
script-killed = The process of { $name } ended without a result, with exit status { $status }.
    .hint = A negative status is the signal that ended it; 9 often means out of memory.
script-no-backward = { $name } ended, and `{ $loss }.backward()` was never called, nor was a JAX function `{ $loss }` differentiated.
    .hint = Use `--loss` to name the variable on which the script calls `backward()`, or the JAX function that `jax.grad` or `jax.value_and_grad` differentiates.
script-jax-traced = `{ $loss }` is differentiated inside another JAX transformation, such as `vmap`, `scan` or a second `grad`, where its arguments have no numbers.
    .hint = Call the gradient once outside it, with one example, and show that; or call `backpass.capture_jax` in the script.
script-others = Name another with `--loss`: the script differentiates { $names }.
script-too-few = { $name } ended after { $count } × `{ $loss }.backward()` or `grad({ $loss }, …)`, but `--step` asks for number { $step }.
    .hint = Steps are counted from 1.
