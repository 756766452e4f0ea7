/** What the language accepts as a name: letters of any script, digits, underscores. */
export const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
