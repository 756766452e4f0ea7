## What each step does, on the page and in /explain
output-alone = There is nothing to compute: the output is { $value } itself.
output-none = The program computes no number, so there is nothing to play.
nothing-forward = There are no forward steps. Step on to start the gradient at the output.
only-constants = There are only constants. Values flow forward to the output.
known-input = `{ $name } = { $value }`
    .spoken = { $name } is { $value }
gradients-complete = Every gradient is complete.
gradients-unusable = The pass has ended, but not every gradient is valid.
gradients-wrong = { $count ->
    [one] The pass has ended, and one gradient is wrong.
   *[other] The pass has ended, and { $count } gradients are wrong.
}
no-gradient = The output depends on no input, so there is no gradient.
value-is = { $shown } is { $result }.
value-computed = { $shown } is { $numbers } { $equals } { $result }.
    .spoken = { $shown } is { $numbers }, which is { $result }.
value-of-shapes = { $shown }, in shapes: { $numbers } → { $result }.
    .spoken = { $shown }, in shapes: { $numbers } gives { $result }.
backward-starts = The backward pass starts at { $name } with 1, the derivative of the output with respect to itself.
backward-starts-with = The backward pass starts at { $name } with { $total }.
gradient-of-stretched = A gradient of shape { $shape } reaches { $name }, which was broadcast from { $own }: it is summed over { $axes }.
repeated-axes = { $count ->
    [one] axis { $axes }, which was broadcast
   *[other] axes { $axes }, which were broadcast
}
gets-nothing = No gradient reaches { $receiver } from { $user }: { $sent }, because { $reason }.
gets = { $receiver } gets { $sent } { $equals } { $result } from { $user }{ $place }; { $added }.
    .spoken = { $receiver } gets { $sent }, which is { $result }, from { $user }{ $place }; { $added }.
    .unarrived = { $receiver } gets { $gets } from { $user }{ $place }.
    .whole = { $receiver } gets { $result } from { $user }{ $place }; { $added }.
    .by-rule = { $receiver } gets { $rule } from { $user }{ $place }, with upstream gradient { $upstream }: { $result }; { $added }.
    .put-back = { $receiver } gets the upstream gradient { $upstream } at the elements that { $user } selects, and 0 elsewhere: { $result }; { $added }.
edge-share = { $result } of { $receiver }'s { $total } comes through this edge: { $sent }.
    .all = All of { $receiver }'s { $total } comes through this edge: { $sent }.
    .part = { $result } of the { $total } that { $receiver } has so far comes through this edge: { $sent }.
gets-short = { $receiver } gets { $result }
picked-other = { $name } picked the other input
slope-is-zero = the local derivative of { $name } is 0
turned-into = { $upstream } → { $sent }
    .spoken = { $upstream }, turned into { $sent }
multiplied = { $upstream } × { $local }
    .spoken = { $upstream } times { $local }
more-to-come = { $count ->
    [one] with one contribution to come
   *[other] with { $count } contributions to come
}
array-first = this is its whole gradient
    .part = this is the first part of its gradient, { $more }
array-added = added to what arrived before, this makes its whole gradient
    .part = it is added to what arrived before, { $more }
adds-first = so its gradient is { $total }
    .part = so far its gradient is { $total }, { $more }
adds-nothing-known = this gradient is not valid: a value on the path is NaN
    .spoken = this gradient is not valid: a value on the path is not a number
adds-to = now { $start } + { $sent } { $equals } { $total }{ $rest }
    .spoken = now { $start } plus { $sent } is { $total }{ $rest }
sum-whole = , its whole gradient
sum-so-far = {" "}so far, { $more }
too-small = The contribution from { $name } is too small to represent, so it is 0.
stretched = The forward pass broadcast { $name } from { $own } to { $shape }. All copies are the same value, so their gradients are summed.
slope-is-infinite = The local derivative of { $name } is { $local } here, so the gradient is no longer finite.
not-finite-begins = { $what } starts here.
array-summarised = An array of shape { $shape }, too large to store: from { $low } to { $high }, with mean { $mean } and norm { $norm }.
array-zeros = { $share }% of its elements are 0.
array-nonfinite = { $share }% of its elements are NaN or infinite.
histogram-described = { $what }: histogram with { $bins } equal bins from { $low } to { $high }; arrow keys read them. Elements per bin: { $counts }.
histogram-sample = One element in { $every } is counted.
histogram-bins = { $bins } bins, at most { $most } elements in one.
histogram-bin = From { $low } to { $high }: { $count }
no-gradient-computed = No gradient is computed for it: no input changes the output through it.
gradient-of-output = It is the output: its derivative with respect to itself is 1. Every backward pass starts with this 1.
contributions-cancel = Its contributions cancel out: they add up to exactly 0.
comes-through-nan = A value on the path is NaN: a function has no derivative where it is undefined, so this gradient is not valid.
    .spoken = A value on the path is not a number: a function has no derivative where it is undefined, so this gradient is not valid.
blocks-gradient = { $name } blocks the gradient: its local derivative is 0.
nothing-arrives = The gradient that arrives at { $name } is 0.
multiplied-by-zero = It is multiplied by { $zero }, which is 0, so changing it changes nothing.
slope-zero-here = The local derivative of { $name } with respect to { $input } is 0 here.
slope-zero-condition = { $input } only decides which value { $name } takes: the local derivative with respect to it is 0.
gradient-too-large = Here the gradient becomes too large to represent.
nan-begins = The local derivative of { $name } is { $local } here, and 0 × { $local } is undefined: NaN starts here.
    .spoken = The local derivative of { $name } is { $local } here, and 0 times { $local } is undefined, so this is not a number.
constant-cannot-change = A constant cannot change, so no gradient is computed for it.
picked-another = { $name } picked another input, so a small change in this one has no effect.
slope-one = The local derivative is always 1, so the gradient is passed on unchanged.
only-inputs = Only the inputs are known: { $listed }. Values flow forward, then gradients flow back.
    .more = Only the inputs are known: { $listed } and { $count } more. Values flow forward, then gradients flow back.
place-in-it = , for { $place }
place-of = { $ordinal } of its { $count } uses
ordinal = { $number ->
        [1] the first
        [2] the second
        [3] the third
       *[other] number { $number }
    }
single-number = a single number

no-gradient-travels = No gradient reaches `{ $call }`. { $choice }
arrives-not-finite = The gradient at { $name } is already not finite.
slope-not-finite-here = The local derivative of { $name } is not finite here{ $choice }.
    .lost = , and 0 × ∞ is undefined
input-not-finite = An input of { $name } is not finite.
too-large-for-number = It is too large to represent, so it becomes infinite.
next-is-question = What comes next is the question.
replaces = it overwrites { $before }: its gradient is now { $total }
adds-to-leftover = it is added to { $before }, left over from an earlier pass: its gradient is now { $total }
more-land = , and { $count ->
    [one] { $count } more contribution arrives
   *[other] { $count } more contributions arrive
}
from-node = From { $expression }:{" "}
all-blocked = {" "}(all blocked or zero)
and-more = {" "}and { $count } more
values-computed = { $count } values are computed: { $results }{ $rest }.
badge-forward-mode = FORWARD MODE
as-dual-number = as a dual number it is `{ $dualnumber }`
let-grow = Forward mode: { $called } gets tangent { $tangent }, every other input 0; { $dual }.
moves-elements = { $called } has a tangent for each element; { $dual }.
moves-at = { $called } has tangent { $choice }
nodes-move = { $count } tangents: { $named }{ $rest }.
nothing-reaches = No tangent reaches { $called }: its derivative with respect to `{ $passname }` is 0.
gradient-again = equal to the gradient of `{ $name }`
reverse-says = but reverse mode gives { $reverse }
one-pass-either = With a single input either mode takes one pass.
single-inputs = inputs
numbers-in-inputs = input elements
passes-compared = { $count } { $what }: { $count } forward passes or one in reverse, so training uses reverse mode.
badge-slopes = DERIVATIVES
slopes-of = Local derivatives of { $expression }: { $slopes }.
    .upstream = Local derivatives of { $expression }: { $slopes } (upstream gradient: { $upstream }).
slopes-of-joined = { $expression } joins its parts: each gets back its own part of the gradient.
slope-of = { $local } for { $source }
slope-equals = { $slope } { $equals } { $local }
slope-blocked = { $slope } = { $local }, blocking the gradient
slope-of-array = an array rule for { $source }
slopes-of-many = Local derivatives of { $count } edges: each multiplies the gradient that flows back.
badge-start = START
badge-forward = FORWARD
badge-backward = BACKWARD
node-at = { $called }: { $rate }
