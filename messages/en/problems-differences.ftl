difference-second-backward = PyTorch would stop here: the previous backward pass freed the graph. Here the gradients add up.
    .hint = Write `backward(retain_graph=True)` the first time, or compute the output again.
difference-backward-of-several = PyTorch would stop here: a tensor of the shape { $shape } needs an upstream gradient. Here the sum of its elements is differentiated.
    .hint = Write `y.sum().backward()`, or `y.backward(gradient)` with a tensor of that shape.
difference-backward-of-untracked = PyTorch would stop here: this tensor does not require a gradient and was not computed from one that does.
    .hint = Make the input with `requires_grad=True`.
difference-backward-of-unrecorded = PyTorch would stop here: this tensor was computed within `torch.no_grad()`, which records no operations. Here it is a constant, and no gradient flows back from it.
    .hint = Compute it outside `torch.no_grad()`.
difference-gradient-of-result = PyTorch has None here: it keeps gradients of leaves only, and this tensor was computed. The graph shows its gradient.
    .hint = Write `retain_grad()` on it before `backward()`.
difference-arithmetic-with-none = PyTorch would stop here: this gradient is None there, since a computed tensor is not a leaf. Here its gradient is used.
    .hint = Change the leaf itself: `with torch.no_grad(): w -= lr * w.grad`.
difference-whole-numbers = { $library } would stop here: integers have no gradient there.
    .hint = Write them with a decimal point: `1.0`.
difference-cut-off = { $library } keeps integers in this array: decimals are cut off, here as well.
    .hint = Make it an array of floats: `1.0`, or `dtype=float`.
difference-whole-in-place = { $library } would stop here: this array holds integers, and the result is floating-point. Here the array becomes one of floats.
    .hint = Make it an array of floats: `1.0`, or `dtype=float`.
difference-whole-powers = { $library } would stop here: it does not raise integers to negative integer powers. Here the result is a float.
    .hint = Write one of them with a decimal point: `-1.0`.
difference-whole-by-zero = PyTorch would stop here: it cannot divide integers by 0.
    .hint = Write one of them with a decimal point: `0.0`.
difference-needs-floats = PyTorch would stop here: it has no { $operation } of integers.
    .hint = Write `x.float()`.
difference-whole-and-floats = PyTorch would stop here: it cannot multiply a matrix of integers by one of floats.
    .hint = Write `x.float()`, or the numbers with a decimal point: `1.0`.
difference-leaf-in-place = PyTorch would stop here: a leaf that requires a gradient cannot be changed in place while gradients are recorded.
    .hint = Put it inside `with torch.no_grad():`.
difference-changed-since = PyTorch would stop here: a value that the backward pass needs was changed in place after its use. Here the old value is used.
    .hint = Write `b = b + …`, which makes a new tensor.
gradient-of-changed-numbers = The backward pass computes with numbers that were changed through `.data` since they were used, as in PyTorch, which does not notice such a change. The values in the graph are those from before it.
    .hint = Change `.data` after `backward()`, or change the tensor itself within `torch.no_grad()`: then PyTorch reports it.
difference-data-changed-since = { $library } computes this gradient with the changed numbers: it does not see a change by `.data` or in a shared array. Here the old numbers are used.
    .hint = Change `.data` after `backward()`, or change the tensor itself within `torch.no_grad()`: then PyTorch reports it.
difference-number-of-traced = { $library } would stop here: inside `grad` a value has no plain number. Here no gradient flows through this number.
    .hint = Compute with the value itself, without `float(…)` or a format such as `:.2f`.
difference-loop-backwards = { $library } would stop here: reverse mode does not go through `while_loop`, whose number of steps is not known in advance. Here it does.
    .hint = Use `lax.fori_loop` or `lax.scan` with a fixed number of steps, or forward mode, `jax.jacfwd`.
difference-variable-in-place = TensorFlow would stop here: `+=` cannot change a variable. Here the name refers to a new tensor from now on.
    .hint = Write `v.assign_add(…)`, or `v = v + …` for a new tensor.
difference-numpy-of-tracked = PyTorch would stop here: a tensor that requires a gradient has to be detached before it becomes an array.
    .hint = Write `x.detach().numpy()`.
difference-unused-input = PyTorch would stop here: the output does not use one of the inputs. Here its gradient is 0.
    .hint = Write `allow_unused=True`, which gives None for it.
difference-untracked-gradient = PyTorch would stop here: the output does not require a gradient and was not computed from a tensor that does.
    .hint = Make the input with `requires_grad=True`; for a second derivative write `create_graph=True` the first time.
difference-not-a-number-elsewhere = { $library } gives NaN for this gradient: it multiplies an infinite derivative by the 0 from the branch not taken. Here a branch not taken sends nothing.
    .hint = There, choose before the operation: `sqrt(where(x > 0, x, 1))`.
difference-product-of-zeros = { $library } gives NaN for the gradient of `{ $written }`: it divides the product by each factor, and one factor is 0. The gradient here is exact.
difference-logarithm-of-nothing = { $library } gives NaN for the gradient of the second argument where both are 0: it divides 0 by 0. Here it is 0.
difference-beyond-32-bits = { $library } computes with 32 bits, where `{ $written }` is { $number }. Results and gradients that depend on it may be infinite or NaN there; Backpass uses 64 bits.
    .hint = Use a form that stays in range, such as `logsumexp`, `log_softmax`, `softplus` or `log1p`, or ask for 64-bit numbers.
difference-certain-probabilities = { $library } gives other numbers for probabilities of 0 and 1: it clamps the logarithm at −100, and the divisor of its derivative at 1e-12. Here both are exact.
    .hint = Use `binary_cross_entropy_with_logits` with the numbers before the sigmoid; it is exact in both.
difference-other-random-numbers = { $library } draws other random numbers: Backpass does not reproduce its generators. The same program always draws the same ones here.
difference-without-seed = { $library } draws other numbers in every run; without a seed Backpass uses seed 0, so results are repeatable.
    .hint = Set a seed to make them repeatable there.
difference-precision = { $library } computes with 32 bits, about 7 digits; Backpass uses 64, so later digits differ.
    .hint = Write `dtype=torch.float64` there to compare all digits.
difference-division-by-zero = { $library } would stop here: division by 0. Here the result is { $value }, as in IEEE 754.
    .hint = Exclude this case with an `if`.
difference-missing-name = { $library } would stop here: it has no `{ $called }`. Here it is computed.
    .hint = Write out what it computes, or take it from a library that has it.
difference-name-elsewhere = { $library } would stop here: it has no `{ $called }`. Here it is computed.
    .hint = Write `{ $elsewhere }`.
difference-no-real-number = { $library } has no real result here: it would stop, or return a complex number. Here the result is NaN.
    .hint = Exclude this case with an `if`.
difference-out-of-range = { $library } would stop here: the result is out of range. Here it is { $value }.
    .hint = Exclude this case with an `if`.
difference-narrow-floats = { $library } computes `{ $type }` with about { $digits } digits; here all numbers have 64 bits, so later digits differ.
difference-device = Devices are ignored: everything is computed on the server, and { $library } gives the same numbers on each device.
