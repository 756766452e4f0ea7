"""Texts that are no programs in any notation: web pages and prose. Each is named in one sentence, in place of one for each word.

Knows characters only.
"""

import re

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

_PAGE = re.compile(
    r"\s*(<(?:!doctype|\?xml|!--|/?(?:html|head|body|div|p|span|table|script|style|meta|link|h[1-6])\b)[^\n]*)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#[^\n]*")
_CODE = re.compile(r"\"\"\"|'''|^[ \t]*(?:import\s|from\s+\S+\s+import\s|def\s|class\s)", re.MULTILINE)
_WORD = re.compile(r"[(\"“«]*[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)\"”»]*")
_ENGLISH = "the of to that how are we us this these which its it be can when then on by"
_FRENCH = "le la les des du une est que qui et dans nous"
_OF_SENTENCES = frozenset(f"{_ENGLISH} {_FRENCH}".split())
"""Words that join others to sentences, in English and French; none of a single letter and no keyword of Python."""
_FORMULA = re.compile(r"[\^*=]")
_FEWEST_WORDS, _FEWEST_BESIDE_FORMULA, _FEWEST_JOINING, _SHARE = 6, 12, 2, 0.7
"""In a few words around a formula something is asked for, and what could not be read of it is the better thing to say."""


def page_of_the_web(text: str) -> Problem | None:
    """The one message on a text that begins with a tag of HTML, as no program does."""
    found = _PAGE.match(text)
    return Problem(Code.SYNTAX, say("pasted-page"), say("pasted-page.hint"), found.span(1)) if found else None


def prose(text: str) -> Problem | None:
    """The one message on a text of sentences; None of any other. Asked only of what could not be read: programs hold prose."""
    if _CODE.search(text):
        return None
    bare = _COMMENT.sub("", text)
    parts = bare.split()
    words = [part for part in parts if _WORD.fullmatch(part)]
    joining = _OF_SENTENCES.intersection(word.casefold().strip(".,;:!?()") for word in words)
    fewest = _FEWEST_BESIDE_FORMULA if _FORMULA.search(bare) else _FEWEST_WORDS
    if len(words) < max(fewest, _SHARE * len(parts)) or len(joining) < _FEWEST_JOINING:
        return None
    start = text.index(parts[0])
    end = text.find("\n", start)
    return Problem(Code.SYNTAX, say("pasted-prose"), say("pasted-prose.hint"), (start, len(text.rstrip()) if end < 0 else end))
