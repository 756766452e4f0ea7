/** The cards of a question and of exercises: the page makes room for them, and style sheets learn of it by classes of the body. */

/** `open`: a question that is answered now takes the place of the picture's buttons. */
export function showCard(card: HTMLElement, there: boolean, open = false): void {
  card.hidden = !there;
  card.classList.toggle("is-open", there && open);
  // `:has()` on the body would have the browser style the whole page again at every change of it.
  document.body.classList.toggle("has-answer-card", document.querySelector(".answer-card:not([hidden])") !== null);
  document.body.classList.toggle("has-open-question", document.querySelector(".answer-card.is-open") !== null);
}
