# Comment les nombres s’écrivent dans les phrases. Les formules et le code ont un point décimal dans toutes les langues.

thousands-separator = {"\u202F"}
