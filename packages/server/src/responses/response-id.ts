import { isTurnId } from '@dragoman/runtime';

/** A response is one step of a turn: from the event after this one until the agent waits. */
export interface ResponsePosition {
  readonly turnId: string;
  readonly after: number;
}

const RESPONSE_ID = /^resp_([0-9a-z]+)_(\d{1,15})$/;

export function responseId({ turnId, after }: ResponsePosition): string {
  return `resp_${turnId}_${after}`;
}

/** Nothing where the text is no id of a response, whatever it is. */
export function readResponseId(id: string): ResponsePosition | undefined {
  const [, turnId, after] = RESPONSE_ID.exec(id) ?? [];
  if (turnId === undefined || !isTurnId(turnId)) return undefined;
  return { turnId, after: Number(after) };
}
