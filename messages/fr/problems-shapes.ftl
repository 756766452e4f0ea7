which-axis = La forme { $shape } a { $count } axes : il faut dire le long duquel aller.
    .hint = Écrivez l’axe, comme dans `cumsum(x, axis=0)`.
no-parts = Un nombre seul n’a pas de parties, donc pas d’indice.
    .hint = Supprimez l’indice ; `.item()` donne le nombre de Python d’un tenseur à un seul élément.
too-many-indices = Il y a { $named } indices pour la forme { $shape }, qui a { $count ->
    [one] { $count } axe
   *[other] { $count } axes
}.
    .hint = Donnez au plus un indice par axe, et `...` une seule fois.
index-outside = L’indice { $outside } est hors de l’axe { $axis } de la forme { $shape }.
    .hint = Les indices vont de 0 à { $length }, ou de −{ $length2 } à −1.
    .empty = Elle n’a pas d’éléments à cet endroit.
index-list-lengths = Les listes d’indices ont { $together } éléments.
    .hint = Les listes d’indices vont de pair : donnez-leur la même longueur.
shape-into-place = La forme { $shapes } ne convient pas à la place de forme { $place } que nomme l’indice.
    .hint = Donnez autant de nombres que l’indice en prend.
write-star = Pour des nombres, écrivez `*`.
transpose-one = Transposez l’une d’elles avec `.T`, ou vérifiez dans quel sens vont ses lignes et ses colonnes.
as-many-matrices = Donnez aux deux autant de matrices.
every-axis-or-none = Nommez chaque axe, ou aucun pour les renverser.
give-vectors = Donnez des vecteurs, ou utilisez `@`.
square-list = Donnez une liste de n lignes de n nombres.
singular-matrix = La matrice donnée à { $name } n’a pas d’inverse : ses lignes dépendent les unes des autres.
    .hint = Changez un élément, ou ajoutez un petit multiple de l’identité.
number-per-row = Donnez un nombre par ligne de la matrice.
score-per-class = Donnez un score par classe le long du dernier axe, et comme cibles soit des numéros de classe, un par ligne (forme { $logits }), soit une probabilité par classe (forme { $logits2 }).
target-not-a-class = Il y a { $shape } classes, numérotées de 0 à { $shape2 }, et une cible n’est aucun de ces nombres.
    .hint = Donnez le numéro de la bonne classe, ou une probabilité pour chaque classe.
extreme-of-nothing = La forme { $shapes } n’a pas d’éléments ici : aucun n’est le plus grand ou le plus petit ; NumPy et PyTorch le refusent aussi.
    .hint = Choisissez au moins un élément, ou mettez à côté d’eux un nombre qui compte quand il n’y en a pas.
not-arranged = { $count ->
    [0] Les { $count } éléments de la forme { $shape } ne peuvent pas être rangés
    [one] Le seul élément de la forme { $shape } ne peut pas être rangé
   *[other] Les { $count } éléments de la forme { $shape } ne peuvent pas être rangés
} en { $wanted }.
    .hint = Le produit des longueurs doit être le nombre d’éléments ; l’une peut être -1.
axis-too-long = La forme { $shape } est plus longue que 1 le long de { $options } : cet axe ne peut pas être supprimé.
    .hint = Seuls les axes de longueur 1 le peuvent ; sommez sur les autres ou indexez-les.
not-repeated = La forme { $shape } ne peut pas être répétée jusqu’à { $wanted } : lue depuis la droite, chaque longueur doit rester ou valoir 1.
    .hint = Changez d’abord sa forme, pour qu’un 1 se trouve là où une longueur doit être répétée.
stack-for-scalars = Utilisez stack pour des scalaires.
another-axis = Choisissez un autre axe, ou changez la forme.
unequal-rows = Une liste de tenseurs demande des formes égales, mais il y a { $listed }.
    .hint = Donnez la même longueur à toutes les lignes.
