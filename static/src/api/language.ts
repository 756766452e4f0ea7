/** Requests that are answered in the language of the page, which a reader may have chosen and the browser knows nothing of. */

import { LANGUAGE } from "../messages/messages.ts";

export function inLanguage(request: RequestInit = {}): RequestInit {
  return { ...request, headers: { "accept-language": LANGUAGE, ...(request.headers as Record<string, string> | undefined) } };
}
