"""`jax.tree_util`: lists, tuples and dictionaries of arrays, and classes of the program that say how."""

from backpass.engine.python.libraries.jax_natives import tree_alike as _alike
from backpass.engine.python.libraries.jax_natives import tree_leaves as _leaves
from backpass.engine.python.libraries.jax_natives import tree_map as _map
from backpass.engine.python.libraries.jax_natives import tree_rebuilt as _rebuilt
from backpass.engine.python.libraries.jax_natives import tree_register as _register


class PyTreeDef:
    def __init__(self, tree, is_leaf=None):
        self._tree = tree
        self._is_leaf = is_leaf

    @property
    def num_leaves(self):
        return len(_leaves(self._tree, self._is_leaf))

    def unflatten(self, leaves):
        return _rebuilt(self._tree, leaves, self._is_leaf)

    def __eq__(self, other):
        return isinstance(other, PyTreeDef) and _alike(self._tree, other._tree)

    __hash__ = None


def tree_map(f, tree, *rest, is_leaf=None):
    return _map(f, tree, rest, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return _leaves(tree, is_leaf)


def tree_flatten(tree, is_leaf=None):
    return _leaves(tree, is_leaf), PyTreeDef(tree, is_leaf)


def tree_structure(tree, is_leaf=None):
    return PyTreeDef(tree, is_leaf)


def tree_unflatten(treedef, leaves):
    return treedef.unflatten(leaves)


def tree_reduce(function, tree, *initializer, is_leaf=None):
    leaves = _leaves(tree, is_leaf)
    found = initializer[0] if initializer else leaves[0]
    for each in leaves if initializer else leaves[1:]:
        found = function(found, each)
    return found


def tree_all(tree, *, is_leaf=None):
    return all(_leaves(tree, is_leaf))


def register_pytree_node(nodetype, flatten_func, unflatten_func):
    _register(nodetype, flatten_func, unflatten_func)


def register_pytree_node_class(cls):
    _register(cls, lambda tree: tree.tree_flatten(), cls.tree_unflatten)
    return cls


def Partial(func, *args, **kw):
    return lambda *more, **others: func(*args, *more, **kw, **others)
