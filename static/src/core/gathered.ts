/** Things gathered by a key. */
export function gather<Key, Item>(gathered: Map<Key, Item[]>, key: Key, item: Item): void {
  const others = gathered.get(key);
  if (others) others.push(item);
  else gathered.set(key, [item]);
}
