irregular-list = { $shown } n’est ni un nombre, ni une liste imbriquée de nombres dont toutes les lignes ont la même longueur.
    .hint = Écrivez un nombre comme 2.5, ou une liste comme [[1, 2], [3, 4]].
no-elements = Un tenseur de forme { $shape } n’a pas d’éléments : il n’y a rien avec quoi calculer.
    .hint = Donnez à chaque axe une longueur d’au moins 1.
complex-number = { $shown } est un nombre complexe, et les gradients se calculent ici sur les nombres réels.
    .hint = Écrivez la partie réelle et la partie imaginaire comme deux nombres.
not-finite = { $what } n’est pas un nombre fini.
    .hint = Donnez un nombre entre −1.8e308 et 1.8e308.
shapes-not-combined = { $operation } ne peut pas combiner les formes { $listed } : lues depuis la droite, deux longueurs doivent être égales, ou l’une d’elles valoir 1.
    .hint = Donnez la même forme aux deux, ou mettez un 1 là où une longueur doit être répétée.
too-many-axes = Il faudrait un tenseur à { $count } axes ; il y en a { $most_axes } au plus.
    .hint = Supprimez des axes de longueur 1, ou rangez les éléments sur moins d’axes.
axis-missing = L’axe { $each } n’existe pas dans la forme { $shape }.
    .hint = Ses axes sont { $range }.
scalar-axes = Un scalaire n’a pas d’axes : supprimez-le.
axis-twice = Les axes { $axes } nomment deux fois le même axe.
    .hint = Nommez chaque axe une seule fois.
one-axis = Il faut ici un seul axe, et { $axis } en nomme { $count }.
    .hint = Nommez-en un, comme dans `axis=0`.
shape-too-long = Aucun tableau n’a les longueurs { $lengths } : sans compter le 0, elles dépassent ce qui peut être compté.
    .hint = Écrivez des longueurs plus petites, comme dans `shape=(0, 3)`.
shape-of-whole-numbers = Une forme est faite d’entiers, et { $lengths } n’en est pas une.
    .hint = Écrivez-la comme dans `shape=(2, 3)`.
