/** Where students find a class: this page's own address, or, where that is `localhost`, those by which the network reaches the server. */

import type { HostQuestions } from "../../../api/rooms.ts";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

export const isLocalPage = (): boolean => LOCAL_HOSTS.includes(location.hostname);

/** Empty where the server answers its own machine alone; null where the server did not say. */
export async function joinAddresses(code: string, questions: HostQuestions): Promise<readonly string[] | null> {
  if (!isLocalPage()) return [`${location.origin}/r/${code}`];
  const reply = await questions.addresses();
  return "answer" in reply ? reply.answer.addresses : null;
}
