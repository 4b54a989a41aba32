import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type Rules } from '../../interpret/rule.js';
import { stamped } from '../../interpret/stamped.js';
import { readFailure } from '../failure.js';
import { isoTime } from '../iso-time.js';
import { reasoningEvent, textEvent } from '../text-events.js';
import { toolEvents } from '../tool-events.js';
import { isRefusal } from '../turn-end.js';
import { readStepUsage } from '../usage/read-step-usage.js';
import { hasOwnWords, userEvent } from './own-words.js';
import type { SavedState } from './saved-state.js';

const NONE: readonly DragomanEvent[] = [];

/** What messages consist of. */
export const partRules: Rules<SavedState> = {
  'part/text': mapped(
    '`message`; what OpenCode adds to it is marked `synthetic`; a summary is told as `compaction`',
    (part, { message }) => {
      const event = textEvent(part, message.role, message.ts);
      if (event === undefined) return undefined;
      if (message.isSummary) {
        return [stamped({ type: 'compaction', summary: event.content }, event.ts)];
      }
      return [event.role === 'user' && hasOwnWords(part) ? userEvent(event, message) : event];
    },
  ),
  'part/reasoning': mapped('`reasoning`', (part, { message }) => {
    const event = reasoningEvent(part, message.ts);
    return event === undefined ? undefined : [event];
  }),
  'part/tool': mapped('`tool_use` and `tool_result`; a plan becomes `plan`', (part, state) => {
    const events = toolEvents(part, state.message.ts);
    if (events?.some(isRefusal)) state.turns.refuse();
    return events;
  }),
  'part/file': mapped(
    'an image of the `message`; what is in other files is told by the text beside them',
    (part) => (textAt(part, 'url') === undefined ? undefined : NONE),
  ),
  'part/step-start': mapped('the beginning of a step', (_part, { turns }) => {
    turns.beginStep();
    return NONE;
  }),
  'part/step-finish': mapped('`usage` of the step', (part, { turns, message }) => {
    turns.endStep(textAt(part, 'reason') ?? '', message.completedAt);
    const usage = readStepUsage(part);
    return usage === undefined
      ? undefined
      : [stamped({ type: 'usage', ...usage }, message.completedAt ?? message.ts)];
  }),
  'part/compaction': mapped('`compaction`, once its summary is there', () => NONE),
  'part/subtask': mapped('`message`, `synthetic`: what a command asks of a sub-agent', subtask),
  'part/retry': mapped('`stderr`', (part, { message }) => {
    const error = objectAt(part, 'error');
    if (error === undefined) return undefined;
    const ts = isoTime(numberAt(objectAt(part, 'time'), 'created')) ?? message.ts;
    return [stamped({ type: 'stderr', content: readFailure(error).message }, ts)];
  }),
  'part/agent': metadata('a mention of an agent, which is in the text as well'),
  'part/patch': metadata('the files that a step changed, by its snapshot; the calls tell them'),
  'part/snapshot': metadata('a snapshot of the workspace, to go back to'),
};

function subtask(part: JsonObject, { message }: SavedState): readonly DragomanEvent[] | undefined {
  const content = textAt(part, 'prompt');
  if (content === undefined) return undefined;
  const event: DragomanEvent = { type: 'message', role: 'user', content, synthetic: 'subtask' };
  const id = textAt(part, 'id');
  if (id !== undefined) event.id = id;
  return [stamped(event, message.ts)];
}
