import { jsonObject } from '@dragoman/protocol/internal';
import { z } from 'zod';
import type { Action, Change } from '../script.js';
import { oneOf } from './one-of.js';
import { strictKeys } from './strict-keys.js';

const words = z.string().min(1);
const path = words.regex(/^[^\n\r\0]+$/, { error: 'a path is one line' });
const pattern = words.refine(isPattern, {
  error: 'a pattern is a regular expression with a group',
});
const toolArguments = jsonObject.default({});

const changeSchema = oneOf('a change', {
  add: strictKeys({ add: path, content: z.string() }).transform(
    ({ add, content }): Change => ({ kind: 'add', path: add, content }),
  ),
  update: strictKeys({ update: path, old: words, new: z.string() }).transform(
    ({ update, ...text }): Change => ({ kind: 'update', path: update, ...text }),
  ),
  delete: strictKeys({ delete: path }).transform(
    (written): Change => ({ kind: 'delete', path: written.delete }),
  ),
});

const plannedStep = strictKeys({
  step: words,
  status: z.enum(['pending', 'in_progress', 'completed']).default('pending'),
});

const mcpCall = strictKeys({ server: words, tool: words, arguments: toolArguments });

const toolCall = strictKeys({
  name: words,
  namespace: words.exactOptional(),
  arguments: toolArguments,
  text: words.exactOptional(),
  found: z.record(words, pattern).exactOptional(),
});

const thought = z.union([z.string(), z.array(z.string()).min(1)]);

const ACTIONS = {
  think: strictKeys({ think: thought, sealed: z.literal(true).exactOptional() }).transform(
    ({ think, ...how }): Action => ({ kind: 'think', parts: [think].flat(), ...how }),
  ),
  say: strictKeys({ say: z.string(), also: z.array(z.string()).exactOptional() }).transform(
    ({ say, also }): Action => ({ kind: 'say', text: say, ...(also && { also }) }),
  ),
  run: strictKeys({ run: words }).transform(({ run }): Action => ({ kind: 'run', command: run })),
  patch: strictKeys({ patch: z.array(changeSchema).min(1) }).transform(
    ({ patch }): Action => ({ kind: 'patch', changes: patch }),
  ),
  plan: strictKeys({ plan: z.array(plannedStep).min(1) }).transform(
    ({ plan }): Action => ({ kind: 'plan', items: plan }),
  ),
  search: strictKeys({ search: words }).transform(
    ({ search }): Action => ({ kind: 'search', query: search }),
  ),
  mcp: strictKeys({ mcp: mcpCall }).transform(({ mcp }): Action => ({ kind: 'mcp', ...mcp })),
  tool: strictKeys({ tool: toolCall }).transform(({ tool }): Action => ({ kind: 'tool', ...tool })),
};

/** The key that identifies an action. */
export const ACTION_NAMES: readonly string[] = Object.keys(ACTIONS);

/** One thing that a model does in a reply, as it is written: `{ run: ls }`. */
export const actionSchema = oneOf('an action', ACTIONS);

function isPattern(text: string): boolean {
  try {
    // With an empty alternative every expression matches, and the match has its groups.
    return (new RegExp(`${text}|`).exec('')?.length ?? 0) > 1;
  } catch {
    return false;
  }
}
