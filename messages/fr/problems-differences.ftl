difference-second-backward = PyTorch s’arrêterait ici : la passe arrière précédente a libéré le graphe. Ici les gradients s’additionnent.
    .hint = Écrivez la première fois `backward(retain_graph=True)`, ou recalculez la sortie.
difference-backward-of-several = PyTorch s’arrêterait ici : un tenseur de forme { $shape } a besoin d’un gradient pour chaque élément. Ici, c’est leur somme qui est dérivée.
    .hint = Écrivez `y.sum().backward()`, ou `y.backward(gradient)` avec un tenseur de cette forme.
difference-backward-of-untracked = PyTorch s’arrêterait ici : ce tenseur ne demande pas de gradient et n’est calculé à partir d’aucun tenseur qui en demande un.
    .hint = Créez l’entrée avec `requires_grad=True`.
difference-backward-of-unrecorded = PyTorch s’arrêterait ici : ce tenseur est calculé sous `torch.no_grad()`, qui n’enregistre aucune opération. Ici, c’est une constante, et aucun gradient n’en revient.
    .hint = Calculez-le hors de `torch.no_grad()`.
difference-gradient-of-result = PyTorch a ici None : il garde les gradients des feuilles, et ce tenseur a été calculé. Le graphe montre son gradient.
    .hint = Écrivez `retain_grad()` sur lui avant `backward()`.
difference-arithmetic-with-none = PyTorch s’arrêterait ici : ce gradient y vaut None, car le tenseur a été calculé et n’est plus une feuille. Ici, on calcule avec son gradient.
    .hint = Modifiez la feuille elle-même : `with torch.no_grad(): w -= lr * w.grad`.
difference-whole-numbers = { $library } s’arrêterait ici : là-bas, les entiers n’ont pas de gradient.
    .hint = Écrivez-les avec un point : `1.0`.
difference-cut-off = { $library } garde des entiers dans ce tableau : ce qui suit la virgule est coupé, ici aussi.
    .hint = Faites un tableau de flottants : `1.0`, ou `dtype=float`.
difference-whole-in-place = { $library } s’arrêterait ici : ce tableau contient des entiers, et le résultat est en virgule flottante. Ici, le tableau devient un tableau de flottants.
    .hint = Faites un tableau de flottants : `1.0`, ou `dtype=float`.
difference-whole-powers = { $library } s’arrêterait ici : aucun entier n’y est élevé à une puissance entière négative. Ici, le résultat est un flottant.
    .hint = Écrivez l’un des deux avec un point : `-1.0`.
difference-whole-by-zero = PyTorch s’arrêterait ici : les entiers ne s’y divisent pas par 0.
    .hint = Écrivez l’un des deux avec un point : `0.0`.
difference-needs-floats = PyTorch s’arrêterait ici : { $operation } n’y existe pas pour des entiers.
    .hint = Écrivez `x.float()`.
difference-whole-and-floats = PyTorch s’arrêterait ici : une matrice d’entiers ne s’y multiplie pas par une matrice de flottants.
    .hint = Écrivez `x.float()`, ou les nombres avec un point : `1.0`.
difference-leaf-in-place = PyTorch s’arrêterait ici : une feuille qui demande un gradient ne peut pas être modifiée en place pendant que les gradients sont enregistrés.
    .hint = Entourez-la de `with torch.no_grad():`.
difference-changed-since = PyTorch s’arrêterait ici : un nombre dont la passe arrière a besoin a été modifié en place après avoir servi. Ici, c’est le nombre d’avant qui est utilisé.
    .hint = Écrivez `b = b + …`, ce qui fait un nouveau tenseur.
gradient-of-changed-numbers = La passe arrière calcule avec des nombres changés par `.data` depuis leur usage, comme dans PyTorch, qui ne remarque pas un tel changement. Les valeurs du graphe sont celles d’avant.
    .hint = Changez `.data` après `backward()`, ou changez le tenseur lui-même dans `torch.no_grad()` : PyTorch le signale alors.
difference-data-changed-since = { $library } calcule ce gradient avec les nombres modifiés : elle ne voit pas une modification par `.data` ou dans un tableau partagé. Ici, ce sont les nombres d’avant qui sont utilisés.
    .hint = Modifiez `.data` après `backward()`, ou modifiez le tenseur lui-même dans `torch.no_grad()` : PyTorch le signale alors.
difference-number-of-traced = { $library } s’arrêterait ici : dans `grad`, une valeur n’a pas de nombre simple. Ici, aucun gradient ne passe par ce nombre.
    .hint = Calculez avec la valeur elle-même, sans `float(…)` ni format comme `:.2f`.
difference-loop-backwards = { $library } s’arrêterait ici : le mode inverse ne traverse pas `while_loop`, dont le nombre d’étapes n’est pas connu d’avance. Ici, il le traverse.
    .hint = Utilisez `lax.fori_loop` ou `lax.scan` avec un nombre d’étapes fixe, ou le mode direct, `jax.jacfwd`.
difference-variable-in-place = TensorFlow s’arrêterait ici : une variable ne se modifie pas par `+=`. Ici, le nom désigne désormais un nouveau tenseur.
    .hint = Écrivez `v.assign_add(…)`, ou `v = v + …` pour un nouveau tenseur.
difference-numpy-of-tracked = PyTorch s’arrêterait ici : un tenseur qui demande un gradient doit être détaché avant de devenir un tableau.
    .hint = Écrivez `x.detach().numpy()`.
difference-unused-input = PyTorch s’arrêterait ici : la sortie n’utilise pas l’une des entrées. Ici, son gradient vaut 0.
    .hint = Écrivez `allow_unused=True`, qui donne None à sa place.
difference-untracked-gradient = PyTorch s’arrêterait ici : la sortie ne demande pas de gradient et n’est calculée à partir d’aucun tenseur qui en demande un.
    .hint = Créez l’entrée avec `requires_grad=True` ; pour une dérivée de dérivée, écrivez la première fois `create_graph=True`.
difference-not-a-number-elsewhere = { $library } répond ici NaN pour le gradient : elle multiplie la dérivée infinie par le 0 que reçoit la branche non choisie. Ici, une branche qui n’a pas été choisie n’envoie rien.
    .hint = Là-bas, choisissez avant l’opération : `sqrt(where(x > 0, x, 1))`.
difference-product-of-zeros = { $library } répond NaN pour le gradient de `{ $written }` : elle divise le produit par chaque facteur, et l’un d’eux est 0. Le gradient donné ici est exact.
difference-logarithm-of-nothing = { $library } répond NaN pour le gradient par rapport au second argument là où les deux sont 0 : elle divise 0 par 0. Ici, il vaut 0.
difference-beyond-32-bits = { $library } calcule avec 32 bits, où `{ $written }` vaut { $number }. Les résultats et les gradients qui en dépendent peuvent y être infinis ou NaN ; ici il y a 64 bits.
    .hint = Utilisez une forme qui reste dans les limites, comme `logsumexp`, `log_softmax`, `softplus` ou `log1p`, ou demandez des nombres de 64 bits.
difference-certain-probabilities = { $library } répond d’autres nombres pour les probabilités 0 et 1 : le logarithme y est borné à −100, et sa dérivée n’y est divisée par rien de plus petit que 1e-12. Ici, les deux sont exacts.
    .hint = Écrivez `binary_cross_entropy_with_logits` avec les nombres d’avant la sigmoïde, exact des deux côtés.
difference-other-random-numbers = { $library } tire d’autres nombres aléatoires : ses générateurs ne sont pas reproduits ici. Le même programme tire chaque fois les mêmes.
difference-without-seed = { $library } tire d’autres nombres à chaque exécution ; sans graine, ils commencent ici à la graine 0, pour qu’une réponse se répète.
    .hint = Fixez une graine pour y obtenir les mêmes nombres.
difference-precision = { $library } calcule avec 32 bits, environ 7 chiffres ; ici il y en a 64, et les chiffres après le septième diffèrent.
    .hint = Écrivez-y `dtype=torch.float64` pour comparer tous les chiffres.
difference-division-by-zero = { $library } s’arrêterait ici : un nombre est divisé par 0. Ici le résultat est { $value }, selon IEEE 754.
    .hint = Écartez ce cas par un `if`.
difference-missing-name = { $library } s’arrêterait ici : `{ $called }` n’y existe pas. Ici, c’est calculé.
    .hint = Écrivez ce que cela calcule, ou prenez-le dans une bibliothèque qui l’a.
difference-name-elsewhere = { $library } s’arrêterait ici : `{ $called }` n’y existe pas. Ici, c’est calculé.
    .hint = Écrivez `{ $elsewhere }`.
difference-no-real-number = { $library } n’a pas de nombre réel ici : il s’arrêterait, ou continuerait avec un nombre complexe. Ici le résultat est NaN.
    .hint = Écartez ce cas par un `if`.
difference-out-of-range = { $library } s’arrêterait ici : le résultat est hors limites. Ici il est { $value }.
    .hint = Écartez ce cas par un `if`.
difference-narrow-floats = { $library } calcule `{ $type }` avec environ { $digits } chiffres ; ici tous les nombres ont 64 bits, et les chiffres suivants diffèrent.
difference-device = Les appareils sont ignorés : tout est calculé sur le serveur, et { $library } donne les mêmes nombres sur chaque appareil.
