/** Names of parameters as their objects own them: `model.layers[0].neurons[1].w[0]` is `w[0]` of `model.layers[0].neurons[1]`. Pure. */

export interface OwnedName {
  readonly name: string;
  /** What is left of the name under its owner's heading. */
  readonly tail: string;
}

export interface Owner {
  /** The whole of it; null for names without an owner, and where there are no headings. */
  readonly owner: string | null;
  /** Without what all owners have in common. */
  readonly heading: string;
  readonly names: readonly OwnedName[];
}

/** Fewer names than this are seen at a glance. */
const FEW = 6;

/** Names that follow one another and have one owner, together; a single group without a heading where that would say nothing. */
export function namesByOwner(names: readonly string[]): Owner[] {
  const plain = [{ owner: null, heading: "", names: names.map((name) => ({ name, tail: name })) }];
  if (names.length < FEW) return plain;
  const groups: { owner: string | null; names: OwnedName[] }[] = [];
  for (const name of names) {
    const place = name.lastIndexOf(".");
    const owner = place < 0 ? null : name.slice(0, place);
    const last = groups.at(-1);
    const owned = { name, tail: name.slice(place + 1) };
    if (last && last.owner === owner) last.names.push(owned);
    else groups.push({ owner, names: [owned] });
  }
  const owners = groups.flatMap(({ owner }) => owner ?? []);
  if (!groups.some(({ owner, names: owned }) => owner !== null && owned.length > 1)) return plain;
  const common = commonHead(owners.map((owner) => owner.split(".")));
  return groups.map(({ owner, names: owned }) => ({
    owner,
    heading: owner?.split(".").slice(common).join(".") ?? "",
    names: owned,
  }));
}

/** How many of their first parts all have in common; the last part of each is left to it. */
function commonHead(paths: readonly (readonly string[])[]): number {
  const shortest = Math.min(...paths.map(({ length }) => length - 1));
  let count = 0;
  while (count < shortest && paths.every((path) => path[count] === paths[0]![count])) count += 1;
  return count;
}
