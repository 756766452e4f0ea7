/** Where students go: code, address and QR code, as far as students can reach this server; else the sentence that says how they can. */

import type { HostQuestions } from "../../../api/rooms.ts";
import { shownCode } from "../../../room/codes.ts";
import { joinAddresses } from "../../room/teacher/addresses.ts";
import { localAdvice } from "../../room/teacher/local_advice.ts";
import { qrCode } from "../../room/teacher/qr.ts";
import { element } from "../../shared/dom.ts";

export function codeBox(code: string, questions: HostQuestions, open = true): HTMLElement {
  const address = element("span", { class: "class-address" });
  const body = element("div", { class: "class-way-in" });
  const box = element(
    "details",
    { class: "class-code", open },
    element("summary", {}, element("b", {}, shownCode(code)), address),
    body,
  );
  void joinAddresses(code, questions).then((addresses) => {
    const [first] = addresses ?? [`${location.origin}/r/${code}`];
    if (first === undefined) return body.replaceChildren(element("p", {}, ...localAdvice()));
    address.textContent = ` ${first}`;
    body.replaceChildren(qrCode(first));
  });
  return box;
}
