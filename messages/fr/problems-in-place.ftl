in-place-shape = Une modification en place garde la forme : le tenseur a { $shape }, et le résultat aurait { $given }.
    .hint = Écrivez `b = b + …` pour faire un nouveau tenseur.
whole-not-finite = Ce tableau est fait d’entiers dans { $library }, et un entier n’est ni infini ni NaN.
of-whole-numbers = Avec des entiers, `{ $what }` donne d’autres nombres dans { $library } : rien n’est donc calculé ici.
whole-numbers =
    .hint = Écrivez-les avec un point : `1.0`.
read-only-view = Cette vue est en lecture seule (une diagonale, ou des éléments répétés) : elle ne peut pas être modifiée en place.
    .hint = Ajoutez `.copy()` ou `.clone()`, ou modifiez l’original.
shared-leaf = `{ $name }` partage les nombres d’un tenseur, mais pas son gradient, ce que Backpass ne prend pas en charge.
    .hint = Écrivez `x.clone()` ou `copy.deepcopy(x)`.
element-twice = Le même élément reçoit deux fois une valeur, et rien ne définit laquelle compte.
    .hint = Nommez chaque élément une seule fois.
changed-without-gradients = Cette valeur a été calculée avec des gradients, et elle est modifiée ici sans eux : son graphe contredirait son nombre.
    .hint = Modifiez-la hors de `torch.no_grad()`, ou faites une nouvelle valeur : `b = b + …`.
changed-when-detached = Ceci modifie les nombres d’une valeur calculée avec des gradients, car ce qui est détaché les partage, et cette valeur est utilisée ensuite : son graphe contredirait son nombre.
    .hint = Écrivez d’abord `y = y.detach().clone()`.
changes-shape-for-all = `{ $name }` change la forme d’un tenseur pour tout ce qui le contient, ce qui ne se fait pas ici.
computed-without-gradient = Cette valeur a été calculée avec des gradients ; on ne peut donc pas déclarer qu’elle n’en a pas : PyTorch ne le permet que pour les feuilles.
jax-at-set = là-bas `x = x.at[i].set(value)`, ou{" "}
not-changed-in-place = Aucun élément de cette valeur ne peut être remplacé : ce n’est pas un tableau que l’on modifie en place.
    .hint = Écrivez { $how }une nouvelle valeur avec `where`, `stack` ou `concatenate`.
