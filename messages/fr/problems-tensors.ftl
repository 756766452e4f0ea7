leaf-in-place = `{ $name }` changerait une feuille qui a besoin d’un gradient : elle deviendrait un résultat, et n’aurait plus de gradient à elle.
    .hint = Entourez-la de `with no_grad():` pour changer ses nombres, comme le fait un pas d’entraînement, ou modifiez une copie : `x = x.clone()`.
    .named = Entourez-la de `with no_grad():` pour changer ses nombres, comme le fait un pas d’entraînement, ou modifiez une copie : `x = x.clone()` pour `{ $label }`.
tensor-of-computed = Un nouveau tenseur se fait de nombres, et ici de tenseurs qui ont été calculés : ce serait une feuille, et leurs gradients vaudraient 0.
    .hint = Joignez-les avec `backpass.stack([...])` ; écrivez `.detach()` ou `.data` là où aucun gradient n’est voulu.
no-index = { $short } n’est pas un indice.
    .hint = Les indices sont des entiers, ou un masque comme `x > 0`.
upstream-of-shape = Le gradient amont a la forme { $shape_of }, la sortie { $shape } : il faut un nombre par élément.
    .hint = Donnez un seul nombre, ou une liste de la forme de la sortie.
beyond-second = Au-delà de la seconde, les dérivées ne se calculent que pour des nombres seuls, et ici un tenseur a la forme { $shape }.
    .hint = Demandez `"order": 2`, ou nommez dans `wrt` des entrées qui sont des nombres seuls.
paths-too-many-slopes = De là à la sortie, il y a plus de { GROUP($most) } dérivées locales d’élément en élément : trop pour les suivre.
    .hint = Demandez un nœud plus proche de la sortie, ou réduisez les tableaux.
paths-not-finite = Une dérivée locale entre ce nœud et la sortie n’est pas finie : les produits le long des chemins n’ont pas de somme.
    .hint = Changez les entrées pour que chaque dérivée locale soit un nombre fini.
paths-other-gradient = Le programme modifie des gradients pendant la passe arrière : la somme des produits le long des chemins n’est pas ce gradient.
    .hint = Enlevez ce qui modifie les gradients, comme un hook.
element-missing = Il n’y a pas d’élément { $index } dans un tenseur de forme { $shape }.
    .hint = Donnez pour chaque axe une place, comptée à partir de 0.
    .number = Un nombre seul n’a pas d’éléments : supprimez `element`.
loss-is-one-number = Ce que l’on rend petit doit être un seul nombre, mais la sortie a la forme { $shape }.
    .hint = Prenez-en la somme ou la moyenne.
upstream-as-word = le gradient amont
empty-list = `{ $name }` reçoit une liste vide.
    .hint = Donnez-lui au moins un tenseur.
keyword-twice = `{ $name }` reçoit deux fois `{ $keyword }`.
    .hint = Donnez-le une fois, par position ou par nom.
not-whole = `{ $name }` de `{ $name2 }` est { $value }, qui n’est pas un entier.
    .hint = Écrivez comme dans `axis=0`.
did-you-mean-space = Vouliez-vous dire `{ $meant }` ?{" "}
does-not-take = `{ $name }` ne prend pas `{ $keyword }`.
    .hint = { $guess }Ce qu’elle prend par nom : { $listed }.
write-with-list = Écrivez comme dans `{ $name }([a, b])`.
number-leaves-the-graph = `float` et les fonctions du module `math` de Python sortiraient du graphe le nombre d’un tenseur, et le gradient s’y arrêterait en silence.
    .hint = Écrivez `x.item()` pour le seul nombre ; pour une fonction, prenez celle du tenseur : `x.tanh()` ou `backpass.tanh(x)`.
leaves-the-graph = NumPy sortirait du graphe les nombres d’un tenseur, et le gradient s’y arrêterait en silence.
    .hint = Écrivez `x.data`, `x.numpy()` ou `x.detach()` pour les seuls nombres ; joignez des tenseurs avec `backpass.stack([a, b])`.
copied-or-saved = Un tenseur fait par `{ $name }` est copié ou enregistré : sans son graphe, ses gradients seraient faux.
    .hint = Copiez ou enregistrez des feuilles ; `x.clone()` est une copie dans le graphe, `x.detach()` une copie en dehors.
no-derivative-here = `{ $name }` de NumPy n’a pas de dérivée ici.
    .hint = Donnez-lui des nombres : `x.data` ou `x.detach()`. Les opérations de `backpass` s’appellent aussi par leurs noms de NumPy.
real-number = Un tenseur est un nombre réel.
    .hint = Prenez d’abord `x.item()`.
gradient-of-several = Le gradient d’un seul nombre est demandé, et la sortie a la forme { $shape }.
    .hint = Prenez sa somme ou un élément, donnez `grad_outputs`, ou utilisez `jacrev`.
does-not-feed = L’entrée à la place { $places } n’alimente pas la sortie, ou n’a pas besoin de gradient.
    .hint = Supprimez-la, ou dites `allow_unused=True` pour obtenir None à sa place.
materialized-gradients = Un gradient que rien n’envoie est ici fait de zéros, et non None.
    .hint = Supprimez `set_materialize_grads`, et faites travailler `backward` avec des zéros.
once-differentiable-rule = Une règle de rétropropagation déclarée dérivable une seule fois doit être dérivée de nouveau.
view-in-place = `{ $name }` changerait le résultat de `{ $name2 }`, que NumPy et PyTorch gardent comme une vue : là-bas, le tenseur d’où il vient change avec lui, ici il ne changerait pas.
    .hint = Affectez au tenseur lui-même, comme dans `x[0] = …`, ou modifiez une copie : `.clone()`.
shape-in-place = `{ $name }` donnerait la forme { $shape }, et le tenseur à modifier a la forme { $shape2 }.
    .hint = Une modification en place garde la forme ; sans `_` ni `+=`, le résultat peut en avoir une autre.
shape-of-assigned = Ce qui est affecté a la forme { $shape }, et la place à laquelle on l’affecte a la forme { $shape2 }.
    .hint = Donnez la même forme aux deux, ou un seul nombre.
tensor-has-shape = Le tenseur a la forme { $shape }.
only-leaves = On ne peut dire que de feuilles qu’elles n’ont pas besoin de gradient ; ce tenseur a été calculé.
no-forward-rule = `{ $name }` dit comment son gradient revient, mais non comment sa valeur découle de ses entrées : on ne peut ni la calculer pour d’autres nombres, ni la dériver de nouveau.
    .hint = Définissez-la comme une `Function` avec `forward` et `backward`.
no-rule = `{ $name }` a été faite avec des parents et sans règle : rien ne dit ce qui revient par elle.
    .hint = Donnez-lui un `_backward`, ou définissez-la comme une `Function`.
no-way-back = Un `{ $name }` ne dit pas comment un gradient revient.
    .hint = Donnez à `grad_fn` un objet avec `parents`, une liste de tenseurs, et `backward(upstream)`, ou None.
requires-grad-kind = `requires_grad` vaut True ou False, et ici { $requires_grad }.
    .hint = Écrivez `Tensor(data, requires_grad=False)` ; l’ordre de micrograd est `Tensor(data, (children), 'op', 'label')`.
no-tensor-role = { $role } n’est pas un rôle de tenseur.
did-you-mean-unquoted = Vouliez-vous dire { $meant } ?{" "}
maximum-or-pair = `x.{ $name }({ $other })` est le { $name } le long d’un axe dans NumPy, et des valeurs avec leurs positions dans PyTorch.
    .hint = Écrivez `x.{ $name }(axis={ $other })`, ou `x.{ $name }(dim={ $other })`. De deux tenseurs, c’est `backpass.{ $name }imum(x, { $other })`.
method-read-two-ways = `x.{ $call }` veut dire une chose dans NumPy et une autre dans PyTorch.
    .hint = Écrivez `x.{ $numpy }` pour celle de NumPy, ou `x.{ $pytorch }` pour celle de PyTorch.
no-such-type = `{ $kind }` n’est pas un type de nombres que les tenseurs ont ici.
to-takes = Elle prend un appareil, un type d’entiers, de valeurs de vérité ou de nombres à virgule flottante, `copy` et `non_blocking`.
transpose-or-permute = `x.transpose{ $axes }` laisse x tel quel dans NumPy, et échange ses axes dans PyTorch.
    .hint = Écrivez `x.T`, `x.swapaxes(0, 1)` ou `x.transpose(1, 0)` pour les échanger.
unknown-norm = La norme d’ordre { $kind } n’est pas connue ici.
    .hint = Les ordres sont 1, 2, inf et 'fro'.
