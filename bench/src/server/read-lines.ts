import { createLineFramer } from '@dragoman/protocol';

/** The whole lines of a response as they come; what was cut off at its end is none. */
export async function* readLines(response: Response): AsyncGenerator<string, void, undefined> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  // As `createRemoteTurns` reads: faster than a decoder that holds characters back.
  const framer = createLineFramer();
  for await (const chunk of response.body ?? []) {
    for (const frame of framer.push(chunk)) if (frame.kind === 'line') yield frame.text;
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
