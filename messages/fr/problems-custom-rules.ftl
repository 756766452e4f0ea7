rule-looks-at-inputs = `{ $name }` regarde les nombres de ses entrées (par `if`, `print`, `.item()`, `.data`, ou comme indice) : sa règle n’est donc connue que pour les nombres de cette exécution ; or ici il la faut pour d’autres nombres, ou il faut la dériver de nouveau.
    .hint = Écrivez-la avec des opérations seulement : `torch.where(x > 0, a, b)` au lieu de `if x > 0`.
rule-uses-intermediate = Le gradient de `{ $name }` doit être dérivé de nouveau, et son `backward` utilise ce que `forward` a calculé en chemin. PyTorch et autograd le tiennent pour constant : une partie de la dérivée seconde manquerait.
    .hint = Enregistrez les entrées, ou la sortie, et calculez le reste dans `backward`.
rule-looks-at-gradient = La règle de rétropropagation de `{ $name }` regarde les nombres du gradient qu’elle reçoit (par `if`, `print`, `.item()`, `.data`) ; ici elle est exécutée avant qu’un gradient soit connu, et ses opérations sont suivies plus tard.
    .hint = Écrivez-la avec des opérations seulement : `torch.where(grad > 0, a, b)` au lieu de `if grad > 0` ; supprimez `print(grad)`.
static-method-missing = `{ $name }` n’a pas de méthode statique `{ $member }` : rien ne dit ce qu’elle renvoie en arrière.
    .hint = Définissez dans la classe `forward(ctx, …)` et `backward(ctx, grad)`, tous deux avec `@staticmethod`.
    .forward = `{ $name }` n’a pas de méthode statique `{ $member }` : rien ne dit ce qu’elle calcule.
method-not-static = `{ $name }.{ $member }` est une méthode d’objets, et une fonction à vous s’applique sans objet.
    .hint = Mettez `@staticmethod` avant `def { $member }(ctx, …)`.
operation-method-missing = `{ $name }` est une opération à vous et n’a pas de méthode `{ $member }`.
    .hint = Définissez `forward(self, x)`, qui calcule la valeur, et `backward(self, upstream_grad)`, qui donne un gradient pour chaque parent.
operation-parents = Les `self.parents` de `{ $name }` ne sont pas les tenseurs avec lesquels elle a été appelée : rien ne dit où vont ses gradients.
    .hint = Laissez `self.parents` tel quel, ou donnez-lui des arguments de `forward`, chacun une fois : `self.parents = (a, b)`.
rule-gradient-count = La règle de rétropropagation de `{ $name }` donne { $given ->
        [one] { $given } gradient
       *[other] { $given } gradients
    }, et `{ $name }` a été appliquée à { $wanted ->
        [one] un argument
       *[other] { $wanted } arguments
    } (formes : { $shapes }).
    .hint = Donnez-en un pour chaque argument, dans leur ordre, et None pour celui qui n’en reçoit pas.
rule-gives-nothing = La règle de rétropropagation de `{ $name }` ne renvoie rien, et `{ $name }` a été appliquée à { $wanted ->
        [one] un argument
       *[other] { $wanted } arguments
    } (formes : { $shapes }). Ce qu’une règle ajoute elle-même à `.grad` ne compte pas.
    .hint = Terminez-la par `return` et un gradient pour chaque argument : `return upstream * b, upstream * a`.
rule-gradient-kind = La règle de rétropropagation de `{ $name }` donne { $kind } pour l’entrée { $slot }, dont la forme est { $wanted } ; un gradient est un nombre ou un tenseur.
    .hint = Donnez un nombre ou un tenseur de la forme de l’entrée, ou None pour une entrée qui ne reçoit pas de gradient.
rule-not-finite = La règle de rétropropagation de `{ $name }` donne { $number } pour l’entrée { $slot } (forme { $shape }), alors que ses entrées et le gradient reçu sont finis.
    .hint = Cherchez dans la règle une division par zéro, un logarithme ou une racine au bord de son domaine, ou un dépassement.
rule-raised = Cela se passe dans la règle de rétropropagation de `{ $name }` { $place }, appliquée à des tenseurs de ces formes : { $shapes }.
    .within = { $message } Cela se passe dans la règle de `{ $name }`, appliquée à des tenseurs de ces formes : { $shapes }.
rule-gradient-shape = La règle de rétropropagation de `{ $name }` donne un gradient de forme { $given } pour l’entrée { $slot }, dont la forme est { $wanted }.
    .hint = Un gradient a la forme de ce dont il est le gradient : sommez sur les axes le long desquels l’entrée a été répétée.
forward-in-place = `{ $name }.forward` modifie son entrée en place, ce qui manquerait dans le graphe.
    .hint = Calculez un nouveau tenseur, `x + 1` au lieu de `x.add_(1)`, et renvoyez-le.
context-member = Backpass ne prend pas en charge `ctx.{ $member }`. Sans lui, les gradients ne seraient pas ceux de PyTorch.
    .hint = Supprimez-le si la règle n’en a pas besoin.
rule-missing = `{ $name }` est déclarée comme ayant sa propre règle de dérivation, et aucune n’a été donnée avant son appel.
    .hint = Écrivez { $how } après sa définition.
rule-value-differs = `{ $name }` et la fonction directe de sa règle donnent des valeurs différentes ; on ne sait donc pas laquelle est la bonne.
    .hint = Faites donner à la fonction directe la même valeur, et à côté ce dont la fonction de rétropropagation a besoin.
rule-by-place = `{ $name }` prend ses arguments par position, car les gradients que donne sa règle se distinguent par leur position.
    .hint = Écrivez les arguments sans nom.
once-differentiable = Le gradient de `{ $name }` doit être dérivé de nouveau, et sa règle de rétropropagation est déclarée dérivable une seule fois.
    .hint = Retirez `once_differentiable` là où la règle est écrite avec des opérations.
rule-forward-pair = La fonction directe de `{ $name }` donne deux choses : sa valeur, et ce dont sa fonction de rétropropagation a besoin.
    .hint = Terminez-la par `return y, (x,)`.
rule-backward-tuple = La fonction de rétropropagation de `{ $name }` donne un n-uplet avec un gradient pour chaque argument, même s’il n’y en a qu’un.
    .hint = Écrivez `return (g,)`.
defvjp-of-other = `defvjp` donne une règle à une fonction marquée `@primitive`, et celle-ci ne l’est pas.
    .hint = Écrivez `@primitive` sur la ligne avant sa définition.
rule-uses-own-value = Le gradient de `{ $name }` doit être dérivé de nouveau, et sa règle utilise la valeur même de `{ $name }`.
    .hint = Calculez-la dans la fonction de rétropropagation, avec des opérations seulement.
rule-not-linear = Le mode direct demande une règle linéaire en le gradient qu’elle reçoit, et celle de `{ $name }` ne l’est pas, ou on ne voit pas qu’elle l’est : on ne peut pas en tirer le mode direct.
    .hint = Demandez les gradients en mode inverse, qui suit la règle telle qu’elle est écrite.
rule-tangent-shape = La règle de `{ $name }` donne une tangente de forme { $given } pour une valeur de forme { $wanted }.
    .hint = Une tangente a la forme de la valeur dont elle est la tangente.
rule-tangent-not-linear = La règle de `{ $name }` n’est pas linéaire en les tangentes, ou on ne voit pas qu’elle l’est : elle n’a pas de transposée qui mène en arrière.
    .hint = Écrivez chaque terme comme une dérivée locale fois une tangente : `jnp.cos(x) * x_dot`.
rule-leaks = Ce que `{ $name }` calcule pendant l’exécution de sa règle est utilisé au-dehors ; là, cela ne fait pas partie du graphe, et un gradient n’a pas de nombre avant la passe arrière.
    .hint = Utilisez ce que la fonction renvoie ; lisez les gradients par `.grad` après `backward()`.
rule-tensors-in-list = `{ $name }` reçoit des tenseurs dans une liste, par laquelle aucun gradient ne passerait : sa règle en donne un pour chaque argument.
    .hint = Passez chaque tenseur comme argument à part, ou tous en un seul, par `torch.stack`.
rule-result-kind = La fonction directe de `{ $name }` donne { $kind }, et ses résultats sont les nœuds du graphe.
    .hint = Renvoyez un tenseur, ou plusieurs séparés par des virgules.
rules-nested = `{ $name }` est appliquée à l’intérieur des règles de { $most } autres fonctions emboîtées.
    .hint = Écrivez les plus intérieures avec des opérations.
custom-operation-summary = { $name }, une opération que le programme définit.
custom-operation-why = Ce qui revient est ce que calcule la règle de rétropropagation du programme lui-même.
rule-tensor-count = La règle de rétropropagation de `{ $name }` donne { $count ->
    [one] { $count } gradient
   *[other] { $count } gradients
}, et `{ $name }` a été appliquée à { $count2 ->
    [one] { $count2 } tenseur
   *[other] { $count2 } tenseurs
}.
    .hint = Donnez-en un pour chaque entrée, dans leur ordre, et None pour une entrée qui n’en reçoit pas.
rule-takes-numbers-out = Le gradient de `{ $name }` doit être dérivé de nouveau, et sa règle sort des nombres du graphe (`.data`, `.item()`, `.numpy()`) : cette partie de la dérivée manquerait.
    .hint = Écrivez la règle avec des tenseurs et des opérations seulement.
rule-not-repeatable = Le gradient de `{ $name }` doit être dérivé de nouveau ; il a été recalculé pour cela, et il a donné d’autres nombres.
    .hint = Faites-lui calculer la même chose à partir des mêmes entrées, ou ne dérivez qu’une fois.
hook-shape = Un hook a donné un gradient de forme { $shape } à la place d’un gradient de forme { $shape2 }.
    .hint = Ce que donne un hook a la forme de ce qu’il a reçu.
