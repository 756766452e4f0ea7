no-parameter = `{ $name }` has no parameter called `{ $name2 }`.
given-twice = `{ $name }` is given `{ $name2 }` twice.
parameter-missing = `{ $name }` needs `{ $name2 }`.
most-by-place = `{ $name }` takes at most { $count } { $count ->
        [one] value
       *[other] values
    } by place.
rows-apart = `{ $name }` takes one list; a second pair of brackets, around all of its rows or numbers, is missing.
one-list-of-rows = Put rows into one list, as in `{ $name }([[1, 2], [3, 4]])`, and options behind their names.
kinds-together = `{ $name }` does not take values of these kinds together.
did-you-mean = Did you mean `{ $close }`?
understood-here = Understood here: { $names }.
call-without-arguments = Call it without arguments.
parameter-not-understood = `{ $name }` of `{ $dotted }` is not understood here, so it is not passed over either.
    .hint = Leave it out. { $honoured }
value-not-understood = `{ $given }` of `{ $name }` is not understood here, so it is not passed over either.
understood-by-name = Understood by name: { $known }.
values-by-place = Give values by place.
option-not-understood = `{ $name }={ $shown }` is not understood here.
    .hint = Understood are: { $known }.
operation-differs = `{ $dotted }` is not what the operation of that name is here.
item-of-several = `item()` gives one number, and there are { $size }.
    .hint = Pick one, as in `x[0].item()`, or write `x.tolist()`.
pair-of-maximum = PyTorch's `max` and `min` along an axis give a pair: the values, and where they are.
    .hint = Take one: `x.max(1).values`, or `values, indices = x.max(1)`.
dot-of-many-axes = `dot` of tensors with more than two axes sums over the last axis of one and the second last of the other.
    .hint = Write it with `einsum`, or use `@` for stacks of matrices.
t-of-many-axes = `t()` transposes a matrix, and this has { $axes } axes.
    .hint = Say which axes change places: `x.transpose(0, 1)`.
nodes-are-named = names a node of TensorFlow's own graph
computed-on-server = all is computed where the server runs
memory-layout = how memory is laid out changes no number
one-generator = there is one generator
computed-in-float64 = all is computed in float64
order-of-products = the order of products changes no number beyond rounding
all-float64 = all numbers are float64
faster-promise = a promise that only makes a library faster
graph-always-there = the graph is always there
differentiable-again = gradients can always be differentiated again
gradients-go-where-asked = gradients go to what is asked for
tape-asked-often = a tape can be asked as often as one likes
way-of-computing = a way of computing, not another number
step-not-differentiated = a step is not differentiated
draws-what-it-draws = a function draws what it draws
arrays-of-one-kind = all arrays are of one kind
nothing-waits = nothing waits
choose-with-where = It chooses among lists of conditions: write `where(condition, a, b)`, nested where there are several.
rounds-halves = It rounds halves away from zero, `round` here to the even neighbour: write `jnp.round(x)`.
ieee-remainder = It is the IEEE remainder, which may be negative: write `x - y*round(x/y)`, or `x % y`.
picks-one-place = It picks one place along an axis: write `x[:, i]`.
picks-in-brackets = Write what is picked in square brackets: `x[i, j]`.
sorts-in-place = `x.sort()` changes the array itself. Write `x = np.sort(x)`.
argmax-of-jnp = Write `jnp.argmax(x, axis)`, or `jnp.argmin(x, axis)`.
equal-as-whole = It says whether two tensors are equal as a whole: write `torch.eq(a, b).min()`.
equal-as-whole-method = It says whether two tensors are equal as a whole: write `a.eq(b).min()`.
cross-entropy-of-functional = Write `F.binary_cross_entropy_with_logits`, whose `reduction` is a word.
draws-of-distribution = It draws random numbers of that distribution; `normal` and `uniform` are the distributions known here.
truncates = It truncates whole numbers: write `a / b`.
assign-result = Assign the result to a name instead.
choose-before = Choose with `where(condition, x, 0)` before.
combine-afterwards = Combine the result with it afterwards.
assign-to-same-name = Assign the result to the same name instead: `x = relu(x)`.
floats-only = All numbers are float64 here; for whole numbers use `floor` or `round`.
weigh-each-loss = Multiply each loss by its weight with `reduction='none'`, and take the mean.
weighted-logistic-loss = Write the loss with its weight: `-(w*t*log_sigmoid(x) + (1 - t)*log_sigmoid(-x)).mean()`.
smoothed-targets = Give smoothed probabilities as targets.
known-norms = 1, 2 and infinity are known for vectors; 1, infinity and 'fro' for matrices.
tree-functions = Of trees there are `jax.tree.map` and `jax.tree.leaves`; gradients have the structure of what they are taken by.
value-alone = Let the function return its value alone, and compute the rest apart.
follows-from-arguments = It follows from the arguments.
reduction-today = It is `reduction` today: write `reduction='mean'` or `reduction='sum'`.
reduction-none-today = It is `reduction` today: write `reduction='none'`.
stand-in-pictures = { $name } is not here: { $count } pictures of random numbers of its shape, { $shape }, stand in, and their labels go round the classes. A batch has no more than these.
    .hint = Model, loss and backward pass of that batch are the graph; accuracies say nothing. To have numbers of your own, set `.data` and `.targets` of the data set.
stand-in-folder = The folder `{ $path }` is not here: { $count } pictures of random numbers, of the shape { $shape } and of two classes, stand in. A batch has no more than these.
stand-in-picture = The picture `{ $path }` is not here: { $height }×{ $width } points of random numbers, with { $channels ->
        [one] 1 channel
       *[other] { $channels } channels
    }, stand in. They are the same in every run.
    .hint = What the program computes of it is the graph; its values say nothing about the picture. To have numbers of your own, assign an array of them in place of reading the picture.
stand-in-table = The table `{ $path }` is not here: { $rows } rows of { $columns } random numbers stand in; the last column has the labels 0 and 1 in turn. They are the same in every run.
    .hint = Model, loss and backward pass on these numbers are the graph; losses say nothing about the file. To have numbers of your own, write them in place of reading the file.
stand-in-columns = The table `{ $path }` is not here: { $rows } random numbers stand in for each column that the program asks for by name; a column of labels has 0 and 1 in turn. They are the same in every run.
missing-values-of-a-table = Which values of a table are missing is not looked at here. Leave it out where none is missing.
rows-drawn-of-a-table = Rows of a table are not drawn at random here. Leave it out, or draw places with `np.random.permutation`.
rows-by-their-labels = Rows of a table by their labels, the last included, are not understood here. Write `.iloc` with places, as in `df.iloc[0:5]`.
stand-in-data-set = The data set `{ $name }` is not here: of its { GROUP($rows) } rows, { $kept } rows of { $columns } random numbers stand in, { $classes ->
        [0] and so do their targets
       *[other] and their labels go round the { $classes } classes
    }. They are the same in every run.
parts-of-a-version = Versions are compared here where their parts are numbers, as in `2.1.0`.
stand-in-files = The files `{ $pattern }` are not here: { $count } invented ones, from `{ $first }` on, stand in.
stand-in-text = The file `{ $path }` is not here: an invented text of { $lines } lines, { GROUP($characters) } characters, stands in. It is the same in every run.
    .hint = Model, loss and backward pass on that text are the graph; losses say nothing about the file. To have a text of your own, assign it in place of reading the file.
embedding-row = `padding_idx` is no row of this embedding.
    .hint = Give the number of a row: from 0, or from −1 for the last.
embedding-table = An embedding is made of a table with two axes: a row for each word.
split-sizes = The sizes of the split do not fit: each is a share between 0 and 1 or a number of rows, and both parts need a row.
arrays-of-one-length = The arrays to split have different lengths.
scaler-not-fitted = The scaler has seen no data yet: call `fit` first.
drawn-model = `{ $name }` is given no data that is here, so its output on random numbers of a fitting shape is the graph: `{ $call }`.
    .hint = Write such a call in the last line, with numbers of your own, to see those.
complex-eigenvalues = `{ $name }` gives complex numbers in general, and there are none here.
    .hint = Of a symmetric matrix take `eigh` or `eigvalsh`; they have gradients.
wrapping-type = Numbers of type `{ $name }` wrap around where they leave its few bits, and here they do not.
    .hint = Write `int64`, or `bool` for a mask; the numbers are the same as long as they are small.
complex-type = There are no complex numbers here, so no `{ $name }`.
    .hint = Compute with real and imaginary parts as two arrays.
factor-of-circles = The inner circle is `factor` times as large as the outer one: a number from 0 and below 1.
nothing-of-files = Files and folders are passed over: none is there, and nothing is written.
nothing-of-pictures = Windows that show pictures are passed over.
nothing-of-precision = Computing with 16 bits is passed over: here are 64, about 16 digits.
nothing-of-arguments = The command line is passed over: each argument has its default, and None where it has none.
arguments-of-command-line = Arguments of a command line are not read here: write their values as defaults.
no-pattern = This is no regular expression and a text (`{ $text }`).
    .hint = Write the pattern as Python’s `re` reads it, and search a text.
slow-pattern = Searching for `{ $pattern }` may take too long: the pattern or the text is long, or a repeated group can be matched in several ways.
    .hint = Repeat single characters or sets such as `[a-z]+`, and no group that varies itself.
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
    }: here an image is needed, whose last { $rank ->
        [one] axis is its length
       *[other] { $rank } axes are its lengths
    }.
    .hint = Write { $batched } axes (images, channels, lengths), or { $single } for a single image.
channels-differ = Weights of the shape { $weight } do not fit an input of the shape { $shape } in { $groups ->
        [one] one group
       *[other] { $groups } groups
    }.
    .hint = The second length of the input is its number of channels; the weights need as many.
bias-of-channels = A bias of the shape { $shape } does not fit { $count ->
        [one] one channel
       *[other] { $count } channels
    }.
kernel-too-large = A kernel of the shape { $kernel } is larger than an input with the lengths { $lengths }.
    .hint = Lengths with padding count; take a smaller kernel, more padding or a larger input.
half-of-kernel = numbers up to half of the kernel
arrays-that-differ = The two arrays are not equal within the tolerance, so the program stops here.
name-in-container = A module cannot be called like a method of its container, such as `keys`.
probs-or-logits = A distribution takes either `probs` or `logits`, not both.
divergence-of-distributions = The divergence is here for two normal or two categorical distributions.
lazy-parameters = A lazy layer has no parameters before its first call: call the model with an example first.
batch-normalisation-axes = This batch normalisation takes (N, C) or (N, C, L) in one dimension, (N, C, H, W) in two, (N, C, D, H, W) in three.
one-value-of-channel = Batch normalisation needs more than one value of each channel while it trains.
names-of-state = The names of the state are not those of the module.
shapes-of-state = A value of the state has another shape than that of the module.
optimiser-without-parameters = The optimizer is given no parameters.
    .hint = Hand it `model.parameters()`. A layer or parameter in a plain list or dictionary is no part of a module, as in PyTorch: use `nn.ModuleList`, `nn.ModuleDict` or `nn.ParameterList`.
nesterov-needs-momentum = Nesterov’s momentum needs a `momentum` above 0 and no `dampening`.
fans-of-vector = What goes in and out is not defined for tensors with fewer than two axes.
norm-not-finite = The norm of the gradients is not finite.
parts-of-axis = An axis of length { $length } cannot be cut into { $sizes }.
    .hint = Sizes of parts add up to the length; equal parts divide it.
vector-or-matrix = A vector or a matrix is needed here, not the shape { $shape }.
axes-of-sequence = A sequence (L, N, H), or (L, H) for a single one, is needed here; with `batch_first=True` (N, L, H).
heads-of-attention = The length of the embedding must be a multiple of the number of heads.
causal-without-mask = `is_causal=True` needs an `attn_mask` beside it.
mask-beside-causal = Give either `attn_mask` or `is_causal=True`.
lengths-of-scan = The arrays that `scan` goes through need one length.
step-of-scan = A step of `scan` gives a pair: the next state, and what is kept of the step.
glu-odd-length = `glu` cuts an axis into two halves, so the length of the axis must be even.
dataset-rows = The tensors of a `TensorDataset` have a row for each example, so their first axes must have the same length.
split-lengths = The lengths of `random_split` must add up to the length of the dataset, or to 1 where they are shares.
examples-of-batch = `batch_size` is the number of examples in a batch: at least 1, or None for no batches.
own-picture-in-another-size = A picture of your own numbers in another size would have other numbers here than there: only invented pictures get another size. Give the numbers in the size that you need.
transform-of-no-picture = This transform is understood for pictures of `torchvision.datasets` only, before `ToTensor`. Put it there, or leave it out.
other-features = `{ $layer }({ $features }, { $outputs })` takes { $features } features, { $what } has { $given }.
    .hint = Write `{ $layer }({ $given }, { $outputs })`, or give it rows of { $features } numbers: the last axis holds the features.
its-input = its input
pictures-in-batch = A batch is made of tensors, and these are pictures. Give the data set `transform=transforms.ToTensor()`.
normalisation-of-no-tensor = `Normalize` takes a tensor: put `ToTensor()` before it.
channels-of-normalisation = `mean` and `std` of `Normalize` have one number, or one for each channel of an image of shape (channels, height, width).
normalisation-by-zero = `Normalize` divides by `std`, so no number of it may be 0.
softmax-of-image-axes = `Softmax2d` takes (C, H, W) or (N, C, H, W).
prelu-parameters = `PReLU` has one parameter, or as many as the input has channels: the length of its second axis.
one-group = LBFGS takes one group of parameters.
dropout-probability = The probability `p` of dropping an element must be between 0 and 1.
triplet-margin = The `margin` of a triplet loss must be greater than 0.
multi-margin-power = The exponent `p` of `multi_margin_loss` must be 1 or 2.
class-numbers = A class number is at least 0 and smaller than the number of classes.
negative-variance = A variance `var` must not be negative.
one-weight-per-channel = Weight and bias must be vectors with one element for each channel.
channels-in-groups = The number of channels must be a multiple of the number of groups.
one-value-of-group = Group normalisation needs more than one value in each group.
instance-normalisation-axes = Instance normalisation takes (N, C, L), (N, C, H, W) or (N, C, D, H, W).
one-value-of-instance = Instance normalisation needs more than one value of each channel.
shape-to-normalise = The last axes of the input must have the lengths that `normalized_shape` names.
channels-to-shuffle = The number of channels must be a multiple of the square of `upscale_factor`.
lengths-to-unshuffle = Height and width must be multiples of `downscale_factor`.
axes-to-interpolate = `interpolate` takes (N, C, L), (N, C, H, W) or (N, C, D, H, W).
factors-of-interpolation = `scale_factor` is one number, or one number for each axis after the channels.
factors-above-zero = Every `scale_factor` must be greater than 0: an output has at least one element along each axis.
probabilities-between = Each probability must be between 0 and 1.
value-of-no-outcome = The value must be one that the distribution can draw.
normal-spread = The standard deviation `scale` must be greater than 0.
steps-of-cycle = `OneCycleLR` needs the number of its steps, at least 1: `total_steps`, or `epochs` and `steps_per_epoch`.
momentum-of-cycle = `OneCycleLR` changes the momentum too, and this optimizer has none: choose another one, or `cycle_momentum=False`.
step-after-cycle = This `OneCycleLR` has made all its steps: a larger `total_steps` is needed for more.
square-matrix-needed = A square matrix is needed here, not the shape { $shape }.
not-symmetric = A symmetric matrix is needed here: NumPy and PyTorch would read one of its triangles and ignore the other.
    .hint = Take `(A + A.T) / 2`.
not-positive-definite = This matrix is not positive definite, so it has no Cholesky factor.
    .hint = All its eigenvalues must be greater than 0; a small multiple of the unit matrix is often added.
axes-to-unfold = `unfold` takes (N, C, H, W) or (C, H, W).
kernel-to-unfold = The kernel of `unfold` must fit into the padded image, and its sizes, strides and dilations are at least 1.
full-singular-vectors = Only as many singular vectors as fit both sides are computed here: add `full_matrices=False`.
equal-eigenvalues = Two of these eigenvalues or singular values are equal, so their vectors are not determined and have no derivative.
    .hint = For the values alone call `eigvalsh` or `svdvals`; else change the matrix a little.
singular-vectors-of-zero = One of these singular values is 0, so its vectors have no derivative.
    .hint = For the values alone call `svdvals`.
no-full-rank = This matrix has no full rank, or nearly none: its pseudo-inverse jumps with the smallest change.
    .hint = Add a small multiple of the unit matrix to `A.T @ A`, and solve with that.
finite-numbers-needed = All numbers must be finite here: no NaN, no infinity.
fit-without-digits = A polynomial of degree { $degree } is hardly determined by these points: its coefficients would have lost most of their digits.
    .hint = Take a smaller degree, or points that are farther apart.
weights-sum-to-zero = The weights of this mean add up to 0, so they cannot be divided by their sum.
    .hint = Change a weight, or take the plain `mean`.
scatter-same-place = `scatter` would write several elements to one place, and PyTorch does not define which of them stays.
    .hint = Give each element a place of its own, or add them with `scatter_add`.

capture-no-graph = This tensor has no `grad_fn`: PyTorch did not record how it was made, so there is no graph to show.
    .hint = Compute it from tensors with `requires_grad=True`, outside of `torch.no_grad()`, and capture it before `.detach()` or `.item()`.
capture-freed = This graph was freed: a backward pass has run through it, and PyTorch keeps it for one pass only.
    .hint = Capture before `.backward()`, or call `.backward(retain_graph=True)`.
capture-no-scalar = The output has the shape { $shape }: a gradient belongs to one number.
    .hint = Capture a loss, such as `out.sum()`, or give `upstream`, a gradient in the shape of the output.
capture-seed-shape = The upstream gradient has the shape { $given }, the output { $shape }.
    .hint = Give one number for each element of the output.
capture-most-elements = `most_elements` is { $given }: it says how many elements an array may have to be kept whole.
    .hint = Give a whole number, 0 or more; 1,000 where nothing is given.
capture-seed-kind = The upstream gradient, { $given }, is not a number, nor numbers in the shape of the output.
    .hint = Give one number per element of the output, as a number, nested lists or a tensor.
capture-several = Several outputs were given: a graph has one output, from which its gradients flow.
    .hint = Capture each by itself, or their sum.
capture-kind = `{ $kind }` is no tensor that can be captured.
    .hint = Give a `backpass.Tensor`, a `torch.Tensor` with a `grad_fn`, or a graph; for functions of JAX there is `backpass.capture_jax`.
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
capture-no-module = `{ $kind }` is no model whose parameters could be named.
    .hint = Give a `torch.nn.Module`, or several by name, as in `record(model=dict(actor=actor))`.
capture-while = JAX cannot differentiate a `while_loop` backwards: how often it runs is not known in advance.
    .hint = Write `lax.scan`, or `lax.fori_loop` with fixed bounds; `lax.stop_gradient` keeps what enters the loop out of the gradient.
capture-jax-output = The function returns { $outputs }: a gradient belongs to one number.
    .hint = Return a loss, such as `out.sum()`.
capture-jax-constant = The output does not depend on the arguments whose gradients are wanted.
    .hint = Name others by `argnums`.
capture-jax-argnums = There is no argument { $argnums }: { $count } were given.
    .hint = Arguments are counted from 0; `argnums` is one place, or several.
capture-jax-kind = `{ $name }` holds `{ $kind }`, which has no gradient.
    .hint = Give floating-point numbers, or leave it out of `argnums`.
capture-jax-failed = JAX cannot differentiate this: { $text }
    .hint = The same happens with `jax.grad`; JAX’s message names the place.
capture-changed-leaf = A leaf was changed in place between two uses of it, such as by an optimiser: its gradient belongs to no single value.
    .hint = Record one step, from the forward pass to `backward()`, or give the second use a copy: `w = w.detach().clone().requires_grad_()`.
script-missing = There is no file { $name }.
script-raised = { $name } ended with an error before the step that is wanted: { $error }
    .hint = The traceback is above. `python { $name }` shows whether it runs by itself.
script-exited = { $name } ended with exit status { $status } before the step that is wanted.
script-too-long = { $name } took longer than { $seconds } s without differentiating `{ $loss }`, and was stopped.
    .hint = Give it more time with `--seconds`, or less data.
script-killed = The process of { $name } ended without a result, with exit status { $status }.
    .hint = A negative status is the signal that ended it; 9 is often for want of memory.
script-no-backward = { $name } ended, and `{ $loss }.backward()` was never called, nor a gradient of a function `{ $loss }` of JAX.
    .hint = Name the variable on which the script calls `backward()` with `--loss`; of JAX, the function that `jax.grad` or `jax.value_and_grad` differentiates.
script-jax-traced = `{ $loss }` is differentiated within another transformation of JAX, such as `vmap`, `scan` or a second `grad`: there its arguments have no numbers.
    .hint = Call the gradient once outside of it, with one example, and show that; or call `backpass.capture_jax` in the script.
script-others = Name another with `--loss`: the script differentiates { $names }.
script-too-few = { $name } ended after { $count } × `{ $loss }.backward()` or `grad({ $loss }, …)`, and `--step` asks for number { $step }.
    .hint = Steps are counted from 1.
