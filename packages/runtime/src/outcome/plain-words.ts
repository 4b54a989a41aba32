import { isJsonObject, parseJson } from '@dragoman/protocol';

/** The gateway as an agent names it: an address that nobody else can reach. */
const INNER_ADDRESS =
  /,? (?:url: |for url \()https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+[^\s,)]*\)?/g;
const WHOLE_BODY = /^\[?API Error: (\{.*\})\]?$/s;

/** The words of a failure without the gateway's address; of a provider's whole answer, its message. */
export function plainWords(words: string): string {
  const body = WHOLE_BODY.exec(words)?.[1];
  const message = body === undefined ? undefined : messageIn(body);
  return (message ?? words).replaceAll(INNER_ADDRESS, '');
}

function messageIn(body: string): string | undefined {
  const parsed = parseJson(body);
  const error = parsed.ok && isJsonObject(parsed.value) ? parsed.value.error : undefined;
  const message = isJsonObject(error) ? error.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}
