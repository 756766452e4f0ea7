"""Classes of other libraries, written in the language itself: micrograd's `nn`, and what of `torch.nn` and `torch.optim` small
models need. They are read when a program first asks for one of them. The nodes they make are marked where the program calls them.
"""

from functools import cache

from backpass.engine.interpreter.bytecode import CodeObject
from backpass.engine.interpreter.compiler import Compiler
from backpass.engine.interpreter.libraries.data_sets import drawn_points, fetched_data, known_tables, preparation, tables
from backpass.engine.interpreter.libraries.differentiation import flat_trees
from backpass.engine.interpreter.libraries.written_as_programs import (
    activations,
    data_loading,
    distributions,
    image_data,
    images,
    initialisers,
    layers,
    margins,
    micrograd,
    module_containers,
    norms_and_sizes,
    one_cycle,
    optimisers,
    recurrent,
    standard_library,
)
from backpass.engine.interpreter.libraries.written_as_programs.functions_of_modules import FUNCTIONS
from backpass.engine.language import parse
from backpass.engine.language.program import Assign, Define, DefineClass
from backpass.engine.language.syntax_tree import AssignmentTarget

_TEXTS = (activations, images, margins, norms_and_sizes, recurrent)
"""By subject the texts of `torch.nn`, in the order in which they build on one another."""

PYTHON_BASES = "python.bases"
"""What classes inherit of those of Python; no program can import it."""

PRELUDES = {
    "autograd.misc.flatten": flat_trees.FLATTEN,
    "jax.flatten_util": flat_trees.RAVEL_PYTREE,
    "jax.tree_util": flat_trees.TREES,
    PYTHON_BASES: standard_library.BASES,
    "micrograd.nn": micrograd.NEURONS,
    "torch.nn": layers.LAYERS + module_containers.CONTAINERS + "".join(each.LAYERS for each in _TEXTS),
    "torch.nn.init": initialisers.INITIALISERS,
    "torch.nn.utils": initialisers.UTILITIES,
    "torch.nn.utils.rnn": drawn_points.SEQUENCES,
    "sklearn.datasets": drawn_points.POINTS + known_tables.KNOWN_TABLES,
    "sklearn.model_selection": preparation.MODEL_SELECTION,
    "sklearn.preprocessing": preparation.PREPROCESSING,
    "pandas": tables.PANDAS,
    "torch.optim": optimisers.OPTIMISERS,
    "torch.optim.lr_scheduler": optimisers.SCHEDULERS + one_cycle.SCHEDULER,
    "torch.distributions": distributions.DISTRIBUTIONS,
    "torch.utils.data": data_loading.LOADERS,
    "torchvision.datasets": image_data.DATASETS,
    "pytorch_lightning": module_containers.LIGHTNING,
    "torchvision.transforms": image_data.TRANSFORMS,
    "PIL.Image": image_data.PILLOW,
    "cv2": image_data.OPENCV,
    "datasets": fetched_data.LOAD_DATASET,
    "requests": fetched_data.REQUESTS,
    **dict.fromkeys(("tensorflow", "tf"), module_containers.MODULE_OF_TENSORFLOW),
    **FUNCTIONS,
}
"""Texts by the module that has their classes."""


@cache
def prelude(module: str) -> CodeObject:
    """The code of a prelude."""
    text = PRELUDES[module]
    return Compiler(text, structured=True, placed=False).body(parse(text).statements)


@cache
def offered(module: str) -> frozenset[str]:
    """What a prelude defines."""
    if module not in PRELUDES:
        return frozenset()
    statements = parse(PRELUDES[module]).statements
    targets = [target for each in statements if isinstance(each, Assign) for target in each.targets]
    constants = {target.name for target in targets if isinstance(target, AssignmentTarget)}
    return frozenset({*constants, *(each.name for each in statements if isinstance(each, Define | DefineClass))})
