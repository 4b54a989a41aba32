import type { PageAnswer } from './page-request.js';
import { errorAnswer } from './page-request.js';
import { pause, pauseAfter } from './pause.js';

export interface AnswerTarget {
  readonly url: string;
  readonly token: string;
  /** The page that has the request. */
  readonly instance: string;
  /** Aborted when nobody waits for answers any more. */
  readonly signal: AbortSignal;
}

/** A connection may be dead without anybody knowing, as after a sleep. */
const PATIENCE_MS = 15_000;

/** Browsers send so much also when the page is left. */
const KEPT_ALIVE_CHARACTERS = 16_000;

const TOO_LARGE = 413;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Sends an answer, again and again where the network fails: the same answer counts once. */
export async function sendAnswer(answer: PageAnswer, target: AnswerTarget): Promise<void> {
  let sent = answer;
  for (let failures = 0; !target.signal.aborted; failures += 1) {
    const status = await post(sent, target, failures === 0);
    if (status === TOO_LARGE && sent.type !== 'error_response') {
      sent = errorAnswer(answer.requestId, 'What the page has to say is too large to be sent.');
      continue;
    }
    const mayWorkLater = status === undefined || status === TOO_MANY || status >= SERVER_ERROR;
    if (!mayWorkLater) return;
    await pause(pauseAfter(failures), target.signal);
  }
}

/** The status of the response; nothing where there was none. */
async function post(
  answer: PageAnswer,
  { url, token, instance, signal }: AnswerTarget,
  isFirst: boolean,
): Promise<number | undefined> {
  const body = JSON.stringify({ ...answer, instanceId: instance });
  const trial = new AbortController();
  const stop = (): void => trial.abort();
  const timer = setTimeout(stop, PATIENCE_MS);
  signal.addEventListener('abort', stop);
  try {
    const response = await fetch(url, {
      ...relayRequest(token),
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      keepalive: isFirst && body.length < KEPT_ALIVE_CHARACTERS,
      signal: trial.signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Says that a page takes no more requests. Whether it arrives is not waited for: without it, time says so. */
export function sendLeave(
  { url, token, instance }: Omit<AnswerTarget, 'signal'>,
  connectionId: string,
): void {
  const body = JSON.stringify({ type: 'leave', instanceId: instance, connectionId });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { ...relayRequest(token), method: 'POST', headers, body, keepalive: true };
  void fetch(url, sent).catch(() => {});
}

/** The token is in a header and nowhere else: not in an address, no cookie beside it, not sent on. */
export function relayRequest(token: string): RequestInit {
  return {
    headers: { authorization: `Bearer ${token}` },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  };
}
