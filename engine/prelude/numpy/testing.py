"""`numpy.testing`: what ends a program whose numbers are not as it says."""

from ._comparisons import allclose, array_equal


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    if not allclose(actual, desired, rtol, atol, equal_nan):
        raise AssertionError(f"Not equal to tolerance rtol={rtol}, atol={atol}\n{err_msg}")


def assert_array_equal(actual, desired, err_msg="", verbose=True):
    if not array_equal(actual, desired):
        raise AssertionError(f"Arrays are not equal\n{err_msg}")


def assert_equal(actual, desired, err_msg="", verbose=True):
    assert_array_equal(actual, desired, err_msg)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    assert_allclose(actual, desired, 0, 1.5 * 10.0**-decimal, err_msg=err_msg)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    assert_allclose(actual, desired, 0, 1.5 * 10.0**-decimal, err_msg=err_msg)
