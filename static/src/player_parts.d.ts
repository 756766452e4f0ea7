/** What the build puts into the player as text (static/player.mjs). */
declare module "*.html" {
  const text: string;
  export default text;
}
