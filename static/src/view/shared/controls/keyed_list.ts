/** A list of which each row stays where it is, with its focus, while what it shows changes. */

export interface KeyedRow<Item> {
  readonly place: HTMLElement;
  show(item: Item): void;
}

/** Shows items as the children of `parent`, behind `fixed` where it has children of its own; `make` makes the row of a new item. */
export function createKeyedList<Key, Item>(
  parent: HTMLElement,
  keyOf: (item: Item) => Key,
  make: (item: Item) => KeyedRow<Item>,
  fixed: Element | null = null,
): (items: Iterable<Item>) => void {
  const rows = new Map<Key, KeyedRow<Item>>();
  return (items) => {
    const wanted = [...items];
    const keys = new Set(wanted.map(keyOf));
    for (const [key, { place }] of rows) {
      if (keys.has(key)) continue;
      place.remove();
      rows.delete(key);
    }
    let last = fixed;
    for (const item of wanted) {
      const key = keyOf(item);
      const row = rows.get(key) ?? make(item);
      rows.set(key, row);
      row.show(item);
      // Only what is at another place is moved: moving takes the focus away.
      const here = last ? last.nextElementSibling : parent.firstElementChild;
      if (here !== row.place) parent.insertBefore(row.place, here);
      last = row.place;
    }
  };
}
