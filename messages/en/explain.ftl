## What each step does, on the page and in /explain
output-alone = There is nothing to compute: the output is { $value } itself.
output-none = The program computes no number, so there is nothing to play.
nothing-forward = There is nothing to compute forward. Step on to start the gradient at the output.
only-constants = Only constants are known. Press play: values flow forward to the output.
known-input = `{ $name } = { $value }`
    .spoken = { $name } is { $value }
gradients-complete = Every gradient is complete.
gradients-unusable = The pass has ended, but not every gradient is a number to go by.
gradients-wrong = { $count ->
    [one] The pass has ended, and one gradient is wrong.
   *[other] The pass has ended, and { $count } gradients are wrong.
}
no-gradient = No input takes part in the output, so there is no gradient.
value-is = { $shown } is { $result }.
value-computed = { $shown } is { $numbers } { $equals } { $result }.
    .spoken = { $shown } is { $numbers }, which is { $result }.
value-of-shapes = { $shown }, in shapes: { $numbers } → { $result }.
    .spoken = { $shown }, in shapes: { $numbers } gives { $result }.
backward-starts = Backward starts at { $name } with 1: a small change of the output changes the output by just as much.
backward-starts-with = Backward starts at { $name } with the seed { $total }.
gradient-of-stretched = A gradient of shape { $shape } reaches { $name }, which was stretched from { $own }: it is summed over { $axes }.
repeated-axes = { $count ->
    [one] axis { $axes }, which was repeated
   *[other] axes { $axes }, which were repeated
}
gets-nothing = { $receiver } gets nothing from { $user }: { $sent }, for { $reason }.
gets = { $receiver } gets { $sent } { $equals } { $result } from { $user }{ $place }; { $added }.
    .spoken = { $receiver } gets { $sent }, which is { $result }, from { $user }{ $place }; { $added }.
    .unarrived = { $receiver } gets { $gets } from { $user }{ $place }.
    .whole = { $receiver } gets { $result } from { $user }{ $place }; { $added }.
    .by-rule = { $receiver } gets { $rule } from { $user }{ $place }, where { $upstream } is what arrives: { $result }; { $added }.
    .put-back = { $receiver } gets { $upstream } in the places that { $user } was read from, and 0 elsewhere, where { $upstream } is what arrives: { $result }; { $added }.
edge-share = { $result } of { $receiver }'s { $total } comes through this edge: { $sent }.
    .all = All of { $receiver }'s { $total } comes through this edge: { $sent }.
    .part = { $result } of the { $total } that { $receiver } has so far comes through this edge: { $sent }.
gets-short = { $receiver } gets { $result }
picked-other = { $name } picked the other input
slope-is-zero = the slope of { $name } is 0 here
turned-into = { $upstream } → { $sent }
    .spoken = { $upstream }, turned into { $sent }
multiplied = { $upstream } × { $local }
    .spoken = { $upstream } times { $local }
more-to-come = { $count ->
    [one] one more contribution is to come
   *[other] { $count } more contributions are to come
}
array-first = this is its whole gradient
    .part = this is the first part of its gradient, { $more }
array-added = added to what arrived before, this makes its whole gradient
    .part = it is added to what arrived before, { $more }
adds-first = so its gradient is { $total }
    .part = so far its gradient is { $total }, { $more }
adds-nothing-known = its gradient means nothing, for a value on the way is NaN
    .spoken = its gradient means nothing, for a value on the way is not a number
adds-to = now { $start } + { $sent } { $equals } { $total }{ $rest }
    .spoken = now { $start } plus { $sent } is { $total }{ $rest }
sum-whole = , its whole gradient
sum-so-far = {" "}so far, { $more }
too-small = What { $name } sends is too small for a number to hold, so it counts as 0.
stretched = Going forward { $name } was stretched from { $own } to { $shape }. The copies are one and the same thing, so what comes back to each of them is added up.
slope-is-infinite = The slope of { $name } is { $local } at this point: here the gradient stops being finite.
not-finite-begins = Here { $what } begins.
array-summarised = An array of shape { $shape }, too large to be kept: from { $low } to { $high }, of mean { $mean } and norm { $norm }.
array-zeros = Of its elements { $share }% are 0.
array-nonfinite = Of its elements { $share }% are NaN or infinite.
histogram-described = { $what }: histogram of { $bins } bins of equal width from { $low } to { $high }; arrow keys read them. Elements in each: { $counts }.
histogram-sample = One element in { $every } is counted.
histogram-bins = { $bins } bins, at most { $most } elements in one.
histogram-bin = From { $low } to { $high }: { $count }
no-gradient-computed = No gradient is computed for it: nothing that leads from it to the output can change.
gradient-of-output = It is the output itself: if it grows by a little, it grows by just as much. Every backward pass starts with this 1.
contributions-cancel = Its contributions cancel out: they add up to exactly 0.
comes-through-nan = A value on the way is NaN: where a function has no value it has no slope, so this number means nothing.
    .spoken = A value on the way is not a number: where a function has no value it has no slope, so this number means nothing.
blocks-gradient = { $name } has the slope 0 here and blocks the gradient.
nothing-arrives = Nothing arrives at { $name } that could be passed on.
multiplied-by-zero = It is multiplied by { $zero }, which is 0, so changing it changes nothing.
slope-zero-here = The slope of { $name } with respect to { $input } is 0 at this point.
slope-zero-condition = { $input } only decides which value { $name } takes: the slope of { $name } with respect to this condition is 0.
gradient-too-large = Here the gradient becomes larger than a number can hold.
nan-begins = The slope of { $name } is { $local } at this point, and 0 × { $local } has no value: here NaN begins.
    .spoken = The slope of { $name } is { $local } at this point, and 0 times { $local } has no value: here not a number begins.
constant-cannot-change = A constant cannot change, so no gradient is computed for it.
picked-another = { $name } picked another input, so a small change of this one goes unnoticed.
slope-one = The slope is 1 whatever the numbers are, so what arrives is passed on as it is.
only-inputs = Only the inputs are known: { $listed }. Press play: values flow forward, then gradients flow back.
    .more = Only the inputs are known: { $listed } and { $count } more. Press play: values flow forward, then gradients flow back.
    .rest = Only the inputs are known: { $listed }{ $rest }. Press play: values flow forward, then gradients flow back.
place-in-it = , for the { $place }
place-of = { $ordinal } of its { $count } uses
ordinal = { $number ->
        [1] first
        [2] second
        [3] third
       *[other] { $number }th
    }
single-number = a single number

no-gradient-travels = No gradient travels to `{ $call }`. { $choice }
arrives-not-finite = What arrives at { $name } is not finite already.
slope-not-finite-here = The slope of { $name } is not finite at this point{ $choice }.
    .lost = , and 0 × ∞ has no value
input-not-finite = An input of { $name } is not finite.
too-large-for-number = It is too large for a number to hold, so it counts as infinite.
next-is-question = What comes next is the question.
replaces = it replaces { $before }, which is lost: its gradient is now { $total }
adds-to-leftover = it is added to { $before }, left over from an earlier pass: its gradient is now { $total }
more-land = , and { $count } more contributions land
from-node = From { $expression }:{" "}
all-blocked = {" "}(all blocked or zero)
and-more = {" "}and { $count } more
values-computed = { $count } values are computed: { $results }{ $rest }.
badge-forward-mode = FORWARD MODE
as-dual-number = as a dual number it is `{ $dualnumber }`
let-grow = Forward mode: let { $called } grow at the rate { $tangent }, and no other input; { $dual }.
moves-elements = { $called } moves along, each element at a rate of its own; { $dual }.
moves-at = { $called } moves at { $choice }
nodes-move = { $count } nodes move: { $named }{ $rest }.
nothing-reaches = Nothing that moves reaches { $called }: its derivative by `{ $passname }` is 0.
gradient-again = the gradient of `{ $name }` again
reverse-says = where reverse mode says { $reverse }
one-pass-either = With a single input either mode takes one pass.
single-inputs = inputs
numbers-in-inputs = numbers in the inputs
passes-compared = { $count } { $what } take { $count } passes, in reverse one: so training goes in reverse.
badge-slopes = SLOPES
slopes-of = Slopes of { $expression }: { $slopes }.
    .upstream = Slopes of { $expression }: { $slopes }, where { $upstream } is what arrives.
slopes-of-joined = { $expression } puts its parts side by side: each gets back its own part of the gradient.
slope-of = { $local } for { $source }
slope-equals = { $slope } { $equals } { $local }
slope-blocked = { $slope } = { $local }, which lets nothing pass
slope-of-array = an array rule for { $source }
slopes-of-many = The slopes of { $count } wires: each multiplies the gradient that comes back along it.
badge-start = START
badge-forward = FORWARD
badge-backward = BACKWARD
node-at = { $called } at { $rate }
