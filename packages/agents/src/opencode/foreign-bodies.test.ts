import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import {
  type BodyTable,
  complaintAbout,
  foreignBodies,
  oneOfEachShape,
  type ReadBody,
} from '../../test-inputs/foreign-bodies.js';
import { printed, stepStart } from '../../test-inputs/opencode-records.js';
import type { View } from '../interpret/interpreter.js';
import { objectsAt } from '../interpret/json-fields.js';
import { createOpencodeLive } from './live.js';
import { createOpencodeSaved } from './saved.js';

const LIVE: BodyTable = {
  needed: {
    step_start: ['part'],
    text: ['part', 'part.text'],
    reasoning: ['part', 'part.text'],
    tool_use: ['part', 'part.tool', 'part.state', 'part.state.status'],
    step_finish: ['part', 'part.reason', 'part.tokens'],
    error: ['error'],
  },
  checked: { tool_use: ['part.state.input'] },
  silent: { step_start: 'it only says where a step begins' },
};

const PARTS: BodyTable = {
  needed: {
    'part/text': ['text'],
    'part/reasoning': ['text'],
    'part/tool': ['tool', 'state', 'state.status'],
    'part/file': ['url'],
    'part/step-finish': ['reason', 'tokens'],
    'part/subtask': ['prompt'],
    'part/retry': ['error'],
  },
  checked: { 'part/tool': ['state.input'] },
  silent: {
    'part/file': 'an image is emitted with the message, and other files are in its text',
    'part/step-start': 'it only says where a step begins',
    'part/compaction': 'its summary is the next message',
  },
};

function bytesOf(view: View): string[] {
  return recordings()
    .filter((one) => one.agent === 'opencode' && one.view === view)
    .map(({ bytes }) => Buffer.from(bytes()).toString('utf8'));
}

function complaintsAbout(
  records: readonly JsonObject[],
  read: (record: JsonObject) => ReadBody & { native: string },
  table: BodyTable,
): { complaints: string[]; bodies: number } {
  const complaints = new Set<string>();
  let bodies = 0;
  for (const record of oneOfEachShape(records)) {
    const { native } = read(record);
    for (const body of foreignBodies(record)) {
      const got = read(body.record);
      bodies += 1;
      if (got.native !== native) continue;
      const complaint = complaintAbout(native, body, got, table);
      if (complaint !== undefined) complaints.add(complaint);
    }
  }
  return { complaints: [...complaints], bodies };
}

test('a foreign body in the live view is unknown', () => {
  const read = (record: JsonObject) => {
    const live = createOpencodeLive();
    live.push(printed(stepStart()));
    const { native, disposition, events } = live.push(record);
    return { native, disposition, events: [...events, ...live.flush()] };
  };
  const records = bytesOf('live').flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const record: unknown = JSON.parse(line);
        return isJsonObject(record) ? [record] : [];
      }),
  );
  const { complaints, bodies } = complaintsAbout(records, read, LIVE);
  expect(complaints).toEqual([]);
  expect(bodies).toBeGreaterThan(1000);
});

test('a part with a foreign body in the saved view is unknown', () => {
  const read = (part: JsonObject) => {
    const { parts = [], events } = createOpencodeSaved().push({
      info: { role: 'assistant' },
      parts: [part],
    });
    const { native, disposition } = parts[1] ?? { native: '', disposition: 'unknown' };
    return { native, disposition, events };
  };
  const records = bytesOf('saved').flatMap((text) => {
    const document: unknown = JSON.parse(text);
    const messages = isJsonObject(document) ? objectsAt(document, 'messages') : [];
    return messages.flatMap((message) => [...objectsAt(message, 'parts')]);
  });
  const { complaints, bodies } = complaintsAbout(records, read, PARTS);
  expect(complaints).toEqual([]);
  expect(bodies).toBeGreaterThan(1000);
});

test('the result of a call that nobody can read makes the call unknown', () => {
  const call = (state: JsonObject) => printed({ type: 'tool', tool: 'bash', callID: 'c', state });
  for (const state of [
    { status: 'completed', input: {}, output: { text: 'a' } },
    { status: 'completed', input: {} },
    { status: 'error', input: {}, error: 7 },
    { status: 'hologram', input: {} },
  ]) {
    expect(createOpencodeLive().push(call(state))).toMatchObject({
      disposition: 'unknown',
      events: [],
    });
  }
});

test('a session without an id, and entries that are no objects, are counted as unknown', () => {
  const { parts = [], events } = createOpencodeSaved().push({
    info: { directory: '/w' },
    messages: [7, { info: { role: 'user' }, parts: ['x', { type: 'text', text: 'Go.' }] }],
  });
  expect(parts.map(({ native, disposition }) => `${native} ${disposition}`)).toEqual([
    'session unknown',
    'message unknown',
    'message/user mapped',
    'part/ unknown',
    'part/text mapped',
  ]);
  expect(events.map(({ type }) => type)).toEqual(['turn', 'message']);
});
