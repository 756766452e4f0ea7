/** The requests of the API's description at `/docs`: each form sends its own to this server and shows the answer. */

function text(form: HTMLFormElement, place: string): [string, string][] {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(`input[data-in="${place}"]`)];
  return inputs.filter((input) => input.value !== "").map((input) => [input.name, input.value]);
}

async function answer(form: HTMLFormElement): Promise<string> {
  const path = text(form, "path").reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path!,
  );
  const query = new URLSearchParams(text(form, "query")).toString();
  const body = form.querySelector("textarea")?.value;
  const headers = new Headers(body === undefined ? {} : { "Content-Type": "application/json" });
  for (const [, token] of text(form, "token")) headers.set("Authorization", `Bearer ${token}`);
  const request: RequestInit = { method: form.dataset.method!, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(query ? `${path}?${query}` : path, request);
  const answer = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
  return `${response.status} ${response.statusText}\n${isJson ? JSON.stringify(JSON.parse(answer), null, 2) : answer}`;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement && form.dataset.method)) return;
  event.preventDefault();
  const shown = form.querySelector("output")!;
  shown.textContent = "…";
  shown.textContent = await answer(form).catch(String);
});
