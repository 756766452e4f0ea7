function-without-parentheses = `{ $name }` est une fonction, et ce à quoi elle s’applique se met entre parenthèses.
    .hint = Écrivez `{ $call }`.
side-by-side = `{ $before }` et `{ $token }` sont côte à côte sans rien entre eux ; deux noms ne se lisent pas comme un produit.
    .hint = Pour un produit, écrivez `{ $before }*{ $token }` ; pour appliquer une fonction, `{ $before }({ $token })`.
matrix-beside-name = Pour un produit avec une matrice, écrivez `{ $product }` ; `*` multiplie nombre par nombre.
match-statement = Backpass ne prend pas en charge l’instruction `match`.
    .hint = Écrivez plutôt `if … == …:` et `elif … == …:`.
number-follows = Le nombre `{ $token }` suit `{ $before }` sans opérateur entre les deux.
    .hint = Écrivez ce qui doit se passer entre eux : `{ $before } * { $token }`, ou `{ $before }**{ $token }` pour une puissance.
text-ends = Il manque quelque chose après `{ $before }`.
    .hint = Écrivez la valeur à laquelle `{ $before }` s’applique, ou supprimez `{ $before }`.
nothing-on-left = `{ $token }` n’a pas de valeur à sa gauche.
    .hint = Supprimez-le, ou écrivez une valeur avant lui.
parenthesis-instead-of-value = La parenthèse se ferme là où une valeur devrait se trouver.
    .hint = Écrivez avant `)` la valeur qui manque.
comma-in-expression = Une virgule fait une liste de plusieurs valeurs, mais une expression n’en a ici qu’une.
    .hint = Écrivez une expression par ligne ; le séparateur décimal s’écrit `.`, comme dans `0.5`.
comma-without-value = La virgule n’a pas de valeur à sa gauche.
    .hint = Écrivez la valeur qui manque ou supprimez la virgule.
nothing-right-of-equals = Il n’y a rien à droite de `=`.
    .hint = Écrivez la valeur, comme dans `a = 2.0`.
nothing-left-of-equals = Il n’y a rien à gauche de `=`.
    .hint = Écrivez le nom qui doit contenir la valeur, comme dans `y = x + 1`.
equals-twice = Deux `=` se suivent avec une espace entre eux, si bien que rien n’est rangé.
    .hint = Écrivez un seul `=` pour donner sa valeur à un nom, comme dans `x = 2` ; pour comparer, écrivez `==` sans espace.
decimal-comma = `{ $first },{ $second }` est lu comme deux valeurs, { $first } et { $second }.
    .hint = Un nombre décimal s’écrit avec un point : `{ $first }.{ $second }`.
no-name-left-of-equals = Ce qui est à gauche de `=` n’est pas un nom ; rien ne peut y être rangé.
    .hint = Écrivez le nom à gauche, comme dans `y = 2*x` ; une équation à résoudre n’est pas un programme.
equals-in-expression = `=` ne peut pas être utilisé dans une expression.
    .hint = Pour comparer, écrivez `==` ; pour affecter une valeur, `name = value` sur une ligne à part ; un argument nommé s’écrit `f(x=2)`.
keyword-given-twice = `{ $token }` est donné deux fois dans un appel, et une seule valeur peut valoir.
    .hint = Gardez-en un des deux.
place-after-name = Un argument positionnel suit un argument nommé : on ne sait pas à quel paramètre il va.
    .hint = Écrivez d’abord les arguments positionnels, comme dans `f(2, a=1)`.
comprehension-among-others = Une compréhension doit être seule entre ses crochets.
    .hint = Mettez-la entre ses propres crochets, comme dans `f([a for a in b], c)`.
parameter-twice = Deux paramètres ont le même nom ou la même étoile.
    .hint = Donnez à chacun son nom, et une étoile à un seul au plus.
default-missing = Un paramètre sans valeur par défaut en suit un avec, ce que Python ne permet pas.
    .hint = Écrivez en dernier ceux qui ont une valeur par défaut, comme dans `def f(b, a=1):`.
sides-of-equals = Les deux côtés de `=` n’ont pas le même nombre de valeurs.
    .hint = Donnez à chaque nom à gauche une valeur à droite.
name-after-point = Après le point devrait suivre un nom, comme dans `x.tanh()`.
    .hint = Pour un produit, écrivez `*` ; un nombre décimal s’écrit sans espaces.
not-decimal = `{ $token }` n’est pas un nombre décimal ; les écritures hexadécimale, octale et binaire ne sont pas lues.
    .hint = Écrivez le nombre en décimal, comme `31` ou `3.1e1`.
base-without-digits = `{ $token }` commence un nombre hexadécimal, octal ou binaire, et aucun chiffre ne suit.
    .hint = Pour un produit, écrivez `0 * x` ; un nombre s’écrit en décimal, comme `31`.
leading-zeros = `{ $token }` commence par un zéro. Ailleurs, c’est un nombre en base huit ; Python le refuse donc.
    .hint = Supprimez les zéros du début : `7` et non `007`.
number-unfinished = Le nombre `{ $token }` n’est pas terminé : il manque sa puissance de dix.
    .hint = Écrivez la puissance à la suite, comme `{ $token }-3` ; pour un produit, écrivez le signe, comme `2*e`.
underscore-in-number = Dans `{ $token }`, un tiret bas suit un nombre ; il ne peut que séparer deux chiffres.
    .hint = Pour un seul nombre, écrivez `1_000` ; pour un produit, écrivez son signe, comme dans `2 * x_1`.
name-behind-point = Dans `{ $token }`, un nom suit un point décimal : ce n’est pas un nombre, et Python le refuse.
    .hint = Pour un produit, écrivez son signe, comme dans `5.0 * a` ; pour une fonction d’un nombre, écrivez `sin(5.0)`.
semicolon-in-brackets = Un point-virgule termine une instruction, mais une parenthèse est ouverte ici.
    .hint = Séparez les arguments par des virgules et mettez un point dans les nombres décimaux, comme dans `max(1.5, 2.5)`.
bars-beside-name = Les barres d’une valeur absolue suivent directement un nom, sans signe entre les deux.
    .hint = Écrivez le signe du produit, comme dans `x*|x|`.
bar-missing = Cette barre ouvre une valeur absolue, et la seconde barre manque.
    .hint = Écrivez l’autre `|`, comme dans `|x - 3|`.
percent = `%` est ici le reste d’une division, non un pourcentage.
    .hint = Écrivez un pourcentage comme un nombre : `0.5` pour 50 %.
works-on-bits = `{ $token }` agit sur des bits, qui n’ont pas de dérivée.
    .hint = Écrivez ce que vous voulez dire avec `+ - * /` et les opérations.
factorial = La factorielle n’est pas parmi les opérations, car elle n’est pas définie entre les entiers.
    .hint = Écrivez le produit en entier.
token-without-meaning = `{ $token }` n’a pas de sens dans une expression.
    .hint = Supprimez-le.
curly-brackets = Des accolades contiennent soit des valeurs, ce qui fait un ensemble, soit des clés avec des valeurs, ce qui fait un dictionnaire.
    .hint = Mettez deux-points derrière chaque clé, ou derrière aucune.
curly-bracket-after-value = Une accolade suit une valeur.
    .hint = Pour grouper, utilisez des parenthèses `( )`, pour un indice des crochets `[ ]`.
starred-twice = Deux noms portent une étoile, et rien ne dit quelles valeurs chacun prend.
    .hint = Mettez l’étoile devant un seul nom.
outside-loop = `{ $token }` n’est dans aucune boucle : il n’y a pas de répétition à terminer.
    .hint = Mettez-le sous le `for` ou le `while` auquel il appartient, ou supprimez-le.
outside-function = `{ $token }` n’est dans aucune fonction à laquelle il pourrait appartenir.
    .hint = Mettez-le sous le `def` auquel il appartient, ou supprimez-le. La dernière ligne d’un programme est sa sortie.
declared-parameter = `{ $token }` nomme un paramètre de cette fonction, qui ne peut pas être aussi un nom du dehors.
    .hint = Donnez un autre nom au paramètre ou à l’autre nom.
dedent-between = L’indentation de cette ligne ne correspond à aucun des blocs au-dessus.
    .hint = Mettez-la au même retrait que l’un d’eux.
conditional-without-else = Ce `if` n’a pas de `else` : il n’y a pas de valeur là où la condition n’est pas vraie.
    .hint = Écrivez `a if condition else b`.
assigned-by-colon = `{ $token }` ne donne une valeur à un nom qu’entre parenthèses ; une ligne à part s’écrit avec `=`.
    .hint = Écrivez `=` à sa place, comme dans `x = 2`.
colon-missing = La première ligne d’un bloc se termine par deux points.
    .hint = Écrivez `:` à la fin, et ce qui en fait partie, en retrait, sur les lignes suivantes.
condition-missing = Après `{ $token }`, il manque une condition ou une valeur.
    .hint = Écrivez-la avant les deux points, comme dans `if x > 0:`.
loop-without-range = Une boucle dit ce qu’elle parcourt.
    .hint = Écrivez `for i in range(3):` ou `for x in xs:`.
function-header = Une fonction a un nom et ses paramètres entre parenthèses.
    .hint = Écrivez `def f(x, y):`.
class-header = Une classe a un nom.
    .hint = Écrivez `class Neuron:`.
else-without-if = `{ $token }` est seul : `else` suit `if`, `for` ou `while`, et `except` et `finally` suivent `try`.
    .hint = Mettez-le juste sous les lignes auxquelles il appartient, aussi à gauche que leur premier mot.
empty-block = Rien n’est en retrait sous cette ligne : il n’y a rien à y faire.
    .hint = Écrivez en dessous les lignes qui en font partie, précédées de quatre espaces ; `pass` ne fait rien.
parameter-list = Ceci n’est pas une liste de paramètres.
    .hint = Écrivez des noms séparés par des virgules, comme dans `lambda x, y: x*y`.
format-bracket = Une accolade de ce texte n’est pas fermée, ou n’a pas été ouverte.
    .hint = Écrivez `{"{"}value{"}"}` ; une accolade à afficher s’écrit deux fois.
annotation-without-value = Un nom qui n’a qu’une annotation de type n’a pas encore de valeur.
    .hint = Écrivez `x = 2.0`.
number-indexed = Un nombre n’a pas d’éléments ; on ne peut pas l’indexer.
    .hint = Pour un produit, écrivez `*`.
empty-index = Les crochets sont vides.
    .hint = Écrivez un indice, comme dans `x[0]`.
bracket-not-opened = `{ $token }` ferme un crochet ou une parenthèse qui n’a pas été ouvert.
    .hint = Fermez avec le signe qui correspond à celui qui a été ouvert.
parenthesis-not-closed = Ce `{ $opened }` n’est jamais fermé.
    .hint = Ajoutez `{ $close }`.
left-open = Le `{ $opened }` ouvert à la ligne { $line } n’est jamais fermé, si bien que la ligne suivante est lue comme sa suite.
    .hint = Écrivez le `{ $close }` qui manque à la ligne { $line }.
closed-late = Le `{ $opened }` ouvert à la ligne { $line } est encore ouvert à la ligne { $behind }, si bien que la ligne { $behind } est lue comme sa suite.
    .hint = Écrivez le `{ $close }` qui manque à la fin de la ligne { $line } ; plus bas, il y en a peut-être un de trop.
parenthesis-at-end = Ce `{ $opened }` s’ouvre à la fin du texte.
    .hint = Écrivez ensuite une valeur et `{ $close }`, ou supprimez-le.
closed-by-another = Le `{ $opened }` n’est pas encore fermé là où vient `{ $token }`, si bien que `{ $token }` ne peut pas fermer ce qui l’entoure.
    .hint = Écrivez le `{ $close }` qui manque avant `{ $token }`.
parenthesis-not-opened = Ce `)` ferme une parenthèse qui n’a jamais été ouverte.
    .hint = Supprimez-la, ou écrivez le `(` qui lui correspond.
quoted-text-follows = Un texte entre guillemets suit une valeur.
    .hint = Les programmes contiennent des nombres, pas des textes : supprimez les guillemets.
mixed-indentation = L’indentation mêle tabulations et espaces ; une tabulation compte ici pour 8 espaces au plus. Python refuse un tel programme.
    .hint = N’indentez qu’avec des espaces, quatre par bloc.
