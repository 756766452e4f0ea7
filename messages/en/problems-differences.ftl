difference-second-backward = PyTorch would stop here: the graph was freed by the backward pass before. Here the gradients add up.
    .hint = Write `backward(retain_graph=True)` the first time, or compute the output again.
difference-backward-of-several = PyTorch would stop here: a tensor of the shape { $shape } needs a gradient for each element. Here their sum is differentiated.
    .hint = Write `y.sum().backward()`, or `y.backward(gradient)` with a tensor of that shape.
difference-backward-of-untracked = PyTorch would stop here: this tensor does not require a gradient and was not computed from one that does.
    .hint = Make the input with `requires_grad=True`.
difference-backward-of-unrecorded = PyTorch would stop here: this tensor was computed within `torch.no_grad()`, which records no operations. Here it is a constant, and no gradient goes back from it.
    .hint = Compute it outside of `torch.no_grad()`.
difference-gradient-of-result = PyTorch has None here: it keeps gradients of leaves, and this tensor was computed. The graph shows its gradient.
    .hint = Write `retain_grad()` on it before `backward()`.
difference-arithmetic-with-none = PyTorch would stop here: this gradient is None there, since the tensor was computed and is no leaf any more. Here its gradient is computed with.
    .hint = Change the leaf itself: `with torch.no_grad(): w -= lr * w.grad`.
difference-whole-numbers = { $library } would stop here: whole numbers have no gradient there.
    .hint = Write them with a point: `1.0`.
difference-cut-off = { $library } keeps whole numbers in this array: what stands behind the point is cut off, here as well.
    .hint = Make the array of floats: `1.0`, or `dtype=float`.
difference-whole-in-place = { $library } would stop here: this array is of whole numbers, and they cannot hold what is computed. Here it goes on with floats.
    .hint = Make the array of floats: `1.0`, or `dtype=float`.
difference-whole-powers = { $library } would stop here: it raises whole numbers to no negative whole number. Here the result is a float.
    .hint = Write one of them with a point: `-1.0`.
difference-whole-by-zero = PyTorch would stop here: it divides whole numbers by no 0.
    .hint = Write one of them with a point: `0.0`.
difference-needs-floats = PyTorch would stop here: it has no { $operation } of whole numbers.
    .hint = Write `x.float()`.
difference-whole-and-floats = PyTorch would stop here: it multiplies no matrix of whole numbers by one of floats.
    .hint = Write `x.float()`, or the numbers with a point: `1.0`.
difference-leaf-in-place = PyTorch would stop here: a leaf that requires a gradient cannot be changed in place while gradients are recorded.
    .hint = Write `with torch.no_grad():` around it.
difference-changed-since = PyTorch would stop here: a number that the backward pass needs was changed in place after it was used. Here the number as it was is used.
    .hint = Write `b = b + …`, which makes a new tensor.
difference-data-changed-since = { $library } computes this gradient with the changed numbers: it does not see a change by `.data` or in a shared array. Here the numbers as they were are used.
    .hint = Change `.data` after `backward()`, or change the tensor itself within `torch.no_grad()`: then PyTorch reports it.
difference-number-of-traced = { $library } would stop here: within `grad` a value has no plain number. Here no gradient goes through this number.
    .hint = Leave out `float(…)`; compute with the value itself.
difference-loop-backwards = { $library } would stop here: reverse mode does not go through `while_loop`, whose number of steps is not known in advance. Here it does.
    .hint = Use `lax.fori_loop` or `lax.scan` with a fixed number of steps, or forward mode, `jax.jacfwd`.
difference-variable-in-place = TensorFlow would stop here: a variable is not changed by `+=`. Here the name stands for a new tensor from now on.
    .hint = Write `v.assign_add(…)`, or `v = v + …` for a new tensor.
difference-numpy-of-tracked = PyTorch would stop here: a tensor that requires a gradient has to be detached before it becomes an array.
    .hint = Write `x.detach().numpy()`.
difference-unused-input = PyTorch would stop here: an input does not lead to the output. Here its gradient is 0.
    .hint = Write `allow_unused=True`, which gives None for it.
difference-untracked-gradient = PyTorch would stop here: the output does not require a gradient and was not computed from one that does.
    .hint = Make the input with `requires_grad=True`; for a derivative of a derivative write `create_graph=True` the first time.
difference-not-a-number-elsewhere = { $library } answers NaN for the gradient here: it multiplies the infinite slope by the 0 that the branch not chosen gets. Here a branch that was not chosen sends nothing.
    .hint = There, choose before the operation: `sqrt(where(x > 0, x, 1))`.
difference-product-of-zeros = { $library } answers NaN for the gradient of `{ $written }`: it divides the product by each factor, and one is 0. The gradient here is the exact one.
difference-logarithm-of-nothing = { $library } answers NaN for the gradient by the second argument where both are 0: it divides 0 by 0. Here it is 0.
difference-beyond-32-bits = { $library } computes with 32 bits, where `{ $written }` is { $number }. Results and gradients behind it may be infinite or NaN there; here are 64 bits.
    .hint = Use a form that stays in range, such as `logsumexp`, `log_softmax`, `softplus` or `log1p`, or ask for 64-bit numbers.
difference-certain-probabilities = { $library } answers other numbers for probabilities of 0 and 1: it stops the logarithm at −100, and divides its slope by no less than 1e-12. Here both are exact.
    .hint = Write `binary_cross_entropy_with_logits` with the numbers before the sigmoid, which is exact in both.
difference-other-random-numbers = { $library } draws other random numbers: its generators are not reproduced here. The same program draws the same ones each time.
difference-without-seed = { $library } draws other numbers at every run; without a seed they begin at the seed 0 here, so that an answer repeats.
    .hint = Set a seed to get the same numbers there.
difference-precision = { $library } computes with 32 bits, about 7 digits; here are 64, so the digits behind the seventh differ.
    .hint = Write `dtype=torch.float64` there to compare all digits.
difference-division-by-zero = { $library } would stop here: a number is divided by 0. Here the result is { $value }, as IEEE 754 has it.
    .hint = Leave this case out by an `if`.
difference-no-real-number = { $library } has no real number here: it would stop, or go on with a complex one. Here the result is NaN.
    .hint = Leave this case out by an `if`.
difference-out-of-range = { $library } would stop here: the result is out of range. Here it is { $value }.
    .hint = Leave this case out by an `if`.
difference-narrow-floats = { $library } computes `{ $type }` with about { $digits } digits; here all numbers have 64 bits, so the digits behind differ.
difference-device = Devices are passed over: everything is computed on the server, and { $library } gives the same numbers on each device.
