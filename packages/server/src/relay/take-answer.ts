import type { OpenRequest } from '@dragoman/protocol/http';
import type { ServerPolicy } from '../contract.js';
import { refusal } from '../errors/refusal.js';
import type { RelaySession } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import { readAnswer, wordsForAgent } from './page-answer.js';

/** More than any page has to say, and far less than what a page could send to fill the memory. */
const ANSWER_BYTES = 4 * 1024 * 1024;

export function mostAnswerBytes({ limits }: Pick<ServerPolicy, 'limits'>): number {
  return Math.min(limits?.bodyBytes ?? ANSWER_BYTES, ANSWER_BYTES);
}

export interface PageAnswer {
  readonly requestId: string;
  /** By whose token it came. */
  readonly session: Pick<RelaySession, 'tools'>;
  /** All that the page has sent, as `relayAnswerBody` has it. */
  readonly body: unknown;
  /**
   * Whether the page that answers has the request; `unknown` where no page has it.
   *
   * @param open the request, where this node knows that nobody has answered it yet
   */
  hasRequest(open: OpenRequest | undefined): Promise<boolean | 'unknown'>;
}

/** Gives the turn what a page says. Rejects with the code that the page is to get. */
export async function takeAnswer(
  turn: StoredTurn,
  { requestId, session, body, hasRequest }: PageAnswer,
): Promise<'taken'> {
  // The turn of another node may be farther than is known here: only who has a request may answer it.
  const open = (await turn.status()).requests.find((request) => request.requestId === requestId);
  const isTheirs = mayAnswer(session, open) && (await hasRequest(open));
  if (!isTheirs) throw notYours();
  const read = readAnswer(body, open && requestTypeOf(open.type));
  if (isTheirs === 'unknown') throw read.ok ? unknownRequest() : invalidAnswer(read.fault);
  if (!read.ok) {
    await turn.answer(requestId, { error: wordsForAgent(read.fault) });
    throw invalidAnswer(read.fault);
  }
  const receipt = await turn.answer(requestId, read.answer);
  if (receipt === 'late') throw tooLate();
  if (receipt === 'unknown') throw unknownRequest();
  return receipt;
}

export function invalidAnswer(fault: string): Error {
  return refusal('invalid_response', `The answer can't be used: ${fault.replace(/\.$/, '')}.`);
}

/** Another session of the turn may have more tools than the one that answers. */
function mayAnswer({ tools }: PageAnswer['session'], open: OpenRequest | undefined): boolean {
  return open === undefined || tools === undefined || tools.includes(open.tool_name);
}

function requestTypeOf(type: string) {
  return type === 'snapshot_request' || type === 'execute_request' ? type : 'tool_request';
}

function unknownRequest(): Error {
  return refusal('not_found', 'No page of the turn was given such a request.');
}

function notYours(): Error {
  return refusal(
    'no_browser',
    'This page does not have the request: it was given to another, or waits for an approval.',
  );
}

function tooLate(): Error {
  return refusal(
    'timeout',
    'Too late: the request was answered otherwise, or nobody waits for its answer any more.',
  );
}
