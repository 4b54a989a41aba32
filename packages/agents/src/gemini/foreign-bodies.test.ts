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
import type { View } from '../interpret/interpreter.js';
import { createGeminiLive, geminiLiveRules } from './live.js';
import { createGeminiSaved, geminiSavedRules } from './saved.js';

const create = { live: createGeminiLive, saved: createGeminiSaved };

const TABLES: Readonly<Record<View, BodyTable>> = {
  live: {
    needed: {
      init: ['session_id'],
      message: ['role', 'content'],
      tool_use: ['tool_id', 'tool_name'],
      tool_result: ['tool_id', 'status'],
      error: ['message'],
      result: ['status'],
    },
    checked: { tool_use: ['parameters'], tool_result: ['output'], json: ['response'] },
    silent: {},
  },
  saved: {
    needed: {
      'message/user': ['content'],
      'message/gemini': ['content'],
      'message/info': ['content'],
      'message/warning': ['content'],
      'message/error': ['content'],
    },
    checked: { 'message/gemini': ['toolCalls', 'thoughts'] },
    silent: {
      'message/user': 'the results of tools are emitted with their calls; a list may be empty',
      'message/gemini': 'a reply may have no words, no calls and no usage',
      'message/info': 'a notice may be empty',
      'message/error': 'a notice may be empty',
      '$set/messages': 'a list may have nothing new',
    },
  },
};

/** Content of another kind is content, too: a message holds a text, a part, or a list of parts. */
const READABLE_CONTENT = new Set(['string', 'object']);

function read(view: View, record: JsonObject): ReadBody & { native: string } {
  const interpreter = create[view]();
  const { native, disposition, events } = interpreter.push(record);
  return { native, disposition, events: [...events, ...interpreter.flush()] };
}

function recorded(view: View): JsonObject[] {
  return recordings()
    .filter((one) => one.agent === 'gemini' && one.view === view)
    .flatMap(({ bytes }) => recordsIn(Buffer.from(bytes()).toString('utf8')));
}

function recordsIn(text: string): JsonObject[] {
  const lines = text.trimStart().startsWith('{\n') ? [text] : text.trimEnd().split('\n');
  return lines.flatMap((line) => {
    const record: unknown = JSON.parse(line);
    return isJsonObject(record) ? [record] : [];
  });
}

test.each<View>(['live', 'saved'])('a foreign body in the %s view is unknown', (view) => {
  const complaints = new Set<string>();
  const natives = new Set<string>();
  let bodies = 0;
  for (const record of oneOfEachShape(recorded(view))) {
    const { native } = read(view, record);
    natives.add(native);
    for (const body of foreignBodies(record)) {
      const got = read(view, body.record);
      bodies += 1;
      if (got.native !== native) continue;
      if (body.path === 'content' && READABLE_CONTENT.has(typeof body.record.content)) continue;
      const complaint = complaintAbout(native, body, got, TABLES[view]);
      if (complaint !== undefined) complaints.add(complaint);
    }
  }
  expect([...complaints]).toEqual([]);
  expect(bodies).toBeGreaterThan(1000);
  const rules = Object.keys(view === 'live' ? geminiLiveRules : geminiSavedRules);
  for (const native of natives) expect(rules).toContain(native);
  for (const native of Object.keys(TABLES[view].silent)) expect(rules).toContain(native);
});

test('a part of a message that nobody knows makes the message unknown', () => {
  const contents = [[7], [{ hologram: 1 }], { hologram: 1 }, [{ text: 'a' }, { text: 7 }]];
  for (const content of contents) {
    for (const type of ['user', 'gemini', 'info']) {
      const got = read('saved', { id: 'a', type, content, model: 'm' });
      expect(got).toMatchObject({ disposition: 'unknown', events: [] });
    }
  }
});

test('a reply with a call or a thought that nobody can read is unknown', () => {
  const bodies = [
    { toolCalls: [{ args: {} }] },
    { toolCalls: [{ name: 'x', args: 'y' }] },
    { toolCalls: ['x'] },
    { thoughts: [{ hologram: 1 }] },
    { thoughts: [7] },
  ];
  for (const body of bodies) {
    const got = read('saved', { id: 'a', type: 'gemini', content: 'Hi.', model: 'm', ...body });
    expect(got).toMatchObject({ disposition: 'unknown', events: [] });
  }
});
