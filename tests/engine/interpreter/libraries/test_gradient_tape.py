"""What TensorFlow's tapes answer. TensorFlow is not installed with the tests: the expected lines are those of its guide to
automatic differentiation, whose cells these programs are.
"""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

TF = "import tensorflow as tf\n"
CELLS = {
    "not connected": (
        "x = tf.Variable(2.)\ny = tf.Variable(3.)\nwith tf.GradientTape() as tape:\n  z = y * y\nprint(tape.gradient(z, x))",
        ["None"],
    ),
    "a variable replaced by a tensor": (
        (
            "x = tf.Variable(2.0)\nfor epoch in range(2):\n  with tf.GradientTape() as tape:\n    y = x+1\n"
            "  print(tape.gradient(y, x))\n  x = x + 1"
        ),
        ["1.0", "None"],
    ),
    "outside of TensorFlow": (
        (
            "import numpy as np\nx = tf.Variable([[1.0, 2.0],[3.0, 4.0]])\nwith tf.GradientTape() as tape:\n  x2 = x**2\n"
            "  y = np.mean(x2, axis=0)\n  y = tf.reduce_mean(y, axis=0)\nprint(tape.gradient(y, x))"
        ),
        ["None"],
    ),
    "through a whole number": (
        "x = tf.constant(10)\nwith tf.GradientTape() as g:\n  g.watch(x)\n  y = x * x\nprint(g.gradient(y, x))",
        ["None"],
    ),
    "through a state": (
        (
            "x0 = tf.Variable(3.0)\nx1 = tf.Variable(0.0)\nwith tf.GradientTape() as tape:\n  x1.assign_add(x0)\n  y = x1**2\n"
            "print(tape.gradient(y, x0))"
        ),
        ["None"],
    ),
    "zeros instead": (
        (
            "x = tf.Variable([2., 2.])\ny = tf.Variable(3.)\nwith tf.GradientTape() as tape:\n  z = y**2\n"
            "print(tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO))"
        ),
        ["[0., 0.]"],
    ),
    "what is watched": (
        (
            "x0 = tf.Variable(3.0, name='x0')\nx1 = tf.Variable(3.0, name='x1', trainable=False)\n"
            "x2 = tf.Variable(2.0, name='x2') + 1.0\nx3 = tf.constant(3.0, name='x3')\nwith tf.GradientTape() as tape:\n"
            "  y = (x0**2) + (x1**2) + (x2**2)\ngrad = tape.gradient(y, [x0, x1, x2, x3])\nfor g in grad:\n  print(g)"
        ),
        ["6.0", "None", "None", "None"],
    ),
    "nothing watched by itself": (
        (
            "x0 = tf.Variable(0.0)\nx1 = tf.Variable(10.0)\nwith tf.GradientTape(watch_accessed_variables=False) as tape:\n"
            "  tape.watch(x1)\n  y = x0 + x1**2\ngrad = tape.gradient(y, {'x0': x0, 'x1': x1})\n"
            "print(grad['x0'], grad['x1'].numpy())"
        ),
        ["None 20.0"],
    ),
    "a condition": (
        (
            "x = tf.constant(1.)\nv0 = tf.Variable(2.)\nv1 = tf.Variable(2.)\nwith tf.GradientTape(persistent=True) as tape:\n"
            "  tape.watch(x)\n  if x > 0.0:\n    result = v0\n  else:\n    result = v1**2\n"
            "dv0, dv1 = tape.gradient(result, [v0, v1])\nprint(dv0, dv1)"
        ),
        ["1.0 None"],
    ),
    "recording stopped": (
        (
            "x = tf.Variable(2.0)\ny = tf.Variable(3.0)\nwith tf.GradientTape() as t:\n  x_sq = x*x\n  with t.stop_recording():\n"
            "    y_sq = y * y\n  z = x_sq + y_sq\ngrad = t.gradient(z, {'x': x, 'y': y})\nprint(grad['x'], grad['y'])"
        ),
        ["4.0 None"],
    ),
    "several targets": (
        (
            "x = tf.Variable(2.0)\nwith tf.GradientTape() as tape:\n  y0 = x**2\n  y1 = 1 / x\n"
            "print(tape.gradient({'y0': y0, 'y1': y1}, x).numpy())"
        ),
        ["3.75"],
    ),
    "a vector": (
        "x = tf.Variable(2.)\nwith tf.GradientTape() as tape:\n  y = x * [3., 4.]\nprint(tape.gradient(y, x).numpy())",
        ["7.0"],
    ),
}


@pytest.mark.parametrize("name", CELLS)
def test_the_guides_cells_print_what_it_says(name: str) -> None:
    text, expected = CELLS[name]
    assert run(parse(TF + text)).printed == expected
