import { DragomanError } from '@dragoman/protocol';
import type { ErrorBody } from '@dragoman/protocol/http';

/** What a refusal says beside its code and its words. */
export interface RefusalDetails extends Pick<ErrorBody, 'turn_id' | 'first_seq'> {
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Why, for the log alone: the client gets nothing of it. */
  readonly cause?: unknown;
}

/** An error that a client gets as it is, with what it needs to do better. */
export class Refusal extends DragomanError {
  readonly details: Omit<RefusalDetails, 'cause'>;

  constructor(code: string, message: string, { cause, ...details }: RefusalDetails = {}) {
    super(code, message, { cause });
    this.details = details;
  }
}

export function refusal(code: string, message: string, details?: RefusalDetails): Refusal {
  return new Refusal(code, message, details);
}
