"""All that worker processes compute with, loaded once in the process that they are forked from (`app.evaluation.process_pool`).

Nothing else imports this. What is loaded is frozen, so that the collector of a worker leaves the shared memory as it is.
"""

import gc

import app.api.capabilities.checks
import app.api.capabilities.derivatives
import app.api.capabilities.explanations
import app.api.capabilities.exports
import app.api.capabilities.gradients
import app.api.capabilities.graphs
import app.api.capabilities.jacobians
import app.api.capabilities.paths
import app.lessons.own
import app.lessons.preview
import app.polls.expected
import app.training.inspection
import app.training.runs.worker  # noqa: F401 - to have them

gc.collect()
gc.freeze()
