assumed-input = `{ $name }` n’a pas de valeur ; c’est donc une entrée, qui vaut 1.
    .hint = Écrivez plus haut `{ $name } = 2.0`, ou déplacez son curseur.
other-case = Vouliez-vous dire `{ $other }` ? Une majuscule et une minuscule sont deux noms différents.
used-too-early = `{ $name }` est utilisé ici, mais ne reçoit sa valeur qu’à la ligne { $line } ; il vaut donc 1 ici.
    .hint = Un programme s’exécute de haut en bas. Placez la ligne { $line } au-dessus de celle-ci.
compared-instead = `{ $written }` compare deux nombres ; cela ne donne pas de valeur à `{ $name }`, qui compte donc pour 1.
answer-of-comparison = `{ $shown }` est une comparaison : elle vaut 1 là où elle est vraie et 0 ailleurs, et son gradient est 0.
    .hint = Pour voir à quelle distance elle en est, écrivez la différence de ses deux membres.
never-ends = La boucle de la ligne { $line } ne se termine pas : `{ $shown }` reste vrai, et rien dans la boucle n’en sort.
    .hint = Écrivez combien de fois répéter, comme dans `for step in range(10):`, ou un `break` sous un `if`.
may-not-end = La boucle de la ligne { $line } a été arrêtée, et elle ne se termine peut-être jamais : `{ $shown }` était encore vrai après toutes les étapes calculées ici.
    .hint = Vérifiez que la boucle change ce que sa condition demande, ou écrivez combien de fois répéter, comme dans `for step in range(10):`.
read-as-one-name = `{ $name }` se lit comme un seul nom, non comme `{ $meant }`.
    .hint = Si c’est ce que vous voulez dire, écrivez `{ $meant }`.
lost-power = `{ $shown }` est lu tel quel ; un exposant s’est peut-être perdu, comme lorsqu’une formule est copiée d’un PDF.
    .hint = Si la formule imprimée est `{ $power }`, écrivez cela.
value-for-computed = Une valeur est donnée pour `{ $name }`, mais le programme calcule `{ $name }` lui-même.
    .hint = Ne donnez de valeurs qu’aux noms auxquels le programme affecte un nombre, ou à ceux auxquels il n’affecte rien.
has-shape = a la forme { $shape }
is-single-number = est un seul nombre
input-shape = Le programme a { $wanted } pour `{ $name }`, et la valeur donnée { $found }.
    .hint = Donnez une valeur de même forme.
unused-input = Une valeur est donnée pour `{ $name }`, que le programme n’utilise pas.
inputs-are = Ses entrées sont : { $listed }.
unknown-output = La sortie `{ $name }` n’est pas un nom du programme.
names-are = Ses noms sont : { $listed }.
output-kind = La sortie `{ $name }` est { $kind_of }, et un gradient se prend d’un nombre ou d’un tenseur.
    .hint = Nommez une valeur du programme, ou faites-en calculer une à la dernière ligne.
never-called = `{ $name }` est définie et jamais appelée : il n’y a rien à dériver.
    .hint = Appelez-la à la dernière ligne : `{ $call }`.
call-it = Appelez-la à la dernière ligne, avec des valeurs qui conviennent.
no-expression = Il n’y a pas encore d’expression : il n’y a rien à dériver.
no-number = Le programme s’est exécuté, mais aucune de ses lignes ne donne un nombre : il n’y a rien à dériver.
    .hint = Écrivez-en un, par exemple `x**2 + 3*x`.
    .outside = Aucune ligne du programme ne donne de nombre, et les appels de `{ $name }` ne font rien : un programme n’atteint ici ni commandes, ni fichiers, ni réseau.
    .printed = Le programme s’est exécuté et a affiché { $printed ->
            [one] { $printed } ligne
           *[other] { $printed } lignes
        }, mais aucune de ses lignes ne donne un nombre : il n’y a rien à dériver.
no-return = `{ $name }` ne renvoie rien, donc cet appel n’a pas de valeur : en Python, `return` renvoie ce qu’une fonction calcule.
    .hint = Terminez la fonction par `return { $result }`.
none-of-inputs = aucune des entrées ({ $some })
no-input = aucune entrée
constant-output = La sortie ne dépend d’{ $which } : il n’y a rien à dériver, chaque gradient vaut 0.
    .hint = Faites intervenir une entrée à la dernière ligne, ou nommez une autre `output`.
module-as-value = `{ $name }` est un module, pas une valeur.
    .hint = Écrivez l’une de ses fonctions, comme dans `{ $name }.exp(x)`.
text-not-number = '{ $item }' est un texte, mais il faut ici un nombre.
    .hint = Supprimez les guillemets.
not-a-number = Il faut ici un nombre, et ceci est { $kind_of }.
    .comma = Une virgule à la fin, comme dans `x = 3,`, fait un n-uplet d’une valeur : supprimez cette virgule.
    .point = Un nombre s’écrit avec un point, comme `2.5`, là où d’autres mettent une virgule. Un tenseur s’écrit entre crochets : `[2, 5]`.
    .return = Une fonction sans `return` ne donne rien ; faites-lui renvoyer sa valeur.
    .hint = Écrivez un nombre, un nom ou une expression ; appelez une fonction pour avoir sa valeur.
no-operation = `{ $symbol }` n’est pas une opération sur ces valeurs.
    .hint = Les nombres et les tenseurs ont `+ - * / ** @ // %` et les comparaisons.
empty-brackets = Il faut ici un nombre, et il n’y a que des parenthèses vides, `()`.
    .hint = Écrivez-y une valeur, comme dans `(x + 1)`, ou supprimez-les.
nothing-in-it = Il n’y a rien dedans avec quoi calculer.
    .hint = Donnez-lui au moins un élément, comme dans `[1.0, 2.0]`.
does-nothing = { $what } ne fait rien ici : les valeurs et les gradients sont sur le graphe.
gives-nothing = `{ $name }` est ignoré ici : il n’y a rien là avec quoi calculer.
    .hint = Écrivez le nombre à sa place, ou supprimez ce qui en a besoin.
the-module = Le module `{ $module }`
import-refused = { $what } ne peut pas être importé : rien n’est chargé ici, seules les écritures de quelques modules sont comprises.
    .hint = Si c’est un fichier à vous, collez son texte à la place de l’import. Sinon, supprimez l’import ; les opérations comme tanh ou exp sont toujours là. Sont compris : { $listed }.
not-loaded = `{ $module }` n’est pas chargé ici : rien de ce module ne peut servir.
    .hint = Si c’est un fichier à vous, collez son texte à la place de l’import. Sinon, écrivez ce que cela calcule, ou le nombre ou la liste obtenus ; supprimez ce qui lit des fichiers, des arguments ou l’horloge.
    .captured = Sur une machine où elle est installée, `backpass show script.py --loss loss` exécute votre script et montre son graphe.
    .trained = `{ $module }` donne des réseaux tout prêts, souvent avec des poids lus dans des fichiers, et rien de cela n’est ici.
only-in-pytorch = `{ $name }` existe dans PyTorch, mais n’est pas pris en charge ici.
    .hint = Écrivez ce que cela calcule avec des opérations qui sont ici, ou supprimez ce qui en a besoin.
    .faster = Cela change comment ou sur quelle machine un programme s’exécute, non ses formules : supprimez-le, et gardez ce à quoi il s’applique.
write-the-network = Écrivez les couches avec `torch.nn`, comme `nn.Conv2d(3, 16, 3)` et `nn.Linear(16, 10)` ; leurs poids sont alors tirés au hasard. Sur une machine où elle est installée, `backpass show script.py --loss loss` exécute votre script et montre son graphe.
from-elsewhere = Le nom `{ $name }` n’a pas de valeur ici ; il vient sans doute { $count ->
        [one] de { $modules }, qui n’est pas chargé
       *[other] de l’un de { $modules }, qui ne sont pas chargés
    } ici.
module-ignored = `{ $module }` dessine, mesure ou annote ; ses fonctions ne font rien ici.
already-here = `{ $name }` existe déjà ici : cette définition est ignorée.
sum-of-passes = `{ $name }` est ici la somme de plusieurs rétropropagations, car rien ne le remet à zéro entre elles. Le graphe ne montre que les gradients de la dernière.
    .hint = Appelez `zero_grad()`, ou affectez None au gradient, avant chaque `backward()`, sauf si la somme est voulue.
backward-not-called = `{ $name }.backward` ne s’exécute que là où le programme l’appelle : les gradients montrés découlent de ce que `forward` calcule.
    .hint = Écrivez `class { $name }(torch.autograd.Function)` et appelez `{ $name }.apply(x)` : cela fait un nœud avec une telle règle.
sent-by-hand = Le programme fait sa rétropropagation à la main : `.grad` est ce que ses appels de `_backward()` additionnent, et les étapes sont celles de la passe entière depuis la sortie.
    .hint = Commencez par `output.grad = 1.0`, et appelez `_backward()` de chaque résultat une fois, après tout ce qui l’utilise.
    .whole = Le programme fait sa rétropropagation à la main : chaque appel de `_backward()` est une étape de la chronologie, dans l’ordre du programme, et `.grad` est ce que les appels additionnent.
assertion = Cette assertion est fausse.
    .hint = Regardez les valeurs, ou supprimez la ligne.
invalid-format = `{ $written }` ne convient pas à la valeur, ou n’est pas un format lu ici.
    .hint = Écrivez `.4f` pour quatre chiffres après la virgule.
einsum-formula = Le premier argument dit sur quoi l’on somme.
einsum-tensors = Il nomme { $count ->
    [one] { $count } tenseur
   *[other] { $count } tenseurs
}, et { $count2 ->
    [one] { $count2 } est donné
   *[other] { $count2 } sont donnés
}.
einsum-axes = Les axes se nomment par des lettres, comme dans `ij,jk->ik`.
einsum-shape = `{ $names }` ne nomme pas un par un les axes de la forme { $shape }.
einsum-result = Chaque axe du résultat y figure une fois, et dans l’un des tenseurs.
einsum-lengths = L’axe { $name } a la longueur { $lengths } dans un tenseur et { $length } dans un autre.
value-given-for = La valeur donnée pour `{ $name }`
list-of = une liste de { $count }
tensor-of-shape = un tenseur de forme { $shape }
the-upstream-gradient = Le gradient amont
an-index = Un indice
must-be-whole = { $what } doit être un nombre entier.
    .hint = Écrivez le nombre lui-même, comme dans `x[0]` ou `axis=1`.
kind-object = un objet de la classe `{ $name }`
kind-value = une valeur du graphe
kind-truth = un booléen
kind-number = un nombre
kind-text = un texte
kind-list = une liste
kind-tuple = plusieurs valeurs séparées par des virgules
kind-dictionary = un dictionnaire
kind-iterator = un itérateur
kind-set = un ensemble
kind-range = un intervalle d’entiers
kind-function = une fonction
kind-class = une classe
kind-module = un module
kind-number-type = un type de nombres
kind-random-key = une clé de nombres aléatoires
kind-random-generator = un générateur de nombres aléatoires
kind-ellipsis = `...`
kind-slice = une tranche
kind-none = rien (None)
lines-read = { $lines ->
    [one] { $read } ligne sur { $lines }
   *[other] { $read } lignes sur { $lines }
    }
lines-passed-over = ignoré : { $listed }
lines-shown-pass = le graphe est celui d’un seul passage : { $shown }
repetition-number = itération { $number }
passed-over-fences = Markdown
passed-over-prompts = invites et lignes affichées
passed-over-cells = étiquettes et sorties des cellules
passed-over-line-numbers = numéros de ligne
passed-over-sentences = prose
passed-over-commands = commandes de carnet
passed-over-left-out = ce qui a été omis
passed-over-devices = périphériques
passed-over-precision = arrondi à 32 bits
passed-over-rules = règles qui ne sont pas appelées
passed-over-data = données qui sont ailleurs (des nombres aléatoires les remplacent)
passed-over-definitions = définitions de ce qui existe déjà
passed-over-files = fichiers
passed-over-arguments = la ligne de commande
passed-over-plots = figures
left-out = Cette instruction a été omise ; ce qu’elle calculerait ou modifierait manque.
    .hint = Les noms qui en viennent sont refusés. Enlevez `# left out:` pour qu’elle soit lue de nouveau.
name-left-out = `{ $name }` vient de la ligne { $line }, qui a été omise, et n’a donc pas de valeur ici.
    .hint = Omettez aussi cette instruction, ou donnez-lui une valeur : `{ $name } = 1.0`.
name-set-below = `{ $name }` n’a pas encore de valeur : la ligne { $line } lui en donne une.
    .hint = Un programme s’exécute de haut en bas, même si les cellules d’un carnet l’ont été dans un autre ordre. Placez la ligne { $line } au-dessus de celle-ci.
earlier-cell = { $names } { $count ->
        [one] est utilisé mais jamais défini, et vient
       *[other] sont utilisés mais jamais définis, et viennent
    } sans doute d’une cellule précédente.
    .hint = Collez aussi cette cellule, ou donnez une valeur : `{ $name } = [1.0, 2.0]`.
    .object = Collez aussi la cellule qui crée `{ $name }` : un nom sans valeur est un simple nombre, qui n’a pas de `{ $member }`.
python-raises = Python lève ici { $name } : { $text }.
no-exception = Ceci est { $kind }, et non une exception.
    .hint = Écrivez une classe d’exceptions, comme `ValueError`, ou un tuple de telles classes.
raised = Le programme lève ici une exception, comme il est écrit.
    .hint = Regardez la condition qui mène ici, et les valeurs qui y figurent.
