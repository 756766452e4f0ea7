"""What can be wrong with a function or a layer of another library that is written in the language itself, in words."""

from collections.abc import Sequence

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.signatures.parameter_meanings import HINTS
from backpass.engine.language.syntax_tree import Part
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span
from backpass.engine.shapes import Shape


def no_files(name: str, part: Part) -> Problem:
    """A call that would read a file."""
    return Problem(Code.UNSUPPORTED, say("no-files", name=name), say("no-files.hint"), part.span)


def no_pattern(text: str, place: Span) -> Problem:
    """A regular expression that Python's `re` cannot read, or is given something else than a text; in Python's words."""
    return Problem(Code.UNSUPPORTED, say("no-pattern", text=text), say("no-pattern.hint"), place)


def slow_pattern(pattern: str, place: Span) -> Problem:
    """A regular expression whose search may take too long."""
    return Problem(Code.UNSUPPORTED, say("slow-pattern", pattern=f"{pattern:.60}"), say("slow-pattern.hint"), place)


def passed_over(kind: str, place: Span | None) -> Problem:
    """Something without effect on numbers, by its kind."""
    return Problem(Code.IGNORED, say(f"nothing-of-{kind}"), None, place)


def drawn_model(name: str, call: str, place: Span | None) -> Problem:
    """A model that is given no data is drawn on random numbers."""
    return Problem(Code.LIBRARY_DIFFERS, say("drawn-model", name=name, call=call), say("drawn-model.hint"), place)


def other_features(layer: str, x: Tensor, weight: Shape, part: Part) -> Problem:
    """Rows that are not as long as a layer takes; `weight` is (out features, in features)."""
    given, outputs, features = x.shape[-1], *weight
    what = f"`{x.label}`" if x.label else say("its-input")
    message = say("other-features", layer=layer, features=features, outputs=outputs, what=what, given=given)
    hint = say("other-features.hint", layer=layer, given=given, outputs=outputs, features=features)
    return Problem(Code.SHAPE_MISMATCH, message, hint, part.span)


def parameter(function: str, name: str, part: Part) -> Problem:
    """An argument of a function written in the language that is understood at its default only."""
    message = say("parameter-not-understood", name=name, dotted=function)
    return Problem(Code.ARGUMENT_COUNT, message, HINTS.get(name, say("leave-parameter-out")), part.span)


# Images and kernels


def whole_numbers(count: int, least: int) -> str:
    return say("whole-numbers-from", count=count, least=least)


def below_stride() -> str:
    return say("below-stride")


def half_of_kernel() -> str:
    return say("half-of-kernel")


def no_image(shape: Shape, rank: int, part: Part) -> Problem:
    message = say("no-image", shape=shape, count=len(shape), rank=rank)
    return Problem(Code.SHAPE_MISMATCH, message, say("no-image.hint", batched=rank + 2, single=rank + 1), part.span)


def channels(shape: Shape, weight: Shape, groups: int, part: Part) -> Problem:
    message = say("channels-differ", shape=shape, weight=weight, groups=groups)
    return Problem(Code.SHAPE_MISMATCH, message, say("channels-differ.hint"), part.span)


def bias_of_channels(shape: Shape, count: int, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, say("bias-of-channels", shape=shape, count=count), None, part.span)


def kernel_too_large(kernel: Shape, lengths: Shape, part: Part) -> Problem:
    message = say("kernel-too-large", kernel=kernel, lengths=lengths)
    return Problem(Code.SHAPE_MISMATCH, message, say("kernel-too-large.hint"), part.span)


# Parts of arrays


def parts(sizes: Sequence[int], length: int, part: Part) -> Problem:
    message = say("parts-of-axis", sizes=", ".join(map(str, sizes[:20])), length=length)
    return Problem(Code.SHAPE_MISMATCH, message, say("parts-of-axis.hint"), part.span)


def no_matrix(shape: Shape, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, say("vector-or-matrix", shape=shape), None, part.span)


def weights_sum_to_zero(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("weights-sum-to-zero"), say("weights-sum-to-zero.hint"), part.span)


def same_place(part: Part) -> Problem:
    """Several elements that `scatter` would write to one place."""
    return Problem(Code.UNSUPPORTED, say("scatter-same-place"), say("scatter-same-place.hint"), part.span)


def not_square(shape: Shape, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, say("square-matrix-needed", shape=shape), say("square-list"), part.span)


def not_symmetric(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("not-symmetric"), say("not-symmetric.hint"), part.span)


def other_numbers(name: str, *, is_complex: bool, part: Part) -> Problem:
    """A type whose numbers wrap around, or are complex."""
    kind = "complex-type" if is_complex else "wrapping-type"
    return Problem(Code.ARGUMENT_COUNT, say(kind, name=name), say(f"{kind}.hint"), part.span)


def complex_eigenvalues(name: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("complex-eigenvalues", name=name), say("complex-eigenvalues.hint"), part.span)


def not_positive(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("not-positive-definite"), say("not-positive-definite.hint"), part.span)


def equal_values(part: Part) -> Problem:
    """Eigenvalues or singular values whose vectors are not determined."""
    return Problem(Code.UNSUPPORTED, say("equal-eigenvalues"), say("equal-eigenvalues.hint"), part.span)


def singular_vectors_of_zero(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("singular-vectors-of-zero"), say("singular-vectors-of-zero.hint"), part.span)


def no_full_rank(part: Part) -> Problem:
    """A matrix whose pseudo-inverse has no derivative."""
    return Problem(Code.UNSUPPORTED, say("no-full-rank"), say("no-full-rank.hint"), part.span)


def no_full_rank_of_qr(part: Part) -> Problem:
    """A matrix whose Q and R have no derivative."""
    return Problem(Code.UNSUPPORTED, say("no-full-rank-qr"), say("no-full-rank-qr.hint"), part.span)


def same_place_of_update(name: str, part: Part) -> Problem:
    """JAX's `x.at[key].max(y)` where the key picks a place twice."""
    hint = "at-same-place.which" if name == "set" else "at-same-place.hint"
    return Problem(Code.UNSUPPORTED, say("at-same-place", name=name), say(hint), part.span)


def not_finite(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("finite-numbers-needed"), None, part.span)


def points_too_close(degree: int, part: Part) -> Problem:
    """A fit whose coefficients have lost their digits."""
    return Problem(Code.UNSUPPORTED, say("fit-without-digits", degree=degree), say("fit-without-digits.hint"), part.span)


STOPPED = {
    "arrays that differ": say("arrays-that-differ"),
    "name in a container": say("name-in-container"),
    "probabilities": say("probabilities-between"),
    "value of no outcome": say("value-of-no-outcome"),
    "probs or logits": say("probs-or-logits"),
    "divergence of two distributions": say("divergence-of-distributions"),
    "lazy layer": say("lazy-parameters"),
    "axes of batch normalisation": say("batch-normalisation-axes"),
    "one value of a channel": say("one-value-of-channel"),
    "names of a state": say("names-of-state"),
    "shapes of a state": say("shapes-of-state"),
    "optimiser without parameters": say("optimiser-without-parameters"),
    "nesterov": say("nesterov-needs-momentum"),
    "fans of a vector": say("fans-of-vector"),
    "lengths of a scan": say("lengths-of-scan"),
    "a step of a scan": say("step-of-scan"),
    "axes of a sequence": say("axes-of-sequence"),
    "table of an embedding": say("embedding-table"),
    "row of an embedding": say("embedding-row"),
    "sizes of a split": say("split-sizes"),
    "arrays of one length": say("arrays-of-one-length"),
    "scaler that is not fitted": say("scaler-not-fitted"),
    "heads of attention": say("heads-of-attention"),
    "causal without a mask": say("causal-without-mask"),
    "mask beside causal": say("mask-beside-causal"),
    "norm that is not finite": say("norm-not-finite"),
    "axes to unfold": say("axes-to-unfold"),
    "kernel to unfold": say("kernel-to-unfold"),
    "full singular vectors": say("full-singular-vectors"),
    "steps of a cycle": say("steps-of-cycle"),
    "momentum of a cycle": say("momentum-of-cycle"),
    "step after a cycle": say("step-after-cycle"),
    "halves of an odd length": say("glu-odd-length"),
    "rows of tensors in a dataset": say("dataset-rows"),
    "lengths of a split": say("split-lengths"),
    "size of a batch": say("examples-of-batch"),
    "axes of Softmax2d": say("softmax-of-image-axes"),
    "parameters of PReLU": say("prelu-parameters"),
    "groups of parameters": say("one-group"),
    "probability of dropout": say("dropout-probability"),
    "margin of a triplet": say("triplet-margin"),
    "power of a margin": say("multi-margin-power"),
    "numbers of classes": say("class-numbers"),
    "negative variance": say("negative-variance"),
    "one weight for each channel": say("one-weight-per-channel"),
    "channels in groups": say("channels-in-groups"),
    "one value of a group": say("one-value-of-group"),
    "axes of instance normalisation": say("instance-normalisation-axes"),
    "one value of an instance": say("one-value-of-instance"),
    "shape to normalise": say("shape-to-normalise"),
    "channels to shuffle": say("channels-to-shuffle"),
    "lengths to unshuffle": say("lengths-to-unshuffle"),
    "axes to interpolate": say("axes-to-interpolate"),
    "factors of interpolation": say("factors-of-interpolation"),
    "factors above 0": say("factors-above-zero"),
    "spread of a normal distribution": say("normal-spread"),
    "factor of circles": say("factor-of-circles"),
    "arguments of a command line": say("arguments-of-command-line"),
    "parts of a version": say("parts-of-a-version"),
    "transform of no picture": say("transform-of-no-picture"),
    "own picture in another size": say("own-picture-in-another-size"),
    "missing values of a table": say("missing-values-of-a-table"),
    "rows of a table drawn": say("rows-drawn-of-a-table"),
    "rows of a table by their labels": say("rows-by-their-labels"),
    "pictures in a batch": say("pictures-in-batch"),
    "normalisation of no tensor": say("normalisation-of-no-tensor"),
    "channels of a normalisation": say("channels-of-normalisation"),
    "normalisation by zero": say("normalisation-by-zero"),
}
"""Why a layer or an optimiser cannot go on, by the name that the texts in the language give it."""
_INSTEAD = {"optimiser without parameters": say("optimiser-without-parameters.hint")}
"""What to write instead, where the sentence does not say it."""


def stopped(name: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, STOPPED[name], _INSTEAD.get(name), part.span)
