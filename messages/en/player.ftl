# The player: a finished graph on a page of its own.
player-graph = Computational graph
player-explanation = Explanation
player-notes = Worth knowing
player-program = Program
player-not-json = The data of this graph is incomplete: it is not valid JSON. Save the graph again.
player-no-graph = The data here is no graph: an object with `nodes`, `edges` and `steps` was expected.
player-no-nodes = This graph has no nodes, so there is nothing to show.
player-no-list = The data of this graph has no list `{ $list }`.
player-too-large = The list `{ $list }` of this graph has { $count } entries; the player shows at most { $most }. Save a part of it, or open it in Backpass.
player-wrong-row = Entry { $place } of `{ $list }` contradicts the rest of this graph, so that it cannot be shown. Save the graph again.
player-wrong-output = The field `output` of this graph names no node of it, so that it cannot be shown. Save the graph again.
player-inputs = Inputs
player-number = Write a number such as −2.5.
player-kernel-slow = The kernel has not answered yet: the picture shows the numbers before this change.
player-failed = This graph cannot be drawn: its data contradicts itself. Save the graph again.
