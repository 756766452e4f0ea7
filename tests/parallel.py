"""How a parallel run hands tests to its workers."""

from xdist.scheduler import LoadScopeScheduling

BROWSER_TESTS = "tests/browser/"
TOGETHER = ("tests/browser/graph/test_whole_loss.py",)
"""Files of the browser's whose tests share a fixture of the module."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """A file is one worker's, since its tests share servers and counts; of the browser's tests each goes to whoever is free.

    The browser's tests share nothing but fixtures of the session, and they come last: so all workers end at about the same time.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if file.startswith(BROWSER_TESTS) and file not in TOGETHER else file
