"""Files of programs with an engine of their own: what they write can be read again, and an invented text stands in."""

import pytest

from backpass.engine.problems import ProblemError
from tests.engine.plain_python.test_programs import run

_FETCHED = """
import os
if not os.path.exists('input.txt'):
    import urllib.request
    urllib.request.urlretrieve('https://example.org/names.txt', 'input.txt')
docs = [line.strip() for line in open('input.txt').read().strip().split('\\n')]
print(docs[:2], len(docs), os.path.exists('input.txt'), os.path.join('a', 'b.txt'))
"""
READ = {
    _FETCHED: "['emma', 'olivia'] 120 True a/b.txt\n",
    "with open('names.txt', encoding='utf-8') as f:\n    print(f.readline().strip(), len(f.readlines()))": "emma 119\n",
    "print(sum(1 for line in open('names.txt', 'r')))": "120\n",
    "import urllib.request\nprint(urllib.request.urlopen('https://a.b/names.txt').read().decode('utf-8')[:4])": "emma\n",
    "with open('a.csv', 'w') as f:\n    f.write('x')\n    print('y', file=f)\nprint(repr(open('a.csv').read()))": "'xy\\n'\n",
    "f = open('a', 'w'); f.write('1'); f.close()\ng = open('a', 'a'); g.write('2')\nprint(open('a').read())": "12\n",
    "import os\nos.makedirs('out', exist_ok=True)\nprint(os.path.exists('out.txt'))": "False\n",
}


@pytest.mark.parametrize("text", READ)
def test_a_text_stands_in_and_what_is_written_is_read(text: str) -> None:
    assert run(text).printed == READ[text]


@pytest.mark.parametrize("text", ["open('data.csv')", "open('weights.bin', 'rb')", "open('a.txt', 'rb')", "open('/etc/passwd')"])
def test_a_file_that_no_text_stands_in_for_is_refused_by_name(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(text)
    assert text.split("'")[1] in str(refused.value.problems[0].message)
