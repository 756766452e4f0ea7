/** What the build makes of `messages/` (static/catalogue.mjs). */
declare module "catalogue" {
  export const languages: readonly string[];
  /** The language that a player was asked for; a page has that of its document. */
  export const asked: string | undefined;
  /** The Fluent source of the page's messages in a language. */
  export function catalogueOf(language: string): Promise<string>;
  /** That of the messages which lessons need besides. */
  export function lessonsOf(language: string): Promise<string>;
  /** That of the messages which a class needs besides, also that of a lesson. */
  export function classOf(language: string): Promise<string>;
  /** That of the messages which the tabs beside the explanation need besides. */
  export function panelsOf(language: string): Promise<string>;
  /** That of the messages which the training studio needs besides, also where it stands in a lesson. */
  export function studioOf(language: string): Promise<string>;
}
