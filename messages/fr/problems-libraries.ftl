no-parameter = `{ $name }` n’a pas de paramètre `{ $name2 }`.
given-twice = `{ $name }` reçoit deux fois `{ $name2 }`.
parameter-missing = `{ $name }` a besoin de `{ $name2 }`.
most-by-place = `{ $name }` prend au plus { $count } { $count ->
    [one] argument positionnel
   *[other] arguments positionnels
}.
rows-apart = `{ $name }` prend une seule liste ; il manque une deuxième paire de crochets autour de toutes ses lignes ou de tous ses nombres.
one-list-of-rows = Mettez les lignes dans une seule liste, comme `{ $name }([[1, 2], [3, 4]])`, et les options derrière leur nom.
kinds-together = `{ $name }` n’accepte pas ensemble des valeurs de ces types.
did-you-mean = Vouliez-vous dire `{ $close }` ?
understood-here = Pris en charge : { $names }.
call-without-arguments = Appelez-la sans argument.
parameter-not-understood = Backpass ne prend pas en charge l’argument `{ $name }` de `{ $dotted }`.
    .hint = Supprimez-le. { $honoured }
value-not-understood = Backpass ne prend pas en charge `{ $given }` de `{ $name }`.
understood-by-name = Pris en charge par nom : { $known }.
values-by-place = Utilisez des arguments positionnels.
option-not-understood = `{ $name }={ $shown }` n’est pas pris en charge.
    .hint = Sont pris en charge : { $known }.
operation-differs = `{ $dotted }` diffère ici de l’opération de ce nom.
item-of-several = `item()` donne un seul nombre, et il y en a { $size }.
    .hint = Choisissez-en un, comme dans `x[0].item()`, ou écrivez `x.tolist()`.
pair-of-maximum = Dans PyTorch, `max` et `min` le long d’un axe donnent un couple : les valeurs, et leurs positions.
    .hint = Prenez l’une des deux : `x.max(1).values`, ou `values, indices = x.max(1)`.
dot-of-many-axes = `dot` de tenseurs à plus de deux axes somme sur le dernier axe de l’un et l’avant-dernier de l’autre.
    .hint = Écrivez-le avec `einsum`, ou utilisez `@` pour des piles de matrices.
t-of-many-axes = `t()` transpose une matrice, et celle-ci a { $axes } axes.
    .hint = Dites quels axes échanger : `x.transpose(0, 1)`.
nodes-are-named = nomme un nœud du graphe propre à TensorFlow
computed-on-server = Backpass n’a qu’un appareil
memory-layout = la disposition en mémoire ne change aucun nombre
one-generator = toutes les fonctions aléatoires partagent un générateur
computed-in-float64 = tout est calculé en float64
order-of-products = l’ordre des produits ne change aucun nombre au-delà de l’arrondi
all-float64 = tous les nombres sont en float64
faster-promise = une indication qui ne fait que rendre une bibliothèque plus rapide
graph-always-there = le graphe est toujours là
differentiable-again = les gradients peuvent toujours être dérivés de nouveau
gradients-go-where-asked = les gradients sont calculés pour ce qui est demandé
tape-asked-often = une bande peut servir autant de fois qu’on veut
way-of-computing = change la façon de calculer un nombre, non sa valeur
step-not-differentiated = un pas d’optimiseur n’est pas dérivé
draws-what-it-draws = une fonction tire les mêmes nombres dans tous les cas
arrays-of-one-kind = tous les tableaux sont du même type
nothing-waits = rien n’est asynchrone
choose-with-where = Elle choisit parmi des listes de conditions : écrivez `where(condition, a, b)`, emboîtés s’il y en a plusieurs.
rounds-halves = Elle arrondit les demis en s’éloignant de zéro, et `round` ici vers le voisin pair : écrivez `jnp.round(x)`.
ieee-remainder = C’est le reste IEEE, qui peut être négatif : écrivez `x - y*round(x/y)`, ou `x % y`.
picks-one-place = Elle prend une place le long d’un axe : écrivez `x[:, i]`.
picks-in-brackets = Écrivez entre crochets ce qui est pris : `x[i, j]`.
sorts-in-place = `x.sort()` modifie le tableau lui-même. Écrivez `x = np.sort(x)`.
argmax-of-jnp = Écrivez `jnp.argmax(x, axis)`, ou `jnp.argmin(x, axis)`.
equal-as-whole = Elle dit si deux tenseurs sont égaux en entier : écrivez `torch.eq(a, b).min()`.
equal-as-whole-method = Elle dit si deux tenseurs sont égaux en entier : écrivez `a.eq(b).min()`.
cross-entropy-of-functional = Écrivez `F.binary_cross_entropy_with_logits`, dont la `reduction` est un mot.
draws-of-distribution = Elle tire des nombres aléatoires de cette loi ; les lois connues ici sont `normal` et `uniform`.
truncates = Elle tronque vers un entier : écrivez `a / b`.
assign-result = Affectez plutôt le résultat à un nom.
choose-before = Choisissez avant avec `where(condition, x, 0)`.
combine-afterwards = Combinez-le ensuite avec le résultat.
assign-to-same-name = Affectez plutôt le résultat au même nom : `x = relu(x)`.
floats-only = Tous les nombres sont ici en float64 ; pour des entiers, utilisez `floor` ou `round`.
weigh-each-loss = Multipliez chaque perte par son poids avec `reduction='none'`, puis prenez la moyenne.
weighted-logistic-loss = Écrivez la perte avec son poids : `-(w*t*log_sigmoid(x) + (1 - t)*log_sigmoid(-x)).mean()`.
smoothed-targets = Donnez comme cibles des probabilités lissées.
known-norms = Pour les vecteurs, on connaît 1, 2 et l’infini ; pour les matrices, 1, l’infini et 'fro'.
tree-functions = Pour les arbres, il y a `jax.tree.map` et `jax.tree.leaves` ; les gradients ont la structure de ce par quoi on dérive.
value-alone = Faites renvoyer à la fonction sa seule valeur, et calculez le reste à part.
follows-from-arguments = Cela découle des arguments.
reduction-today = C’est aujourd’hui `reduction` : écrivez `reduction='mean'` ou `reduction='sum'`.
reduction-none-today = C’est aujourd’hui `reduction` : écrivez `reduction='none'`.
stand-in-pictures = { $name } n’est pas ici : { $count } images de nombres aléatoires de sa forme, { $shape }, la remplacent, et leurs étiquettes parcourent les classes. Un lot n’en a pas plus.
    .hint = Le modèle, la perte et la rétropropagation de ce lot sont le graphe ; les taux de réussite ne disent rien. Pour avoir vos propres nombres, donnez une valeur à `.data` et à `.targets` du jeu de données.
stand-in-folder = Le dossier `{ $path }` n’est pas ici : { $count } images de nombres aléatoires, de forme { $shape } et de deux classes, le remplacent. Un lot n’en a pas plus.
stand-in-picture = L’image `{ $path }` n’est pas ici : { $height }×{ $width } points de nombres aléatoires, à { $channels ->
        [one] 1 canal
       *[other] { $channels } canaux
    }, la remplacent. Ils sont les mêmes à chaque exécution.
    .hint = Ce que le programme en calcule est le graphe ; ses valeurs ne disent rien de l’image. Pour avoir vos propres nombres, affectez-en un tableau à la place de la lecture de l’image.
stand-in-table = Le tableau `{ $path }` n’est pas ici : { $rows } lignes de { $columns } nombres aléatoires le remplacent ; la dernière colonne a les étiquettes 0 et 1 tour à tour. Ils sont les mêmes à chaque exécution.
    .hint = Le modèle, la perte et la rétropropagation sur ces nombres sont le graphe ; les pertes ne disent rien du fichier. Pour avoir vos propres nombres, écrivez-les à la place de la lecture du fichier.
stand-in-columns = Le tableau `{ $path }` n’est pas ici : { $rows } nombres aléatoires remplacent chaque colonne que le programme demande par son nom ; une colonne d’étiquettes a 0 et 1 tour à tour. Ils sont les mêmes à chaque exécution.
missing-values-of-a-table = Ici, on ne regarde pas quelles valeurs d’un tableau manquent. Omettez-le si aucune ne manque.
rows-drawn-of-a-table = Ici, on ne tire pas au hasard les lignes d’un tableau. Omettez-le, ou tirez des positions avec `np.random.permutation`.
rows-by-their-labels = Les lignes d’un tableau par leurs étiquettes, la dernière comprise, ne sont pas comprises ici. Écrivez `.iloc` avec des positions, comme dans `df.iloc[0:5]`.
stand-in-data-set = Le jeu de données `{ $name }` n’est pas ici : de ses { GROUP($rows) } lignes, { $kept } lignes de { $columns } nombres aléatoires les remplacent, { $classes ->
        [0] et leurs cibles aussi
       *[other] et leurs étiquettes parcourent les { $classes } classes
    }. Ils sont les mêmes à chaque exécution.
parts-of-a-version = Les versions sont comparées ici quand leurs parties sont des nombres, comme dans `2.1.0`.
stand-in-files = Les fichiers `{ $pattern }` ne sont pas ici : { $count } fichiers inventés, à partir de `{ $first }`, les remplacent.
stand-in-text = Le fichier `{ $path }` n’est pas ici : un texte inventé de { $lines } lignes, { GROUP($characters) } caractères, le remplace. Il est le même à chaque exécution.
    .hint = Le modèle, la perte et la rétropropagation sur ce texte sont le graphe ; les pertes ne disent rien du fichier. Pour avoir votre propre texte, affectez-le à la place de la lecture du fichier.
embedding-row = `padding_idx` n’est pas une ligne de ce plongement.
    .hint = Donnez le numéro d’une ligne : à partir de 0, ou de −1 pour la dernière.
embedding-table = Un plongement se fait d’un tableau à deux axes : une ligne par mot.
split-sizes = Les tailles du partage ne conviennent pas : chacune est une part entre 0 et 1 ou un nombre de lignes, et chaque partie a besoin d’une ligne.
arrays-of-one-length = Les tableaux à partager n’ont pas la même longueur.
scaler-not-fitted = Le normalisateur n’a encore vu aucune donnée : appelez d’abord `fit`.
drawn-model = `{ $name }` ne reçoit aucune donnée présente ici : le graphe est celui de sa sortie sur des nombres aléatoires d’une forme qui convient, `{ $call }`.
    .hint = Écrivez un tel appel à la dernière ligne, avec vos propres nombres, pour voir ceux-ci.
complex-eigenvalues = `{ $name }` donne en général des nombres complexes, et il n’y en a pas ici.
    .hint = Pour une matrice symétrique, prenez `eigh` ou `eigvalsh` ; ils ont des gradients.
wrapping-type = Les nombres de type `{ $name }` débordent et reviennent au début au-delà de leurs quelques bits ; ici, non.
    .hint = Écrivez `int64`, ou `bool` pour un masque ; les nombres sont les mêmes tant qu’ils sont petits.
complex-type = Il n’y a pas de nombres complexes ici, donc pas de `{ $name }`.
    .hint = Calculez avec la partie réelle et la partie imaginaire dans deux tableaux.
factor-of-circles = Le cercle intérieur est `factor` fois aussi grand que l’autre : un nombre à partir de 0 et inférieur à 1.
nothing-of-files = Les fichiers et les dossiers sont ignorés : aucun n’existe ici, et rien n’est écrit.
nothing-of-pictures = Les fenêtres qui montrent des images sont ignorées.
nothing-of-precision = Le calcul sur 16 bits est ignoré : il y en a 64 ici, environ 16 chiffres.
nothing-of-arguments = La ligne de commande est ignorée : chaque argument a sa valeur par défaut, et None s’il n’en a pas.
arguments-of-command-line = Les arguments d’une ligne de commande ne sont pas lus ici : écrivez leurs valeurs par défaut.
no-pattern = Ce n’est pas une expression régulière et un texte (`{ $text }`).
    .hint = Écrivez le motif comme `re` de Python le lit, et cherchez dans un texte.
slow-pattern = Chercher `{ $pattern }` peut prendre trop de temps : le motif ou le texte est long, ou un groupe répété peut être trouvé de plusieurs façons.
    .hint = Répétez des caractères seuls ou des ensembles comme `[a-z]+`, et aucun groupe qui varie lui-même.
no-files = `{ $name }` lit un fichier, et il n’y a pas de fichiers ici.
    .hint = Écrivez les nombres dans le programme, ou donnez-les comme entrées.
leave-parameter-out = Supprimez-le.
whole-numbers-from = { $count ->
        [one] un nombre entier
       *[other] { $count } nombres entiers
    } à partir de { $least }
below-stride = des nombres inférieurs au pas
no-image = La forme { $shape } { $count ->
        [0] n’a pas d’axe
        [one] a un axe
       *[other] a { $count } axes
    } : il faut ici une image, { $rank ->
        [one] dont le dernier axe est la longueur
       *[other] dont les { $rank } derniers axes sont les longueurs
    }.
    .hint = Écrivez { $batched } axes (images, canaux, longueurs), ou { $single } pour une seule image.
channels-differ = Des poids de forme { $weight } ne conviennent pas à une entrée de forme { $shape } en { $groups ->
        [one] un groupe
       *[other] { $groups } groupes
    }.
    .hint = La deuxième longueur de l’entrée est son nombre de canaux ; il en faut autant aux poids.
bias-of-channels = Un biais de forme { $shape } ne convient pas à { $count ->
        [one] un canal
       *[other] { $count } canaux
    }.
kernel-too-large = Un noyau de forme { $kernel } est plus grand qu’une entrée de longueurs { $lengths }.
    .hint = Les longueurs comptent le remplissage ; prenez un noyau plus petit, plus de remplissage ou une entrée plus grande.
half-of-kernel = des nombres jusqu’à la moitié du noyau
arrays-that-differ = Les deux tableaux ne sont pas égaux à la tolérance près : le programme s’arrête ici.
name-in-container = Un module ne peut pas porter le nom d’une méthode de son conteneur, comme `keys`.
probs-or-logits = Une loi prend soit `probs`, soit `logits`, mais pas les deux.
divergence-of-distributions = La divergence existe ici pour deux lois normales ou deux lois catégorielles.
lazy-parameters = Une couche paresseuse n’a pas de paramètres avant son premier appel : appelez d’abord le modèle avec un exemple.
batch-normalisation-axes = Cette normalisation par lot prend (N, C) ou (N, C, L) à une dimension, (N, C, H, W) à deux, (N, C, D, H, W) à trois.
one-value-of-channel = La normalisation par lot demande plus d’une valeur de chaque canal pendant l’entraînement.
names-of-state = Les noms de l’état ne sont pas ceux du module.
shapes-of-state = Une valeur de l’état a une autre forme que celle du module.
optimiser-without-parameters = L’optimiseur ne reçoit aucun paramètre.
    .hint = Donnez-lui `model.parameters()`. Une couche ou un paramètre dans une simple liste ou un dictionnaire ne fait pas partie d’un module, comme dans PyTorch : utilisez `nn.ModuleList`, `nn.ModuleDict` ou `nn.ParameterList`.
nesterov-needs-momentum = L’inertie de Nesterov demande un `momentum` supérieur à 0 et pas de `dampening`.
fans-of-vector = Ce qui entre et ce qui sort n’est pas défini pour les tenseurs de moins de deux axes.
norm-not-finite = La norme des gradients n’est pas finie.
parts-of-axis = Un axe de longueur { $length } ne peut pas être coupé en { $sizes }.
    .hint = La somme des tailles des parts est la longueur ; des parts égales la divisent.
vector-or-matrix = Il faut ici un vecteur ou une matrice, pas la forme { $shape }.
axes-of-sequence = Il faut ici une suite (L, N, H), ou (L, H) pour une seule ; avec `batch_first=True`, (N, L, H).
heads-of-attention = La longueur du plongement doit être un multiple du nombre de têtes.
causal-without-mask = `is_causal=True` demande un `attn_mask` en plus.
mask-beside-causal = Donnez soit `attn_mask`, soit `is_causal=True`.
lengths-of-scan = Les tableaux que `scan` parcourt doivent avoir la même longueur.
step-of-scan = Un pas de `scan` donne une paire : l’état suivant, et ce que l’on garde du pas.
glu-odd-length = `glu` coupe un axe en deux moitiés : la longueur de l’axe doit être paire.
dataset-rows = Les tenseurs d’un `TensorDataset` ont une ligne par exemple : leurs premiers axes doivent avoir la même longueur.
split-lengths = La somme des longueurs de `random_split` doit valoir la longueur du jeu de données, ou 1 si ce sont des parts.
examples-of-batch = `batch_size` est le nombre d’exemples d’un lot : au moins 1, ou None pour ne pas faire de lots.
own-picture-in-another-size = Une image de vos propres nombres aurait, dans une autre taille, d’autres nombres ici que là-bas : seules les images inventées changent de taille. Donnez les nombres dans la taille qu’il vous faut.
transform-of-no-picture = Cette transformation n’est comprise que pour les images de `torchvision.datasets`, avant `ToTensor`. Mettez-la là, ou supprimez-la.
other-features = `{ $layer }({ $features }, { $outputs })` prend { $features ->
    [one] { $features } caractéristique
   *[other] { $features } caractéristiques
}, { $what } en a { $given }.
    .hint = Écrivez `{ $layer }({ $given }, { $outputs })`, ou donnez des lignes de { $features ->
        [one] { $features } nombre
       *[other] { $features } nombres
    } : le dernier axe porte les caractéristiques.
its-input = son entrée
pictures-in-batch = Un lot est fait de tenseurs, et ce sont des images. Donnez au jeu de données `transform=transforms.ToTensor()`.
normalisation-of-no-tensor = `Normalize` prend un tenseur : mettez `ToTensor()` avant.
channels-of-normalisation = `mean` et `std` de `Normalize` ont un seul nombre, ou un par canal d’une image de forme (canaux, hauteur, largeur).
normalisation-by-zero = `Normalize` divise par `std` : aucun de ses nombres ne peut être 0.
softmax-of-image-axes = `Softmax2d` prend (C, H, W) ou (N, C, H, W).
prelu-parameters = `PReLU` a un seul paramètre, ou autant que l’entrée a de canaux : la longueur de son deuxième axe.
one-group = LBFGS prend un seul groupe de paramètres.
dropout-probability = La probabilité `p` d’annuler un élément doit être comprise entre 0 et 1.
triplet-margin = La marge `margin` d’une perte à triplets doit être supérieure à 0.
multi-margin-power = L’exposant `p` de `multi_margin_loss` doit être 1 ou 2.
class-numbers = Un numéro de classe est au moins 0 et plus petit que le nombre de classes.
negative-variance = Une variance `var` ne doit pas être négative.
one-weight-per-channel = Le poids et le biais doivent être des vecteurs avec un élément par canal.
channels-in-groups = Le nombre de canaux doit être un multiple du nombre de groupes.
one-value-of-group = La normalisation par groupes demande plus d’une valeur dans chaque groupe.
instance-normalisation-axes = La normalisation par instance prend (N, C, L), (N, C, H, W) ou (N, C, D, H, W).
one-value-of-instance = La normalisation par instance demande plus d’une valeur de chaque canal.
shape-to-normalise = Les derniers axes de l’entrée doivent avoir les longueurs que donne `normalized_shape`.
channels-to-shuffle = Le nombre de canaux doit être un multiple du carré de `upscale_factor`.
lengths-to-unshuffle = La hauteur et la largeur doivent être des multiples de `downscale_factor`.
axes-to-interpolate = `interpolate` prend (N, C, L), (N, C, H, W) ou (N, C, D, H, W).
factors-of-interpolation = `scale_factor` est un seul nombre, ou un nombre par axe après les canaux.
factors-above-zero = Chaque `scale_factor` doit être supérieur à 0 : une sortie a au moins un élément le long de chaque axe.
probabilities-between = Chaque probabilité doit être comprise entre 0 et 1.
value-of-no-outcome = La valeur doit être l’une de celles que la loi peut tirer.
normal-spread = L’écart type `scale` doit être supérieur à 0.
steps-of-cycle = `OneCycleLR` a besoin du nombre de ses pas, au moins 1 : `total_steps`, ou `epochs` et `steps_per_epoch`.
momentum-of-cycle = `OneCycleLR` change aussi l’inertie, et cet optimiseur n’en a pas : choisissez-en un autre, ou `cycle_momentum=False`.
step-after-cycle = Ce `OneCycleLR` a fait tous ses pas : il faut un plus grand `total_steps` pour continuer.
square-matrix-needed = Il faut ici une matrice carrée, et non la forme { $shape }.
not-symmetric = Il faut ici une matrice symétrique : NumPy et PyTorch liraient l’un de ses triangles et ignoreraient l’autre.
    .hint = Prenez `(A + A.T) / 2`.
not-positive-definite = Cette matrice n’est pas définie positive ; elle n’a donc pas de facteur de Cholesky.
    .hint = Toutes ses valeurs propres doivent être supérieures à 0 ; on ajoute souvent un petit multiple de la matrice unité.
axes-to-unfold = `unfold` prend (N, C, H, W) ou (C, H, W).
kernel-to-unfold = Le noyau de `unfold` doit tenir dans l’image complétée, et ses tailles, ses pas et ses dilatations valent au moins 1.
full-singular-vectors = Seuls les vecteurs singuliers qui vont des deux côtés sont calculés ici : ajoutez `full_matrices=False`.
equal-eigenvalues = Deux de ces valeurs propres ou singulières sont égales : leurs vecteurs ne sont pas déterminés et n’ont pas de dérivée.
    .hint = Pour les valeurs seules, appelez `eigvalsh` ou `svdvals` ; sinon, modifiez un peu la matrice.
singular-vectors-of-zero = L’une de ces valeurs singulières est 0 : ses vecteurs n’ont pas de dérivée.
    .hint = Pour les valeurs seules, appelez `svdvals`.
no-full-rank = Cette matrice n’est pas de rang plein, ou presque pas : sa pseudo-inverse saute au moindre changement.
    .hint = Ajoutez un petit multiple de la matrice unité à `A.T @ A`, et résolvez avec elle.
no-full-rank-qr = Les colonnes de cette matrice dépendent les unes des autres : Q et R n’ont pas de dérivée.
    .hint = Modifiez un peu la matrice, ou laissez une colonne de côté.
at-same-place = `.at[…].{ $name }` écrit ici plusieurs fois dans le même élément, ce qui n’est calculé que pour `add` et `subtract`.
    .hint = Nommez chaque élément une seule fois dans la clé, ou écrivez les modifications l’une après l’autre.
    .which = JAX ne définit pas laquelle des valeurs reste. Nommez chaque élément une seule fois dans la clé.
finite-numbers-needed = Tous les nombres doivent être finis ici : ni NaN, ni infini.
fit-without-digits = Un polynôme de degré { $degree } est à peine déterminé par ces points : ses coefficients perdraient presque toute leur précision.
    .hint = Prenez un degré plus petit, ou des points plus éloignés.
weights-sum-to-zero = La somme des poids de cette moyenne est 0 : on ne peut pas diviser par elle.
    .hint = Changez un poids, ou prenez la moyenne simple `mean`.
scatter-same-place = `scatter` écrirait plusieurs éléments à la même place, et PyTorch ne définit pas lequel reste.
    .hint = Donnez à chaque élément une place à lui, ou additionnez-les avec `scatter_add`.

capture-no-graph = Ce tenseur n’a pas de `grad_fn` : PyTorch n’a pas enregistré son calcul, il n’y a donc pas de graphe à montrer.
    .hint = Calculez-le à partir de tenseurs avec `requires_grad=True`, hors de `torch.no_grad()`, et capturez-le avant `.detach()` ou `.item()`.
capture-freed = Ce graphe a été libéré : une passe arrière l’a parcouru, et PyTorch ne le garde que pour une seule passe.
    .hint = Capturez avant `.backward()`, ou appelez `.backward(retain_graph=True)`.
capture-no-scalar = La sortie est de forme { $shape } : un gradient est celui d’un seul nombre.
    .hint = Capturez une perte, comme `out.sum()`, ou donnez `upstream`, un gradient de la forme de la sortie.
capture-seed-shape = Le gradient amont est de forme { $given }, la sortie de forme { $shape }.
    .hint = Donnez un nombre par élément de la sortie.
capture-most-elements = `most_elements` vaut { $given } : il dit combien d’éléments un tableau peut avoir pour être gardé en entier.
    .hint = Donnez un nombre entier, 0 ou plus ; 1 000 si rien n’est donné.
capture-seed-kind = Le gradient amont, { $given }, n’est pas un nombre, ni des nombres de la forme de la sortie.
    .hint = Donnez un nombre par élément de la sortie, comme nombre, listes imbriquées ou tenseur.
capture-several = Plusieurs sorties ont été données : un graphe a une seule sortie, d’où partent ses gradients.
    .hint = Capturez chacune séparément, ou leur somme.
capture-kind = `{ $kind }` n’est pas un tenseur qui puisse être capturé.
    .hint = Donnez un `backpass.Tensor`, un `torch.Tensor` avec un `grad_fn`, ou un graphe ; pour les fonctions de JAX, il y a `backpass.capture_jax`.
capture-complex = Les nombres complexes ne sont pas capturés.
    .hint = Capturez une fonction de leurs parties réelle et imaginaire : `torch.view_as_real(z)`.
capture-too-large = Le graphe a plus de { GROUP($most) } fonctions.
    .hint = Capturez la perte d’une seule étape, ou d’une suite plus courte.
capture-reentrant-checkpoint = Un checkpoint réentrant ne se dérive que par `.backward()`, qui changerait `.grad`.
    .hint = Écrivez `checkpoint(…, use_reentrant=False)`.
capture-backward-failed = PyTorch ne peut pas exécuter cette passe arrière : { $text }
    .hint = Il en va de même avec `.backward()` ; le message de PyTorch nomme l’endroit.
capture-missing-extra = { $library } n’est pas installé ici.
    .hint = Installez-le : `pip install backpass[{ $extra }]`.
capture-no-module = `{ $kind }` n’est pas un modèle dont les paramètres pourraient être nommés.
    .hint = Donnez un `torch.nn.Module`, ou plusieurs par leur nom, comme `record(model=dict(actor=actor))`.
capture-while = JAX ne sait pas dériver un `while_loop` vers l’arrière : le nombre de tours n’est pas connu d’avance.
    .hint = Écrivez `lax.scan`, ou `lax.fori_loop` avec des bornes fixes ; `lax.stop_gradient` tient hors du gradient ce qui entre dans la boucle.
capture-jax-output = La fonction renvoie { $outputs } : un gradient est celui d’un seul nombre.
    .hint = Renvoyez une perte, comme `out.sum()`.
capture-jax-constant = La sortie ne dépend pas des arguments dont on veut les gradients.
    .hint = Désignez-en d’autres par `argnums`.
capture-jax-argnums = Il n’y a pas d’argument { $argnums } : { $count } ont été donnés.
    .hint = Les arguments se comptent à partir de 0 ; `argnums` est une position, ou plusieurs.
capture-jax-kind = `{ $name }` contient des `{ $kind }`, qui n’ont pas de gradient.
    .hint = Passez des nombres à virgule flottante, ou retirez cet argument de `argnums`.
capture-jax-failed = JAX ne sait pas dériver ceci : { $text }
    .hint = Il en va de même avec `jax.grad` ; le message de JAX nomme l’endroit.
capture-changed-leaf = Une feuille a été modifiée sur place entre deux de ses emplois, par exemple par un optimiseur : son gradient n’appartient à aucune valeur unique.
    .hint = Enregistrez une seule étape, de la passe avant à `backward()`, ou donnez une copie au second emploi : `w = w.detach().clone().requires_grad_()`.
script-missing = Il n’y a pas de fichier { $name }.
script-raised = { $name } s’est terminé par une erreur avant l’étape voulue : { $error }
    .hint = La trace est ci-dessus. `python { $name }` montre s’il s’exécute seul.
script-exited = { $name } s’est terminé avec le statut { $status } avant l’étape voulue.
script-too-long = { $name } a pris plus de { $seconds } s sans dériver `{ $loss }`, et a été arrêté.
    .hint = Donnez-lui plus de temps avec `--seconds`, ou moins de données.
script-killed = Le processus de { $name } s’est terminé sans résultat, avec le statut { $status }.
    .hint = Un statut négatif est le signal qui l’a arrêté ; 9 veut souvent dire que la mémoire manquait.
script-no-backward = { $name } s’est terminé, et `{ $loss }.backward()` n’a jamais été appelé, ni le gradient d’une fonction `{ $loss }` de JAX.
    .hint = Nommez avec `--loss` la variable sur laquelle le script appelle `backward()` ; pour JAX, la fonction que `jax.grad` ou `jax.value_and_grad` dérive.
script-jax-traced = `{ $loss }` est dérivée à l’intérieur d’une autre transformation de JAX, comme `vmap`, `scan` ou un second `grad` : là, ses arguments n’ont pas de nombres.
    .hint = Appelez le gradient une fois en dehors, avec un seul exemple, et montrez celui-là ; ou appelez `backpass.capture_jax` dans le script.
script-others = Nommez-en une autre avec `--loss` : le script dérive { $names }.
script-too-few = { $name } s’est terminé après { $count } × `{ $loss }.backward()` ou `grad({ $loss }, …)`, et `--step` demande le numéro { $step }.
    .hint = Les étapes se comptent à partir de 1.
