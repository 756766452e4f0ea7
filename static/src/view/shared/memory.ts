/** What the browser keeps from one visit to the next. Where storage is switched off, nothing is kept and nothing breaks. */

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows and full disks refuse; the page works without.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Opens the page again in a language. The server writes it in that of this cookie; see app/http/language.py. It is in no link. */
export function chooseLanguage(code: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the page is built for
  document.cookie = `backpass-language=${code}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}
