import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { asText, objectAt, objectsAt, textAt, textsAt } from '../interpret/json-fields.js';
import { createByteFinder } from '../sessions/byte-finder.js';
import { timeOf } from '../usage/time-of.js';
import type { UsageReader, UsageSession, UsageSink } from '../usage/usage-format.js';
import { tokensUsage } from './usage.js';

const NEWLINE = 0x0a;
const findTokens = createByteFinder('"tokens":{', true);
const HEADER = Buffer.from('{"sessionId":"');
const ID_OPENS = Buffer.from('{"id":"');
const QUOTE = 0x22;

interface ReaderState {
  id?: string | undefined;
  cwd?: string | undefined;
  /** The last message that was read. */
  last?: string | undefined;
  /** Whether a message came that is no part of a list. */
  hasBegun?: boolean | undefined;
}

/**
 * Reads what the replies of a session of Gemini CLI used. A file has a reply when the model has spoken,
 * and again when its calls are over. Lists of messages repeat earlier ones: in the file of a session that
 * an older version began in another, and, with other ids, around a summary.
 */
export function createGeminiUsageReader(earlier?: unknown): UsageReader {
  const state: ReaderState = isJsonObject(earlier) ? { ...earlier } : {};

  const readMessage = (message: JsonObject, sink: UsageSink): void => {
    const figures = tokensUsage(objectAt(message, 'tokens'));
    const id = asText(message.id);
    if (figures === undefined || id === undefined || message.type !== 'gemini') return;
    const time = timeOf(asText(message.timestamp) ?? '');
    sink.call({ key: `gemini ${id}`, time, model: asText(message.model), figures });
  };

  const repeatsLast = (run: Buffer, start: number): boolean => {
    if (state.last === undefined || !startsWith(run, ID_OPENS, start)) return false;
    const from = start + ID_OPENS.length;
    const to = run.indexOf(QUOTE, from);
    return to !== -1 && run.toString('latin1', from, to) === state.last;
  };

  return {
    findLines(run, show) {
      // The header is the first line of a file, and comes again with each resume.
      if (state.id === undefined && startsWith(run, HEADER, 0)) show(0, endOfLine(run, 0));
      let from = state.id === undefined ? 0 : -1;
      for (let at = findTokens(run, 0); at !== -1; at = findTokens(run, from)) {
        const start = run.lastIndexOf(NEWLINE, at) + 1;
        from = endOfLine(run, at);
        if (!repeatsLast(run, start) && !startsWith(run, HEADER, start)) show(start, from);
        if (from >= run.length) break;
      }
    },
    read(record, sink) {
      const set = objectAt(record, '$set');
      if (typeof record.sessionId === 'string') {
        state.id ??= record.sessionId;
        if (record.kind === 'subagent') state.cwd ??= textsAt(record, 'directories')?.[0];
      }
      if (set !== undefined) {
        if (!state.hasBegun) for (const one of objectsAt(set, 'messages')) readMessage(one, sink);
      } else if (Array.isArray(record.messages)) {
        // Up to 0.38 a session is one document.
        for (const one of objectsAt(record, 'messages')) readMessage(one, sink);
      } else if (typeof record.id === 'string') {
        state.hasBegun = true;
        state.last = textAt(record, 'id');
        readMessage(record, sink);
      }
    },
    session: (): UsageSession => state,
    state: () => state,
  };
}

function startsWith(run: Buffer, text: Buffer, at: number): boolean {
  return (
    at + text.length <= run.length && run.compare(text, 0, text.length, at, at + text.length) === 0
  );
}

function endOfLine(run: Buffer, from: number): number {
  const newline = run.indexOf(NEWLINE, from);
  return newline === -1 ? run.length : newline;
}
