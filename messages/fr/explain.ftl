## Ce que fait chaque étape, sur la page et dans /explain
output-alone = Il n’y a rien à calculer : la sortie est { $value } elle-même.
output-none = Le programme ne calcule aucun nombre : il n’y a rien à jouer.
nothing-forward = Il n’y a rien à calculer vers l’avant. Avancez d’une étape pour faire partir le gradient de la sortie.
only-constants = Seules les constantes sont connues. Appuyez sur lecture : les valeurs avancent jusqu’à la sortie.
known-input = `{ $name } = { $value }`
    .spoken = { $name } vaut { $value }
gradients-complete = Tous les gradients sont complets.
gradients-unusable = La passe est terminée, mais tous les gradients ne sont pas des nombres auxquels se fier.
gradients-wrong = { $count ->
    [one] La passe est terminée, et un gradient est faux.
   *[other] La passe est terminée, et { $count } gradients sont faux.
}
no-gradient = Aucune entrée ne participe à la sortie : il n’y a pas de gradient à donner.
value-is = { $shown } vaut { $result }.
value-computed = { $shown } vaut { $numbers } { $equals } { $result }.
    .spoken = { $shown } vaut { $numbers }, soit { $result }.
value-of-shapes = { $shown }, en formes : { $numbers } → { $result }.
    .spoken = { $shown }, en formes : { $numbers } donne { $result }.
backward-starts = La passe arrière part de { $name } avec 1 : une petite variation de la sortie fait varier la sortie d’autant.
backward-starts-with = La passe arrière part de { $name } avec la graine { $total }.
gradient-of-stretched = Un gradient de forme { $shape } arrive à { $name }, qui avait été étendu depuis { $own } : il est sommé sur { $axes }.
repeated-axes = { $count ->
    [one] l’axe { $axes }, qui a été répété
   *[other] les axes { $axes }, qui ont été répétés
}
gets-nothing = { $receiver } ne reçoit rien de { $user } : { $sent }, car { $reason }.
gets = { $receiver } reçoit { $sent } { $equals } { $result } de { $user }{ $place } ; { $added }.
    .spoken = { $receiver } reçoit { $sent }, soit { $result }, de { $user }{ $place } ; { $added }.
    .unarrived = { $receiver } reçoit { $gets } de { $user }{ $place }.
    .whole = { $receiver } reçoit { $result } de { $user }{ $place } ; { $added }.
    .by-rule = { $receiver } reçoit { $rule } de { $user }{ $place }, où { $upstream } est ce qui arrive : { $result } ; { $added }.
    .put-back = { $receiver } reçoit { $upstream } aux places où { $user } a été lu, et 0 ailleurs, où { $upstream } est ce qui arrive : { $result } ; { $added }.
edge-share = Sur le gradient { $total } de { $receiver }, { $result } passe par cette arête : { $sent }.
    .all = Tout le gradient { $total } de { $receiver } passe par cette arête : { $sent }.
    .part = Sur les { $total } que { $receiver } a reçus jusqu’ici, { $result } passe par cette arête : { $sent }.
gets-short = { $receiver } reçoit { $result }
picked-other = { $name } a choisi l’autre entrée
slope-is-zero = la pente de { $name } vaut 0 ici
turned-into = { $upstream } → { $sent }
    .spoken = { $upstream }, transformé en { $sent }
multiplied = { $upstream } × { $local }
    .spoken = { $upstream } fois { $local }
more-to-come = { $count ->
    [one] une contribution doit encore arriver
   *[other] { $count } contributions doivent encore arriver
}
array-first = c’est tout son gradient
    .part = c’est la première part de son gradient, { $more }
array-added = ajouté à ce qui est déjà arrivé, cela fait tout son gradient
    .part = cela s’ajoute à ce qui est déjà arrivé, { $more }
adds-first = son gradient vaut donc { $total }
    .part = son gradient vaut { $total } jusqu’ici, { $more }
adds-nothing-known = son gradient ne veut rien dire, car une valeur sur le chemin est NaN
    .spoken = son gradient ne veut rien dire, car une valeur sur le chemin n’est pas un nombre
adds-to = maintenant { $start } + { $sent } { $equals } { $total }{ $rest }
    .spoken = maintenant { $start } plus { $sent } font { $total }{ $rest }
sum-whole = , tout son gradient
sum-so-far = {" "}jusqu’ici, { $more }
too-small = Ce qu’envoie { $name } est trop petit pour qu’un nombre le contienne ; cela compte donc comme 0.
stretched = À l’aller, { $name } a été étendu de { $own } à { $shape }. Les copies sont une seule et même chose : ce qui revient à chacune s’additionne.
slope-is-infinite = La pente de { $name } est { $local } en ce point : ici le gradient cesse d’être fini.
not-finite-begins = Ici commence { $what }.
array-summarised = Un tableau de forme { $shape }, trop grand pour être gardé : de { $low } à { $high }, de moyenne { $mean } et de norme { $norm }.
array-zeros = De ses éléments, { $share } % sont nuls.
array-nonfinite = De ses éléments, { $share } % sont NaN ou infinis.
histogram-described = { $what } : histogramme de { $bins } classes de même largeur, de { $low } à { $high } ; les flèches les lisent. Éléments dans chacune : { $counts }.
histogram-sample = Un élément sur { $every } est compté.
histogram-bins = { $bins } classes, au plus { $most } éléments dans une.
histogram-bin = De { $low } à { $high } : { $count }
no-gradient-computed = Aucun gradient n’est calculé pour lui : rien de ce qui mène de lui à la sortie ne peut varier.
gradient-of-output = C’est la sortie elle-même : si elle augmente un peu, elle augmente d’autant. Toute passe arrière commence par ce 1.
contributions-cancel = Ses contributions s’annulent : leur somme vaut exactement 0.
comes-through-nan = Une valeur sur le chemin est NaN : là où une fonction n’a pas de valeur, elle n’a pas de pente, et ce nombre ne veut rien dire.
    .spoken = Une valeur sur le chemin n’est pas un nombre : là où une fonction n’a pas de valeur, elle n’a pas de pente, et ce nombre ne veut rien dire.
blocks-gradient = { $name } a ici une pente de 0 et bloque le gradient.
nothing-arrives = Il n’arrive à { $name } rien qui puisse être transmis.
multiplied-by-zero = Il est multiplié par { $zero }, qui vaut 0 : le changer ne change rien.
slope-zero-here = La pente de { $name } par rapport à { $input } vaut 0 en ce point.
slope-zero-condition = { $input } décide seulement quelle valeur prend { $name } : la pente de { $name } par rapport à cette condition vaut 0.
gradient-too-large = Ici le gradient devient plus grand que ce qu’un nombre peut contenir.
nan-begins = La pente de { $name } est { $local } en ce point, et 0 × { $local } n’a pas de valeur : ici commence NaN.
    .spoken = La pente de { $name } est { $local } en ce point, et 0 fois { $local } n’a pas de valeur : ici commence ce qui n’est pas un nombre.
constant-cannot-change = Une constante ne peut pas varier : aucun gradient n’est calculé pour elle.
picked-another = { $name } a choisi une autre entrée : une petite variation de celle-ci passe inaperçue.
slope-one = La pente vaut 1 quels que soient les nombres : ce qui arrive est transmis tel quel.
only-inputs = Seules les entrées sont connues : { $listed }. Appuyez sur lecture : les valeurs avancent, puis les gradients reviennent.
    .more = Seules les entrées sont connues : { $listed } et { $count } autres. Appuyez sur lecture : les valeurs avancent, puis les gradients reviennent.
    .rest = Seules les entrées sont connues : { $listed }{ $rest }. Appuyez sur lecture : les valeurs avancent, puis les gradients reviennent.
place-in-it = , pour { $place }
place-of = la { $ordinal } de ses { $count } utilisations
ordinal = { $number ->
        [1] première
        [2] deuxième
        [3] troisième
       *[other] { $number }e
    }
single-number = un seul nombre

no-gradient-travels = Aucun gradient ne circule vers `{ $call }`. { $choice }
arrives-not-finite = Ce qui arrive à { $name } n’est déjà pas fini.
slope-not-finite-here = La pente de { $name } n’est pas finie en ce point{ $choice }.
    .lost = , et 0 × ∞ n’a pas de valeur
input-not-finite = Une entrée de { $name } n’est pas finie.
too-large-for-number = Il est trop grand pour qu’un nombre le contienne ; il compte donc comme infini.
next-is-question = Ce qui vient ensuite est la question.
replaces = cela remplace { $before }, qui est perdu : son gradient vaut maintenant { $total }
adds-to-leftover = cela s’ajoute à { $before }, reste d’une passe précédente : son gradient vaut maintenant { $total }
more-land = , et { $count } autres contributions arrivent
from-node = De { $expression } :{" "}
all-blocked = {" "}(toutes bloquées ou nulles)
and-more = {" "}et { $count } autres
values-computed = { $count } valeurs sont calculées : { $results }{ $rest }.
badge-forward-mode = MODE DIRECT
as-dual-number = comme nombre dual, c’est `{ $dualnumber }`
let-grow = Mode direct : faites croître { $called } à la vitesse { $tangent }, et aucune autre entrée ; { $dual }.
moves-elements = { $called } suit le mouvement, chaque élément à sa propre vitesse ; { $dual }.
moves-at = { $called } bouge à { $choice }
nodes-move = { $count } nœuds bougent : { $named }{ $rest }.
nothing-reaches = Rien de ce qui bouge n’atteint { $called } : sa dérivée selon `{ $passname }` est 0.
gradient-again = de nouveau le gradient de `{ $name }`
reverse-says = là où le mode inverse dit { $reverse }
one-pass-either = Avec une seule entrée, l’un et l’autre mode prend une passe.
single-inputs = entrées
numbers-in-inputs = nombres dans les entrées
passes-compared = { $count } { $what } prennent { $count } passes, en mode inverse une seule : c’est pourquoi l’entraînement va en sens inverse.
badge-slopes = PENTES
slopes-of = Pentes de { $expression } : { $slopes }.
    .upstream = Pentes de { $expression } : { $slopes }, où { $upstream } est ce qui arrive.
slopes-of-joined = { $expression } met ses parties côte à côte : chacune reçoit en retour sa part du gradient.
slope-of = { $local } selon { $source }
slope-equals = { $slope } { $equals } { $local }
slope-blocked = { $slope } = { $local }, qui ne laisse rien passer
slope-of-array = une règle de tableaux selon { $source }
slopes-of-many = Les pentes de { $count } arêtes : chacune multiplie le gradient qui revient par là.
badge-start = DÉPART
badge-forward = AVANT
badge-backward = ARRIÈRE
node-at = { $called } à { $rate }
