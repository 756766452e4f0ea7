pitfall-replaces = `=` au lieu de `+=`
    .about = chaque contribution remplace la précédente au lieu de s’y ajouter
    .spared = Aucune valeur n’est utilisée deux fois ici : rien n’est écrasé.
pitfall-leftover = Gradients non remis à zéro
    .about = les entrées gardent le gradient d’une passe précédente, et le nouveau s’y ajoute
    .spared = Tous les gradients valent 0 : il ne reste rien.
pitfall-order = Le mauvais ordre
    .about = chaque nœud transmet son gradient dès que quelque chose arrive, avant que tout soit là
    .spared = Aucune valeur en route n’est utilisée deux fois : aucune ne transmet trop tôt.
pitfall-broadcast = Diffusion non sommée au retour
    .about = une entrée étendue à une plus grande forme garde un gradient de cette forme au lieu de la somme
    .spared = Aucune entrée n’est étendue ici à une autre forme.
right = Juste.
upstream-times-slope = Gradient amont fois la pente locale.
chain-rule-hint = La règle de la chaîne : ce qui est arrivé de l’amont, fois la pente locale{ $choice }.
    .slope = , qui est `{ $letters }`
work-out-product = Calculez `{ $upstream } × { $local }`.
it-is-sent = C’est { $sent }.
