import {
  addUsageFigures,
  type DragomanEvent,
  isJsonObject,
  type JsonObject,
  type UsageFigures,
} from '@dragoman/protocol';
import { failureEvents } from '../../interpret/failure-events.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { tokensUsage } from '../usage/tokens-usage.js';
import { type LiveState, noAnswer } from './live-state.js';

/** What `--output-format json` prints when all is over: the answer, or why there is none. */
export function readDocument(record: JsonObject, { version }: LiveState): DragomanEvent[] {
  const session_id = textAt(record, 'session_id');
  const response = textAt(record, 'response') ?? '';
  const error = objectAt(record, 'error');
  const used = usageOf(objectAt(record, 'stats'));
  const events: DragomanEvent[] = [
    {
      type: 'init',
      agent: 'gemini',
      ...(session_id !== undefined && { session_id }),
      ...(version !== undefined && { version }),
    },
    { type: 'turn', status: 'started' },
  ];
  if (response !== '') events.push({ type: 'message', role: 'assistant', content: response });
  if (used !== undefined) events.push({ type: 'usage', ...used });
  const failure = failureOf(error, response);
  if (failure === undefined) events.push({ type: 'turn', status: 'completed' });
  else events.push(...failureEvents({ message: failure }));
  return events;
}

/** Up to 0.11 a model that refuses is told by an empty answer only. */
function failureOf(error: JsonObject | undefined, response: string): string | undefined {
  if (error !== undefined) return textAt(error, 'message') ?? 'Gemini CLI reports a failure.';
  return response === '' ? noAnswer : undefined;
}

/** Whether a record without a type is such a document. */
export function isDocument(record: JsonObject): boolean {
  return typeof record.response === 'string' || isJsonObject(record.stats) || isFailure(record);
}

function isFailure({ error, session_id }: JsonObject): boolean {
  return isJsonObject(error) && (session_id === undefined || typeof session_id === 'string');
}

/** All models together, since the turn used them all. */
function usageOf(stats: JsonObject | undefined): UsageFigures | undefined {
  let sum: UsageFigures | undefined;
  for (const model of Object.values(objectAt(stats, 'models') ?? {})) {
    const tokens = isJsonObject(model) ? objectAt(model, 'tokens') : undefined;
    const used = tokensUsage(
      tokens && { ...tokens, input: tokens.prompt, output: tokens.candidates },
    );
    if (used !== undefined) sum = addUsageFigures(sum, used);
  }
  return sum;
}
