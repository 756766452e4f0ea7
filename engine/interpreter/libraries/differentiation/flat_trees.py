"""Lists, tuples and dictionaries of arrays as one row, and back: `flatten` of autograd, `ravel_pytree` and `tree_flatten` of JAX.

The keys of a dictionary come in their order by name, as both libraries have them.
"""

_LEAVES = """
import {numpy} as np

def leaves_of(tree):
    if isinstance(tree, dict):
        return [leaf for key in sorted(tree) for leaf in leaves_of(tree[key])]
    if isinstance(tree, (list, tuple)):
        return [leaf for part in tree for leaf in leaves_of(part)]
    return [] if tree is None else [tree]

def filled(tree, leaves):
    if isinstance(tree, dict):
        return {{key: filled(tree[key], leaves) for key in sorted(tree)}}
    if isinstance(tree, list):
        return [filled(part, leaves) for part in tree]
    if isinstance(tree, tuple):
        return tuple([filled(part, leaves) for part in tree])
    return None if tree is None else leaves.pop(0)
"""

_FLATTEN = (
    _LEAVES
    + """
def {name}(value):
    leaves = leaves_of(value)
    flat = np.concatenate([np.ravel(leaf) for leaf in leaves]) if leaves else np.array([])

    def unflatten(vector):
        found, place = [], 0
        for leaf in leaves:
            size = np.size(leaf)
            found.append(np.reshape(vector[place:place + size], np.shape(leaf)))
            place += size
        return filled(value, found)

    return flat, unflatten
"""
)

FLATTEN = _FLATTEN.format(numpy="autograd.numpy", name="flatten")
RAVEL_PYTREE = _FLATTEN.format(numpy="jax.numpy", name="ravel_pytree")

TREES = (
    _LEAVES.format(numpy="jax.numpy")
    + """
class PyTreeDef:
    def __init__(self, tree):
        self.tree = tree
        self.num_leaves = len(leaves_of(tree))

    def unflatten(self, leaves):
        return filled(self.tree, list(leaves))

def tree_flatten(tree):
    return leaves_of(tree), PyTreeDef(tree)

def tree_structure(tree):
    return PyTreeDef(tree)

def tree_unflatten(treedef, leaves):
    return treedef.unflatten(leaves)
"""
)
