"""All that worker processes compute with, loaded once in the process that they are forked from (`app.evaluation.process_pool`).

Nothing else imports this. What is loaded is frozen, so that the collector of a worker leaves the shared memory as it is.
"""

import gc

import backpass.app.api.endpoints.checks
import backpass.app.api.endpoints.derivatives
import backpass.app.api.endpoints.explanations
import backpass.app.api.endpoints.exports
import backpass.app.api.endpoints.gradients
import backpass.app.api.endpoints.graphs
import backpass.app.api.endpoints.jacobians
import backpass.app.api.endpoints.paths
import backpass.app.classroom.questions.expected
import backpass.app.lessons.own
import backpass.app.lessons.preview
import backpass.app.training.inspection
import backpass.app.training.runs.worker  # noqa: F401 - to have them

gc.collect()
gc.freeze()
