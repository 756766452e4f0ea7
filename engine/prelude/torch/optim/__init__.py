"""`torch.optim`."""

from ._adaptive import *
from ._momentum import *
from ._optimizer import Optimizer
from ._second_order import LBFGS
