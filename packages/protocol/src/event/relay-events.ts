import { z } from 'zod';
import { listOf } from '../json/list-of.js';
import { defineEvent, type KnownFields } from './define-event.js';

/** A kind of control. Widgets of a page have that of the native control that they stand for. */
const kind = z.enum([
  ...(['text', 'textarea', 'select', 'checkbox', 'radio', 'button', 'link'] as const),
  ...(['number', 'range', 'date', 'time', 'datetime', 'month', 'week', 'color', 'file'] as const),
  ...(['richtext', 'combobox', 'listbox', 'switch', 'tab'] as const),
]);

/** One field of a form in the page, as a snapshot shows it. A private one is shown without its value. */
export const formField = z.looseObject({
  fieldId: z.string().min(1),
  selector: z.string().min(1),
  kind,
  label: z.string().min(1),
  name: z.string().optional(),
  required: z.boolean(),
  placeholder: z.string().optional(),
  currentValue: z.union([z.string(), z.boolean(), listOf(z.string())]),
  filled: z.boolean().optional(),
  private: z.boolean().optional(),
  options: z.array(z.unknown()).optional(),
});

/** One thing to do to a field. */
export const formAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('fill'), fieldId: z.string().min(1), value: z.string() }),
  z.object({ action: z.literal('click'), fieldId: z.string().min(1) }),
  z.object({
    action: z.literal('select'),
    fieldId: z.string().min(1),
    value: z.union([z.string(), listOf(z.string())]),
  }),
]);

export type FormField = z.infer<typeof formField>;
export type FormAction = z.infer<typeof formAction>;

const requestId = z.string().describe('The id the answer must carry.');

const approval = z
  .enum(['requested', 'granted'])
  .optional()
  .describe(
    'Only of a tool that needs approval. `requested`: somebody has to approve the call before it is executed. `granted`: the same request once more, now to be executed.',
  );

export const relaySessionEvent = defineEvent('relay.session', {
  description: 'Where the tools of the caller are answered.',
  fields: {
    relayUrl: z.string().describe('The address of the relay.'),
    sessionId: z.string().describe('The session on the relay.'),
    token: z
      .string()
      .optional()
      .describe('The key to that session; only for a caller who answers the relay itself.'),
    expiresAt: z.number().describe('When the session ends, in milliseconds since 1970.'),
  },
  example: {
    relayUrl: 'http://127.0.0.1:4096/relay',
    sessionId: '5f0c2f7e-8f0e-4a37-9d1f-0d2b7a3c9a11',
    expiresAt: 1767225600000,
  },
});

export const snapshotRequestEvent = defineEvent('snapshot_request', {
  description: 'The agent wants to see the form in the page.',
  fields: {
    requestId,
    instruction: z.string().min(1).describe('What the agent is about to do with it.'),
    document: z.string().optional().describe('Text the agent works from.'),
    approval,
  },
  example: { requestId: 'req-1', instruction: 'Fill the login form' },
});

export const executeRequestEvent = defineEvent('execute_request', {
  description: 'The agent wants to act on the form in the page.',
  fields: {
    requestId,
    actions: listOf(formAction).describe('What to do, in order.'),
    fields: listOf(formField).describe('The fields, as the snapshot gave them.'),
    approval,
  },
  example: {
    requestId: 'req-2',
    actions: [{ action: 'fill', fieldId: 'bt:email', value: 'ada@example.com' }],
    fields: [
      {
        fieldId: 'bt:email',
        selector: '#email',
        kind: 'text',
        label: 'E-mail',
        required: true,
        currentValue: '',
      },
    ],
  },
});

export const toolRequestEvent = defineEvent('tool_request', {
  description: 'The agent calls a tool of the caller.',
  fields: {
    requestId,
    tool_name: z.string().describe('The tool, under the name the caller gave it.'),
    input: z.unknown().optional().describe('The input of the call; absent when it takes none.'),
    approval,
  },
  example: { requestId: 'req-3', tool_name: 'getWeather', input: { city: 'Smyrna' } },
});

export const toolAnswerEvent = defineEvent('tool_answer', {
  description:
    'A request of the agent (`tool_request`, `snapshot_request`, `execute_request`) waits no more: exactly one for each, before the agent gets the answer. What was answered is not here: the agent reports what it got. With the `end` no request is open, also where the process that owned the turn died before it could say so. Only the turn writes it, never the agent.',
  fields: {
    requestId: z.string().describe('The request.'),
    status: z
      .enum(['success', 'error', 'denied', 'expired'])
      .describe(
        '`error`: the answer was an error, malformed, or not as the tool says. `denied`: somebody refused to approve the call. `expired`: nobody answered in time, the agent gave the call up, or the turn ended.',
      ),
  },
  example: { requestId: 'req-3', status: 'success' },
});

export type RelaySessionEvent = KnownFields<typeof relaySessionEvent>;
export type SnapshotRequestEvent = KnownFields<typeof snapshotRequestEvent>;
export type ExecuteRequestEvent = KnownFields<typeof executeRequestEvent>;
export type ToolAnswerEvent = KnownFields<typeof toolAnswerEvent>;
export type ToolRequestEvent = KnownFields<typeof toolRequestEvent>;
