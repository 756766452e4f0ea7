nothing-at = There is nothing at { $path }.
    .hint = The page is at /, the API is described at /docs.
method-not-answered = { $path } does not support { $method }.
    .hint = Use { $methods }.
described-at-docs = The API is described at /docs.
body-not-json = The request's body is not valid JSON: { $removeprefix }.
field-missing = The field `{ $place }` is missing.
    .hint = Add `{ $place }` to the request's object.
no-field = There is no field `{ $place }`.
inputs-are-object = Give the inputs by name, each with a list of its values: `{"{"}"x": [1, 2]{"}"}`.
see-fields = See /docs for the fields of this request.
many-things-wrong = This request has { GROUP($count) } errors, too many to list.
    .hint = Begin with the example of this request at /docs.
unknown-host = This server does not accept the host name { $host }.
    .hint = Open it as `localhost`, or set `BACKPASS_ALLOWED_HOSTS` to its host names.
foreign-page = This server is for a private network, and pages of { $origin } cannot create anything on it.
    .hint = Use the server's own page, or set `BACKPASS_ALLOWED_ORIGINS` to the sites that may.
body-too-large = The request's body is larger than { GROUP($limit) } bytes, which is the limit.
    .hint = Send a smaller program or fewer numbers.
computation-too-long = The computation took longer than { $seconds } seconds, which is the limit of this server.
    .hint = Make the program smaller, or use the Python library, where you set the limits.
worker-lost = The worker process ended before it had a result; perhaps it ran out of memory.
    .hint = Try again; if it happens again, make the program or its tensors smaller.
shutting-down = The server is shutting down or restarting.
    .hint = Try again in a moment.
request-too-slow = The { $value } of the request was not complete after { $seconds } seconds.
    .hint = Send it again over a better connection, or send less.
headers-too-large = The address and headers of the request are larger than { GROUP($most) } bytes, which is the limit.
    .hint = Send long data in the body of a POST.
internal-error = Something went wrong on our side; your program is not lost.
    .hint = Try again; if it happens again, please report it with the number { $identifier }.
too-many-connections = This address has { GROUP($most) } live connections open, which is the limit for one address.
    .hint = Close pages you no longer need, or ask the operator of this server for a higher `max_sockets_per_client`.
storage-full = This server's storage is full, so nothing more can be saved; computing still works.
    .hint = Copy the long link instead of a short one, and tell the operator of this server.
storage-unavailable = This server's storage is not available, so nothing can be saved or looked up; computing still works.
    .hint = Try again in a minute; if it happens again, tell the operator of this server.
share-too-long = The shared page has { GROUP($count) } characters; the limit is { GROUP($max_share_characters) }.
    .hint = Share a shorter program, or send the program itself.
shares-full = This server stores { GROUP($max_shares) } short links, and all are in use.
    .hint = Copy the long link instead: it contains everything.
share-gone = This short link does not exist, or has expired.
    .hint = Ask the sender to share it again.
near-kink = `{ $signature }` is only { $distance } away from its kink; differences with h = { $smallest_step } or more straddle it and are left out of the verdict.
    .hint = The gradient is valid on this side of the kink; a step of that size ends on the other.
derivatives-not-finite = Value and gradients are finite here, but a second or higher derivative is not.
    .hint = Move the inputs a little away from this point.
path-node-missing = The request does not say to which node the paths lead.
    .hint = Give either `name`, a name of the program, or `node`, an id of the graph.
take-id-of-node = Take the `id` of a node from `/api/v1/graph` with the same program.
field-wrong = The field `{ $place }` is not valid: { $reason }.
body-wrong = The request's body is not valid: { $reason }.
overloaded = The server is busy: { $waiting ->
        [1] one large request waits
       *[other] { GROUP($waiting) } large requests wait
    } for { $processes ->
        [one] { $processes } process
       *[other] { $processes } processes
    }.
    .hint = Try again in { $seconds ->
            [one] { $seconds } second
           *[other] { $seconds } seconds
        }; smaller programs are answered at once.
too-many-units = This address has used more than { GROUP($quota) } units within { $window } seconds, which is the limit.
    .hint = Send fewer requests, or many points at once: /api/v1/gradient/batch.
too-many-creations = This address has created more than { GROUP($quota) } rooms, short links and training runs within { $window } seconds.
    .hint = Use one you have already created.
too-many-guesses = This address has asked for more than { GROUP($quota) } rooms that do not exist within { $window } seconds.
    .hint = Check the code: it has six letters and digits.
