define-or-paste = Définissez-la, comme dans `def { $name }({ $parameters }): return { $value }`, ou collez la cellule qui le fait. Les opérations ont des noms comme `tanh(x)` ; un produit s’écrit avec `*`.
not-a-function = `{ $name }` n’est pas une fonction ici.
product-of-function = Vouliez-vous dire `{ $product }` ? Devant une fonction, les signes d’un produit s’écrivent.
python-does-without = C’est une fonction de Python qui n’existe pas ici ; supprimez-la, ou écrivez ce qu’elle donne.
gradient-of-value = `{ $name }` prend une fonction, or on lui a donné un nombre.
    .hint = Écrivez `{ $name }(lambda x: x**2)(x)` ; la dérivée d’une expression est `diff(x**2, x)`.
written-here = Ici, cela s’écrit `{ $call }`.
function-as-value = `{ $name }` est une fonction et n’a pas de valeur propre.
    .raised = La puissance d’une fonction s’écrit derrière ses parenthèses : `{ $call }`.
    .inverse = Écrivez `{ $inverse }` pour la fonction réciproque, `{ $call }` pour l’inverse.
    .signature = Appelez-la : `{ $signature }`.
    .hint = Appelez-la : `{ $name }(2.0)`.
one-number = `{ $name }` prend un seul nombre.
    .hint = Écrivez `{ $name }(2.0)`.
needs-a-list = `{ $name }` prend une liste de tenseurs.
    .hint = Écrivez `{ $name }([a, b])`.
no-option = `{ $called }` n’a pas d’argument nommé `{ $name }`.
option-missing = `{ $called }` a besoin qu’on lui précise { $known }.
options-known = On peut lui préciser : { $known }.
square-or-root = Pour le carré écrivez `x**2`, pour la racine carrée `sqrt(x)`.
log-of-base = Un logarithme d’une autre base est un quotient : `log(x)/log(2)` ; il y a aussi `log2(x)` et `log10(x)`.
write-signature = Écrivez `{ $signature }`.
no-keyword = `{ $name }` n’a pas de paramètre `{ $keyword }`.
    .hint = Supprimez-le ; rien ne le remplace.
backward-arguments = `backward` ne prend pas d’argument ici.
    .hint = Donnez la valeur initiale du gradient par `upstream` dans la requête.
not-callable = C’est { $kind } ; on ne peut donc pas l’appeler.
write-product = Pour un produit, écrivez `*`.
argument-missing = `{ $name }` a besoin d’une valeur pour `{ $name2 }`.
unknown-argument = `{ $name }` n’a pas de paramètre `{ $keywords }`.
its-parameters = Ses paramètres : { $names }.
too-many-arguments = `{ $name }` prend { $count ->
    [one] { $count } valeur
   *[other] { $count } valeurs
}, mais { $given } sont données.
no-data-class = `{ $name }` n’est pas appliqué à une classe avec des champs annotés, ni à un objet d’une telle classe.
    .hint = Écrivez `@dataclass` avant `class`, et un champ comme `width: int = 4`.
rows-with-methods = `{ $name }` étend `NamedTuple` et a des méthodes ; ici elle ne peut avoir que des champs.
    .hint = Écrivez une classe avec `@dataclass`, ou sortez-en les méthodes comme fonctions.
method-not-called = La classe `{ $name }` définit `{ $method }`, qui n’est pas appelée ici.
    .hint = Écrivez ce qu’elle fait dans `__init__` ou dans une fonction.
no-enumeration = `{ $name }` fait ici une classe de nombres et de textes qui ont un nom, et ceci n’en est pas une.
    .hint = Écrivez `class Colour(Enum):` avec des lignes comme `RED = 1`.
base-of-python = Une classe ne peut pas étendre `{ $name }` ici.
    .hint = Donnez à la classe un membre de type `{ $name }`, comme `self.items`.
field-without-default = Donnez une valeur par défaut au champ `{ $name }`, ou écrivez-le avant ceux qui en ont une.
no-decorator = Ce qui est écrit après `@` n’est pas une fonction ici ; cela ne peut donc pas décorer ce qui suit.
    .hint = Définissez-le ou importez-le plus haut, ou supprimez la ligne avec `@`.
class-takes-no-values = La classe `{ $name }` n’a pas de `__init__` ; elle ne prend donc aucune valeur.
    .hint = Écrivez `{ $name }()`, ou définissez `__init__`.
at-least = au moins { $least }
builtin-arguments = `{ $name }` prend { $wanted } valeurs, mais { $given ->
        [one] { $given } est donnée
       *[other] { $given } sont données
    }.
    .hint = Donnez-lui autant de valeurs qu’elle en prend.
upstream-shape = Le gradient amont a la forme { $given }, et la sortie a la forme { $shape }.
    .hint = Donnez un nombre pour chaque élément de la sortie.
zip-lengths = `zip` avec `strict=True` veut des longueurs égales, et celles-ci sont { $lengths }.
    .hint = Donnez la même longueur à toutes, ou supprimez `strict`.
vmap-lengths = `vmap` parcourt des axes de même longueur, et ceux-ci ont { $found }.
vmap-no-axis = `vmap` n’a pas d’axe à parcourir : `in_axes` vaut None pour chaque argument.
vmap-axes = Dites avec `in_axes` quel axe de quel argument parcourir.
super-outside = `super()` a sa place dans une méthode d’une classe.
    .hint = Appelez la classe par son nom.
with-cannot-enter = `with` ne peut pas entrer dans { $kind }.
    .hint = Il entre dans `torch.no_grad()` et `tf.GradientTape()`.
factor-power = `{ $name }` est une valeur, donc `{ $name }(…)` est un produit, et la puissance qui suit ne porte que sur les parenthèses.
    .hint = Écrivez `{ $name }*(…)` suivi de la puissance.
value-times-parentheses = `{ $name }` est une valeur, pas une fonction ; `{ $name }(…)` se lit donc comme un produit.
    .hint = Écrivez `{ $name } * (…)` pour le dire.
value-called = Ceci est une valeur, pas une fonction ; l’appeler se lit donc comme un produit.
    .hint = Écrivez `*` entre les deux pour le dire.
derivative-by-kind = On dérive par rapport à une valeur du graphe, et ceci est { $kind }.
    .hint = Dérivez par rapport à une entrée, comme `x` après `x = 2.0`.
derivative-order = Une dérivée d’ordre { $order } est demandée ; les ordres vont ici jusqu’à { $highest }.
    .hint = Demandez un ordre moins élevé.
gradient-of-tensor = On prend le gradient d’un seul nombre, et la fonction donne un tenseur de forme { $shape }.
    .hint = Faites renvoyer à la fonction une somme ou une moyenne, ou demandez la jacobienne.
from-to = de { $least } à { $most }
argument-count = `{ $name }` prend { $least ->
        [yes] au moins{" "}
       *[no] {""}
    }{ $wanted ->
        [one] { $wanted } argument
       *[other] { $wanted } arguments
    }, mais { $given ->
        [one] { $given } est donné
       *[other] { $given } sont donnés
    }.
tensor-uninitialised = `{ $name }` a besoin des nombres dans une seule liste : avec des longueurs seules, PyTorch laisse ce que contenait la mémoire.
    .hint = Écrivez `torch.zeros(2, 3)` ou `torch.randn(2, 3)`.
name-given-twice = `{ $key }` derrière `**` n’est pas un nom d’argument, ou il est donné deux fois.
    .hint = Les clés sont des textes, et chaque argument est donné une seule fois.
text-needed = Une méthode de texte attend ici un texte, et voici { $kind }.
    .hint = Mettez-le entre guillemets, ou faites-en un texte avec `str(…)`.
no-aux = Avec `has_aux=True`, la fonction renvoie deux valeurs, celle à dériver et une autre.
    .hint = Écrivez `return loss, other`, ou retirez `has_aux`.
vector-of-other-shape = Ce vecteur a la forme { $given }, et la valeur à laquelle il correspond a la forme { $wanted }.
    .hint = Un cotangent a la forme de la sortie, une tangente celle de l’entrée.
no-tuple = `{ $name }` doit être un tuple, avec une valeur pour chaque argument de la fonction.
    .hint = Écrivez `({ $name },)` pour une fonction d’un seul argument.
order-is-a-value = Le nombre de dérivations s’écrit comme un nombre entier, or ceci est une valeur du graphe.
    .hint = Par `x` puis par `y` s’écrit `derivative(derivative(f, x), y)` ; deux fois par `x` s’écrit `derivative(f, x, 2)`.
yield-within-with = Un générateur ne peut pas attendre la valeur suivante à l’intérieur de `with` ici.
    .hint = Mettez `with` autour de la boucle qui parcourt le générateur.
