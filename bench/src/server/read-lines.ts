/** The whole lines of a response as they come; what was cut off at its end is none. */
export async function* readLines(response: Response): AsyncGenerator<string, void, undefined> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      // A slice copies nothing; only the line that two chunks share is put together.
      const piece = text.slice(start, end);
      yield rest === '' ? piece : rest + piece;
      rest = '';
      start = end + 1;
    }
    rest += text.slice(start);
  }
}

/** Begins a turn over HTTP. The response has its events. */
export function postTurn(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return postJson(`${url}/v1/turns`, body, headers);
}

export function postJson(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
