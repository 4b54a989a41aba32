import { z } from 'zod';
import { clientName } from './client-text.js';

const requestId = clientName.describe('The `requestId` of the event.');

/** The body of `POST /v1/turns/{id}/answers`: what a tool gave, why it failed, or whether it may run. */
export const answerBody = z.union(
  [
    z.strictObject({ requestId, output: z.unknown() }).refine((body) => 'output' in body),
    z.strictObject({ requestId, error: z.string().min(1) }),
    z.strictObject({ requestId, approved: z.boolean(), reason: z.string().optional() }),
  ],
  { error: 'an answer has a `requestId`, and an `output`, an `error` or `approved`' },
);

/**
 * What became of an answer. `taken`: the agent gets it, or got the same before. `late`: the request is
 * answered otherwise, timed out or ended with its turn. `unknown`: the turn never made it.
 */
export const answerReceipt = z.enum(['taken', 'late', 'unknown']);

export const receiptBody = z.object({ receipt: answerReceipt });

export type AnswerBody = z.infer<typeof answerBody>;
export type ReceiptBody = z.infer<typeof receiptBody>;
