import { isJsonObject, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { asText, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import type { RecordedCall, UsageReader, UsageSession } from '../usage/usage-format.js';
import { readMessageUsage } from './usage.js';

interface ReaderState {
  id?: string | undefined;
  cwd?: string | undefined;
}

/** Reads what the messages of a session of OpenCode used, of which each is a file (up to 1.1). */
export function createOpencodeUsageReader(earlier?: unknown): UsageReader {
  const state: ReaderState = isJsonObject(earlier) ? { ...earlier } : {};
  return {
    findLines(run, show) {
      show(0, run.length);
    },
    read(record, sink) {
      const figures = figuresOf(record);
      if (figures === undefined) return;
      // The session that a fork is of may be in other files: all that they have in common is the content.
      const call = toCall(record, contentOf(record), figures);
      state.id ??= call.session;
      state.cwd ??= call.cwd;
      sink.call(call);
    },
    session: (): UsageSession => state,
    state: () => state,
  };
}

/** Ids begin with the time in steps of 1/4096 ms, of which the lowest 48 bits are kept. */
const ID_TIME = /^msg_([0-9a-f]{12})/;
const ID_BITS = 36n;
const STEP_BITS = 12n;
/** A message gets its id when it is made; one that is copied gets another much later. */
const NEAR_MS = 1000n;

/**
 * The calls that messages record. A fork of a session has copies of its messages under new ids, with the
 * old times: each counts as the message that it is a copy of.
 */
export function callsOf(messages: readonly JsonObject[]): readonly RecordedCall[] {
  const originals = new Map<string, string>();
  for (const message of messages) {
    const id = textAt(message, 'id') ?? '';
    if (!isCopy(id, message)) originals.set(contentOf(message), id);
  }
  return messages.flatMap((message) => {
    const id = textAt(message, 'id') ?? '';
    const figures = figuresOf(message);
    if (figures === undefined) return [];
    const content = contentOf(message);
    const key = isCopy(id, message) ? (originals.get(content) ?? content) : id;
    return [toCall(message, key, figures)];
  });
}

function figuresOf(message: JsonObject): UsageFigures | undefined {
  return message.role === 'assistant' ? readMessageUsage(message) : undefined;
}

function toCall(message: JsonObject, key: string, figures: UsageFigures): RecordedCall {
  return {
    key: `opencode ${key}`,
    time: numberAt(objectAt(message, 'time'), 'created') ?? 0,
    model: modelOf(message),
    figures,
    session: textAt(message, 'sessionID') ?? '',
    cwd: textAt(objectAt(message, 'path'), 'cwd'),
  };
}

function modelOf({ providerID, modelID }: JsonObject): string | undefined {
  const model = asText(modelID);
  const provider = asText(providerID);
  return model === undefined || provider === undefined ? model : `${provider}/${model}`;
}

function isCopy(id: string, message: JsonObject): boolean {
  const [, digits] = ID_TIME.exec(id) ?? [];
  const created = numberAt(objectAt(message, 'time'), 'created');
  if (digits === undefined || created === undefined || !Number.isInteger(created)) return false;
  const made = BigInt(`0x${digits}`) >> STEP_BITS;
  const apart = made - BigInt.asUintN(Number(ID_BITS), BigInt(created));
  return apart > NEAR_MS || apart < -NEAR_MS;
}

/** What a copy of a message has in common with it. */
function contentOf(message: JsonObject): string {
  const time = objectAt(message, 'time');
  return JSON.stringify([time?.created, time?.completed, modelOf(message), message.tokens]);
}
