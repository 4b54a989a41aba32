import { z } from 'zod';
import type { Action, Change } from '../script.js';
import { oneOf } from './one-of.js';

const words = z.string().min(1);
const path = words.regex(/^[^\n\r\0]+$/, { error: 'a path is one line' });
const toolArguments = z.record(z.string(), z.unknown()).default({});

const changeSchema = oneOf('a change', {
  add: z
    .strictObject({ add: path, content: z.string() })
    .transform(({ add, content }): Change => ({ kind: 'add', path: add, content })),
  update: z
    .strictObject({ update: path, old: words, new: z.string() })
    .transform(({ update, ...text }): Change => ({ kind: 'update', path: update, ...text })),
  delete: z
    .strictObject({ delete: path })
    .transform((written): Change => ({ kind: 'delete', path: written.delete })),
});

const planItem = z.strictObject({
  step: words,
  status: z.enum(['pending', 'in_progress', 'completed']).default('pending'),
});

const mcpCall = z.strictObject({ server: words, tool: words, arguments: toolArguments });

const toolCall = z.strictObject({
  name: words,
  namespace: words.exactOptional(),
  arguments: toolArguments,
});

const ACTIONS = {
  think: z
    .strictObject({ think: z.union([z.string(), z.array(z.string()).min(1)]) })
    .transform(({ think }): Action => ({ kind: 'think', parts: [think].flat() })),
  say: z
    .strictObject({ say: z.string() })
    .transform(({ say }): Action => ({ kind: 'say', text: say })),
  run: z
    .strictObject({ run: words })
    .transform(({ run }): Action => ({ kind: 'run', command: run })),
  patch: z
    .strictObject({ patch: z.array(changeSchema).min(1) })
    .transform(({ patch }): Action => ({ kind: 'patch', changes: patch })),
  plan: z
    .strictObject({ plan: z.array(planItem).min(1) })
    .transform(({ plan }): Action => ({ kind: 'plan', items: plan })),
  search: z
    .strictObject({ search: words })
    .transform(({ search }): Action => ({ kind: 'search', query: search })),
  mcp: z.strictObject({ mcp: mcpCall }).transform(({ mcp }): Action => ({ kind: 'mcp', ...mcp })),
  tool: z
    .strictObject({ tool: toolCall })
    .transform(({ tool }): Action => ({ kind: 'tool', ...tool })),
};

/** One thing that a model does in a reply, as it is written: `{ run: ls }`. */
export const actionSchema = oneOf('an action', ACTIONS);
