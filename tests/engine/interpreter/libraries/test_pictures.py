"""Pictures that programs read with Pillow and OpenCV: invented numbers stand in, and what is computed of numbers is exact."""

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

GREY = [
    # red, green, blue; by Pillow 12 `convert("L")`, by OpenCV 4.12 of red, green, blue and of blue, green, red
    ((228, 205, 35), 192, 193, 157),
    ((195, 32, 65), 84, 85, 60),
    ((12, 103, 118), 78, 77, 97),
    ((159, 58, 201), 105, 104, 112),
    ((0, 0, 0), 0, 0, 0),
    ((255, 255, 255), 255, 255, 255),
]
"""Colours and their grey, as the libraries round it."""
OWN = """
import numpy as np
from torchvision import datasets
pictures = datasets.CIFAR10(".")
pictures.data = np.array([{numbers}])
picture = pictures[0][0]
"""


def printed(program: str) -> list[str]:
    return run(parse(program)).printed


def test_a_picture_that_is_opened_has_invented_numbers_and_a_note() -> None:
    program = """
import numpy as np
from PIL import Image
from torchvision import transforms
picture = Image.open("cat.jpg")
print(picture.size, picture.mode, picture.width, picture.height, isinstance(picture, Image.Image))
numbers = np.array(picture)
print(numbers.shape, numbers.dtype, numbers.min() >= 0, numbers.max() <= 255)
print(np.array_equal(numbers, np.array(Image.open("cat.jpg"))), np.array_equal(numbers, np.array(Image.open("dog.jpg"))))
print(picture.resize((20, 10)).size, picture.crop((3, 4, 13, 24)).size, picture.convert("L").mode)
print(np.array_equal(np.array(picture.crop((3, 4, 13, 24))), numbers[4:24, 3:13]), np.array(picture.convert("L")).shape)
x = transforms.Compose([transforms.Resize(16), transforms.ToTensor()])(picture)
print(x.shape[0], x.shape[2], x.max() <= 1)
picture.show()
"""
    result = run(parse(program))
    assert result.printed == [
        "(64, 64) RGB 64 64 True",
        "(64, 64, 3) int64 True True",
        "True False",
        "(20, 10) (10, 20) L",
        "True (64, 64)",
        "3 16 True",
    ]
    notes = [problem.message for problem in result.problems if problem.code is Code.LIBRARY_DIFFERS]
    assert any("`cat.jpg`" in note and "64×64" in note for note in notes)


def test_a_picture_of_the_web_is_invented_too() -> None:
    program = """
import requests
import numpy as np
from io import BytesIO
from PIL import Image
response = requests.get("https://example.com/cat.jpg")
picture = Image.open(BytesIO(response.content)).convert("RGB")
print(np.array(picture).shape, np.array_equal(np.array(picture), np.array(Image.open("cat.jpg"))))
"""
    assert printed(program) == ["(64, 64, 3) False"]


@pytest.mark.parametrize(("colour", "of_pillow", "of_opencv", "reversed_"), GREY)
def test_a_colour_becomes_the_grey_of_the_library(
    colour: tuple[int, int, int], of_pillow: int, of_opencv: int, reversed_: int
) -> None:
    own = OWN.format(numbers=[[list(colour)]])
    assert printed(own + 'print(np.array(picture.convert("L"))[0, 0])') == [str(of_pillow)]
    codes = [("cv2.COLOR_RGB2GRAY", of_opencv), ("cv2.COLOR_BGR2GRAY", reversed_)]
    for code, grey in codes:
        assert printed(f"import cv2\nimport numpy as np\nprint(cv2.cvtColor(np.array([[{list(colour)}]]), {code})[0, 0])") == [
            str(grey)
        ]


def test_opencv_has_channels_in_reverse_and_floats_unrounded() -> None:
    program = """
import cv2
import numpy as np
picture = cv2.imread("road.png")
print(picture.shape, cv2.imread("road.png", cv2.IMREAD_GRAYSCALE).shape)
print(np.array_equal(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), picture[:, :, ::-1]))
shades = cv2.cvtColor(picture / 255, cv2.COLOR_BGR2GRAY)
print(np.allclose(shades, picture @ np.array([0.114, 0.587, 0.299]) / 255))
small = cv2.resize(np.arange(24).reshape(4, 6), (3, 2), interpolation=cv2.INTER_NEAREST)
print(small.tolist(), cv2.cvtColor(small, cv2.COLOR_GRAY2RGB).shape)
cv2.imshow("road", picture)
cv2.waitKey(0)
"""
    assert printed(program) == ["(64, 64, 3) (64, 64)", "True", "True", "[[0, 2, 4], [12, 14, 16]] (2, 3, 3)"]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        ("cv2.resize(np.ones((4, 4)), (2, 2))", "interpolation"),
        ("cv2.cvtColor(np.ones((4, 4, 3)), 40)", "code"),
        ("cv2.GaussianBlur(np.ones((4, 4)), (3, 3), 0)", "GaussianBlur"),
        ('cv2.imread("x.png", -1)', "flags"),
        ('Image.open("x.png").convert("CMYK")', "mode"),
        ('Image.open("x.png").crop((-1, 0, 3, 3))', "box"),
        ("picture.resize((2, 2))", "your own image"),
        ("transforms.Resize(2)(picture)", "your own image"),
    ],
)
def test_what_would_have_other_numbers_is_refused_by_name(call: str, named: str) -> None:
    start = "import cv2\nfrom PIL import Image\nfrom torchvision import transforms\n" + OWN.format(numbers=[[[1, 2, 3]] * 4] * 4)
    with pytest.raises(ProblemError) as refused:
        run(parse(f"{start}found = {call}"))
    assert named in refused.value.problems[0].message
