"""All that worker processes compute with, loaded once in the process that they are forked from (`app.evaluation.process_pool`).

Nothing else imports this. What is loaded is frozen, so that the collector of a worker leaves the shared memory as it is.
"""

import gc

import app.api.endpoints.checks
import app.api.endpoints.derivatives
import app.api.endpoints.explanations
import app.api.endpoints.exports
import app.api.endpoints.gradients
import app.api.endpoints.graphs
import app.api.endpoints.jacobians
import app.api.endpoints.paths
import app.lessons.own
import app.lessons.preview
import app.polls.expected
import app.training.inspection
import app.training.runs.worker  # noqa: F401 - to have them

gc.collect()
gc.freeze()
