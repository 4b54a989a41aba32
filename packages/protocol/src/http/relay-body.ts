import { z } from 'zod';
import { formField } from '../event/relay-events.js';
import { listOf } from '../json/list-of.js';
import { clientName } from './client-text.js';
import { MOST_TOOLS } from './start-turn-body.js';

/** The body of `POST /v1/turns/{id}/relay`. It may be absent. */
export const openRelayBody = z.strictObject({
  tools: listOf(clientName, { most: MOST_TOOLS })
    .optional()
    .describe('The tools that the page may answer. Default: all that the turn has.'),
});

/** What `POST /v1/turns/{id}/relay` gives: the `relay.session` of one turn, for the page that answers it. */
export const relaySessionBody = z.object({
  type: z.literal('relay.session'),
  relayUrl: z.string().describe('Where the page asks and answers.'),
  sessionId: z.string(),
  token: z.string().describe('For the header `Authorization: Bearer`. It is nowhere else.'),
  expiresAt: z.number().describe('When it ends at the latest, in milliseconds since 1970.'),
});

/** An id that a page makes up: long enough that two pages never have the same. */
const pageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, 'must have 8 to 64 letters, digits, `_` and `-`');

/** The query of `GET /v1/relay/{sessionId}`: which page it is, and what it can do. */
export const relayPageQuery = z.object({
  instance: pageId.describe('New with each load of the page.'),
  tab: pageId.describe('The same after a reload, and another in another tab.'),
  connection: pageId.describe(
    'New for whatever connects in the page; the same when it comes back.',
  ),
  tools: z
    .string()
    .max(8000)
    .regex(/^[A-Za-z0-9_,-]*$/, 'must be names of tools, with commas between them')
    .optional()
    .describe('The tools that the page has, by their names, with commas between them.'),
});

const answered = {
  requestId: clientName.describe('The `requestId` of the event.'),
  instanceId: pageId.describe('The `instance` of the page that answers.'),
};

const count = z.int().nonnegative();

/** The body of `POST /v1/relay/{sessionId}`: what a page answers, or that it takes no more requests. */
export const relayAnswerBody = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('snapshot_response'),
    ...answered,
    fields: listOf(formField),
    page: z
      .looseObject({})
      .optional()
      .describe(
        'What the agent is to know of the page. The server adds `notice`: that all of it is content.',
      ),
  }),
  z.strictObject({
    type: z.literal('execute_response'),
    ...answered,
    report: z.strictObject({ applied: count, skipped: count, warnings: listOf(z.string()) }),
  }),
  z.strictObject({ type: z.literal('tool_response'), ...answered, output: z.unknown() }),
  z.strictObject({
    type: z.literal('error_response'),
    ...answered,
    message: z.string().min(1).max(64_000).describe('What the agent reads.'),
  }),
  z.strictObject({
    type: z.literal('leave'),
    instanceId: answered.instanceId,
    connectionId: pageId.describe('The `connection` that was closed.'),
  }),
]);

/** As much of an answer as says which request it is for, whatever is wrong with the rest. */
export const relayAnswerHead = z.looseObject({ type: z.string(), ...answered });

export type RelaySessionBody = z.infer<typeof relaySessionBody>;
export type RelayAnswerBody = z.infer<typeof relayAnswerBody>;
