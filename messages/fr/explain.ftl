## Ce que fait chaque étape, sur la page et dans /explain
output-alone = Il n’y a rien à calculer : la sortie est { $value } elle-même.
output-none = Le programme ne calcule aucun nombre : il n’y a rien à jouer.
nothing-forward = Il n’y a aucune étape avant. Avancez d’une étape pour faire partir le gradient de la sortie.
only-constants = Seules les constantes sont connues. Les valeurs avancent jusqu’à la sortie.
known-input = `{ $name } = { $value }`
    .spoken = { $name } vaut { $value }
gradients-complete = Tous les gradients sont complets.
gradients-unusable = La passe est terminée, mais tous les gradients ne sont pas valables.
gradients-wrong = { $count ->
    [one] La passe est terminée, et un gradient est faux.
   *[other] La passe est terminée, et { $count } gradients sont faux.
}
no-gradient = La sortie ne dépend d’aucune entrée : il n’y a pas de gradient.
value-is = { $shown } vaut { $result }.
value-computed = { $shown } vaut { $numbers } { $equals } { $result }.
    .spoken = { $shown } vaut { $numbers }, soit { $result }.
value-of-shapes = { $shown }, en formes : { $numbers } → { $result }.
    .spoken = { $shown }, en formes : { $numbers } donne { $result }.
backward-starts = La passe arrière part de { $name } avec 1, la dérivée de la sortie par rapport à elle-même.
backward-starts-with = La passe arrière part de { $name } avec { $total }.
gradient-of-stretched = Un gradient de forme { $shape } arrive à { $name }, qui avait été étendu depuis { $own } : il est sommé sur { $axes }.
repeated-axes = { $count ->
    [one] l’axe { $axes }, qui a été étendu
   *[other] les axes { $axes }, qui ont été étendus
}
gets-nothing = Aucun gradient n’arrive à { $receiver } depuis { $user } : { $sent }, car { $reason }.
gets = { $receiver } reçoit { $sent } { $equals } { $result } de { $user }{ $place } ; { $added }.
    .spoken = { $receiver } reçoit { $sent }, soit { $result }, de { $user }{ $place } ; { $added }.
    .unarrived = { $receiver } reçoit { $gets } de { $user }{ $place }.
    .whole = { $receiver } reçoit { $result } de { $user }{ $place } ; { $added }.
    .by-rule = { $receiver } reçoit { $rule } de { $user }{ $place }, avec le gradient amont { $upstream } : { $result } ; { $added }.
    .put-back = { $receiver } reçoit le gradient amont { $upstream } aux éléments que { $user } choisit, et 0 ailleurs : { $result } ; { $added }.
edge-share = Sur le gradient { $total } de { $receiver }, { $result } passe par cette arête : { $sent }.
    .all = Tout le gradient { $total } de { $receiver } passe par cette arête : { $sent }.
    .part = Sur les { $total } que { $receiver } a reçus jusqu’ici, { $result } passe par cette arête : { $sent }.
gets-short = { $receiver } reçoit { $result }
picked-other = { $name } a choisi l’autre entrée
slope-is-zero = la dérivée locale de { $name } est 0
turned-into = { $upstream } → { $sent }
    .spoken = { $upstream }, transformé en { $sent }
multiplied = { $upstream } × { $local }
    .spoken = { $upstream } fois { $local }
more-to-come = { $count ->
    [one] et une contribution doit encore arriver
   *[other] et { $count } contributions doivent encore arriver
}
array-first = c’est son gradient complet
    .part = c’est la première partie de son gradient, { $more }
array-added = ajouté à ce qui est déjà arrivé, cela fait son gradient complet
    .part = cela s’ajoute à ce qui est déjà arrivé, { $more }
adds-first = son gradient vaut donc { $total }
    .part = son gradient vaut { $total } jusqu’ici, { $more }
adds-nothing-known = ce gradient n’est pas valable : une valeur sur le chemin est NaN
    .spoken = ce gradient n’est pas valable : une valeur sur le chemin n’est pas un nombre
adds-to = maintenant { $start } + { $sent } { $equals } { $total }{ $rest }
    .spoken = maintenant { $start } plus { $sent } font { $total }{ $rest }
sum-whole = , son gradient complet
sum-so-far = {" "}jusqu’ici, { $more }
too-small = La contribution de { $name } est trop petite pour être représentée : elle vaut 0.
stretched = La passe avant a étendu { $name } de { $own } à { $shape }. Toutes les copies sont la même valeur : leurs gradients s’additionnent.
slope-is-infinite = La dérivée locale de { $name } est { $local } ici : le gradient n’est plus fini.
not-finite-begins = { $what } commence ici.
array-summarised = Un tableau de forme { $shape }, trop grand pour être enregistré : de { $low } à { $high }, de moyenne { $mean } et de norme { $norm }.
array-zeros = { $share } % de ses éléments sont nuls.
array-nonfinite = { $share } % de ses éléments sont NaN ou infinis.
histogram-described = { $what } : histogramme de { $bins } classes égales, de { $low } à { $high } ; les flèches les lisent. Éléments par classe : { $counts }.
histogram-sample = Un élément sur { $every } est compté.
histogram-bins = { $bins } classes, au plus { $most } éléments dans une.
histogram-bin = De { $low } à { $high } : { $count }
no-gradient-computed = Aucun gradient n’est calculé pour lui : aucune entrée ne change la sortie par lui.
gradient-of-output = C’est la sortie : sa dérivée par rapport à elle-même est 1. Toute passe arrière commence par ce 1.
contributions-cancel = Ses contributions s’annulent : leur somme vaut exactement 0.
comes-through-nan = Une valeur sur le chemin est NaN : une fonction n’a pas de dérivée là où elle n’est pas définie, donc ce gradient n’est pas valable.
    .spoken = Une valeur sur le chemin n’est pas un nombre : une fonction n’a pas de dérivée là où elle n’est pas définie, donc ce gradient n’est pas valable.
blocks-gradient = { $name } bloque le gradient : sa dérivée locale est 0.
nothing-arrives = Le gradient qui arrive à { $name } est 0.
multiplied-by-zero = Il est multiplié par { $zero }, qui vaut 0 : le changer ne change rien.
slope-zero-here = La dérivée locale de { $name } par rapport à { $input } est 0 ici.
slope-zero-condition = { $input } décide seulement quelle valeur prend { $name } : la dérivée locale par rapport à elle est 0.
gradient-too-large = Ici le gradient devient trop grand pour être représenté.
nan-begins = La dérivée locale de { $name } est { $local } ici, et 0 × { $local } n’est pas défini : NaN commence ici.
    .spoken = La dérivée locale de { $name } est { $local } ici, et 0 fois { $local } n’est pas défini : ce n’est pas un nombre.
constant-cannot-change = Une constante ne peut pas varier : aucun gradient n’est calculé pour elle.
picked-another = { $name } a choisi une autre entrée : une petite variation de celle-ci n’a aucun effet.
slope-one = La dérivée locale est toujours 1 : le gradient est transmis sans changement.
only-inputs = Seules les entrées sont connues : { $listed }. Les valeurs avancent, puis les gradients reviennent.
    .more = Seules les entrées sont connues : { $listed } et { $count } de plus. Les valeurs avancent, puis les gradients reviennent.
place-in-it = , pour { $place }
place-of = la { $ordinal } de ses { $count } utilisations
ordinal = { $number ->
        [1] première
        [2] deuxième
        [3] troisième
       *[other] { $number }e
    }
single-number = un seul nombre

no-gradient-travels = Aucun gradient n’arrive à `{ $call }`. { $choice }
arrives-not-finite = Le gradient n’est déjà plus fini à { $name }.
slope-not-finite-here = La dérivée locale de { $name } n’est pas finie ici{ $choice }.
    .lost = , et 0 × ∞ n’est pas défini
input-not-finite = Une entrée de { $name } n’est pas finie.
too-large-for-number = Il est trop grand pour être représenté : il devient infini.
next-is-question = Ce qui vient ensuite est la question.
replaces = cela écrase { $before } : son gradient vaut maintenant { $total }
adds-to-leftover = cela s’ajoute à { $before }, reste d’une passe précédente : son gradient vaut maintenant { $total }
more-land = , et { $count ->
    [one] { $count } autre contribution arrive
   *[other] { $count } autres contributions arrivent
}
from-node = De { $expression } :{" "}
all-blocked = {" "}(toutes bloquées ou nulles)
and-more = {" "}et { $count } de plus
values-computed = { $count } valeurs sont calculées : { $results }{ $rest }.
badge-forward-mode = MODE DIRECT
as-dual-number = comme nombre dual, c’est `{ $dualnumber }`
let-grow = Mode direct : { $called } a la tangente { $tangent }, toute autre entrée 0 ; { $dual }.
moves-elements = { $called } a une tangente pour chaque élément ; { $dual }.
moves-at = { $called } a la tangente { $choice }
nodes-move = { $count } tangentes : { $named }{ $rest }.
nothing-reaches = Aucune tangente n’atteint { $called } : sa dérivée par rapport à `{ $passname }` est 0.
gradient-again = égal au gradient de `{ $name }`
reverse-says = mais le mode inverse donne { $reverse }
one-pass-either = Avec une seule entrée, l’un et l’autre mode prend une passe.
single-inputs = entrées
numbers-in-inputs = éléments des entrées
passes-compared = { $count } { $what } : { $count } passes avant, ou une seule en mode inverse ; l’entraînement utilise donc le mode inverse.
badge-slopes = DÉRIVÉES
slopes-of = Dérivées locales de { $expression } : { $slopes }.
    .upstream = Dérivées locales de { $expression } : { $slopes } (gradient amont : { $upstream }).
slopes-of-joined = { $expression } joint ses parties : chacune reçoit en retour sa part du gradient.
slope-of = { $local } selon { $source }
slope-equals = { $slope } { $equals } { $local }
slope-blocked = { $slope } = { $local }, ce qui bloque le gradient
slope-of-array = une règle de tableaux selon { $source }
slopes-of-many = Dérivées locales de { $count } arêtes : chacune multiplie le gradient qui revient.
badge-start = DÉPART
badge-forward = AVANT
badge-backward = ARRIÈRE
node-at = { $called } : { $rate }
