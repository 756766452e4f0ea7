nothing-at = There is nothing at { $path }.
    .hint = The page is at /, the API is described at /docs.
method-not-answered = { $path } does not answer { $method }.
    .hint = Use { $methods }.
described-at-docs = The API is described at /docs.
body-not-json = The request's body is not valid JSON: { $removeprefix }.
field-missing = The field `{ $place }` is missing.
    .hint = Add `{ $place }` to the request's object.
no-field = There is no field `{ $place }`.
inputs-are-object = Give the inputs by name, each with a list of its values: `{"{"}"x": [1, 2]{"}"}`.
see-fields = See /docs for the fields of this request.
many-things-wrong = { GROUP($count) } things in this request are not as they should be, too many to be listed.
    .hint = Begin with the example of this request at /docs.
unknown-host = This server does not answer by the name { $host }.
    .hint = Open it as `localhost`, or set `BACKPASS_ALLOWED_HOSTS` to the names by which it is reached.
foreign-page = This server of a private network makes nothing for pages of { $origin }.
    .hint = Use the server's own page, or set `BACKPASS_ALLOWED_ORIGINS` to the sites that may.
body-too-large = The request's body is larger than { GROUP($limit) } bytes, the most that is read here.
    .hint = Send a smaller program or fewer numbers.
computation-too-long = The computation took longer than { $seconds } seconds, the most this server gives to one program.
    .hint = Make the program smaller, or use the Python library, where you set the limits.
worker-lost = The process that computed this ended before it had an answer; perhaps it took too much memory.
    .hint = Try again; if it stays so, make the program or its tensors smaller.
shutting-down = The server is being shut down, or started anew.
    .hint = Try again in a moment.
request-too-slow = The { $value } of the request did not come to its end within { $seconds } seconds.
    .hint = Send it again, over a better line or with less in it.
headers-too-large = The address and headers of the request are larger than { GROUP($most) } bytes, the most that is read here.
    .hint = Send what is long in the body of a POST.
internal-error = Something went wrong on our side; your program is not lost.
    .hint = Try again; if it stays, please report it with the number { $identifier }.
too-many-connections = This address has { GROUP($most) } live connections open, the most that are kept for one.
    .hint = Close pages you no longer look at, or ask whoever runs this server for a higher `max_sockets_per_client`.
storage-full = This server's storage is full, so nothing more can be kept; computing goes on.
    .hint = Copy the long link instead of a short one, and tell whoever runs this server.
storage-unavailable = This server's storage does not work at the moment, so nothing can be kept or looked up; computing goes on.
    .hint = Try again in a minute; if it stays, tell whoever runs this server.
share-too-long = What is to be shared has { GROUP($count) } characters; this server keeps { GROUP($max_share_characters) }.
    .hint = Share a shorter program, or send the program itself.
shares-full = This server keeps { GROUP($max_shares) } short links, and all are taken.
    .hint = Copy the long link instead: it holds everything by itself.
share-gone = There is nothing under this short link, or no longer.
    .hint = Ask whoever sent it to share it once more.
near-kink = `{ $signature }` is only { $distance } away from its kink, and differences with h = { $smallest_step } or more straddle it; they are left out of the verdict.
    .hint = The gradient holds on this side of the kink; a step of that size ends on the other.
derivatives-not-finite = Value and gradients are finite here, but a second or higher derivative is not.
    .hint = Move the inputs a little away from this point.
path-node-missing = It must be said to which node the paths lead, by its name or by its number.
    .hint = Give either `name`, a name of the program, or `node`, an id of the graph.
take-id-of-node = Take the `id` of a node from `/api/v1/graph` with the same program.
field-wrong = The field `{ $place }` is not as it should be: { $reason }.
body-wrong = The request's body is not as it should be: { $reason }.
overloaded = This program is too large to be computed on the side, and { $waiting ->
        [1] one request waits
       *[other] { GROUP($waiting) } requests wait
    } for the { $processes ->
        [one] { $processes } process
       *[other] { $processes } processes
    } that compute such ones here.
    .hint = Try again in { $seconds ->
            [one] { $seconds } second
           *[other] { $seconds } seconds
        }; smaller programs are answered at once.
too-many-units = This address has asked for more than { GROUP($quota) } units within { $window } seconds, the most that is answered here.
    .hint = Ask less often, or for many points at once: /api/v1/gradient/batch.
too-many-creations = This address has made more than { GROUP($quota) } rooms, short links and training runs within { $window } seconds.
    .hint = Use one you have made already.
too-many-guesses = This address has asked for more than { GROUP($quota) } rooms that do not exist within { $window } seconds.
    .hint = Look at the code again: it has six letters and digits.
