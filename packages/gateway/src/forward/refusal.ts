import { DragomanError } from '@dragoman/protocol';
import type { ProviderError } from '../dialects/dialect.js';
import { bodyTooLarge, MAX_BODY_BYTES } from '../server/read-body.js';
import type { ExchangeOutcome } from './exchange-log.js';

/** Why an exchange gets no answer from the upstream. Its message is fit for the client. */
export class Refusal extends DragomanError {
  readonly answer: ProviderError;
  readonly outcome: ExchangeOutcome;

  constructor(
    answer: ProviderError & { code: string },
    outcome: ExchangeOutcome,
    options?: { cause?: unknown },
  ) {
    super(answer.code, answer.message, options);
    this.answer = answer;
    this.outcome = outcome;
  }
}

/** The refusal of a body that is over the bound, known before or while it is read. */
export function bodyTooLargeRefusal(): Refusal {
  const { code, message } = bodyTooLarge(MAX_BODY_BYTES);
  return new Refusal({ status: 413, code, message }, 'refused');
}
