/** Which library a program imports, of those that it could be run with. */

/** The title of the first library that the program imports, of `libraries`, titles by name; null where it imports none of them. */
export function libraryOf(program: string, libraries: Readonly<Record<string, string>>): string | null {
  for (const [, name] of program.matchAll(/^[ \t]*(?:import|from)[ \t]+([A-Za-z_]\w*)/gm)) {
    if (Object.hasOwn(libraries, name!)) return libraries[name!]!;
  }
  return null;
}
