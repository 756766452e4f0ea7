"""`torch.nn`."""

from ._activations import *
from ._containers import *
from ._layers import *
from ._losses import *
from ._module import Module, Parameter
