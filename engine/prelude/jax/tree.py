"""`jax.tree`: the functions of `jax.tree_util` by their short names."""

from .tree_util import tree_all, tree_flatten, tree_leaves, tree_map, tree_reduce, tree_structure, tree_unflatten


def map(f, tree, *rest, is_leaf=None):
    return tree_map(f, tree, *rest, is_leaf=is_leaf)


def leaves(tree, is_leaf=None):
    return tree_leaves(tree, is_leaf)


def flatten(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)


def unflatten(treedef, leaves):
    return tree_unflatten(treedef, leaves)


def structure(tree, is_leaf=None):
    return tree_structure(tree, is_leaf)


def reduce(function, tree, *initializer, is_leaf=None):
    return tree_reduce(function, tree, *initializer, is_leaf=is_leaf)


def all(tree, *, is_leaf=None):
    return tree_all(tree, is_leaf=is_leaf)
