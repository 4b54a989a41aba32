import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { type Recording, recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentNames, agents } from './agents.js';
import { createAgentDetector, type DetectedAgent, detectAgent, detectSession } from './detect.js';

const all = recordings();
const decoder = new TextDecoder();

function detect(...chunks: readonly (Uint8Array | string)[]): DetectedAgent | undefined {
  const detector = createAgentDetector();
  for (const chunk of chunks) {
    const found = detector.push(chunk);
    if (found !== undefined || detector.isHopeless()) return found;
  }
  return detector.flush();
}

function textOf({ bytes }: Recording): string {
  return decoder.decode(bytes());
}

function recordsOf(recording: Recording): JsonObject[] {
  const whole = parseJson(textOf(recording));
  if (whole.ok && isJsonObject(whole.value)) return [whole.value];
  return textOf(recording)
    .split('\n')
    .flatMap((line) => {
      const parsed = parseJson(line);
      return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
    });
}

function originOf({ agent, view }: Recording): DetectedAgent {
  return { agent, view };
}

/** The ends of the first lines, and positions within them. */
function cutsOf(text: string): number[] {
  const ends = [...text.matchAll(/\n/g)].slice(0, 6).map(({ index }) => index + 1);
  const positions = [0, 1, ...ends, text.length - 1];
  return positions.flatMap((end) => [end, end + 1, end + 20, end + 200]);
}

describe.each(agentNames)('what %s wrote', (name) => {
  const own = all.filter(({ agent }) => agent === name);

  test('is recognised, live and saved, of every version', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const recording of own) {
      expect(detect(recording.bytes()), recording.path).toEqual(originOf(recording));
    }
  });

  test('is recognised by the first three records, without waiting for more', () => {
    for (const recording of own) {
      const records = recordsOf(recording).slice(0, 3);
      const first = records.map(detectAgent).find((found) => found !== undefined);
      expect(first, recording.path).toEqual(originOf(recording));
    }
  });

  test('is never taken for what others wrote, wherever it is cut off', () => {
    for (const recording of own) {
      const text = textOf(recording);
      const right = originOf(recording);
      for (const end of cutsOf(text)) {
        const found = detect(text.slice(0, end));
        if (found !== undefined) expect(found, `${recording.path} up to ${end}`).toEqual(right);
      }
    }
  });

  test('is claimed by no other agent, each record alone', () => {
    for (const recording of own) {
      for (const record of recordsOf(recording)) {
        for (const other of agentNames) {
          const view = agents[other].interpreter.recognise(record);
          if (view === undefined) continue;
          expect({ agent: other, view }, JSON.stringify(record)).toEqual(originOf(recording));
        }
      }
    }
  });
});

test('chunks make no difference', () => {
  for (const recording of all.filter(({ scenario }) => scenario === 'hello')) {
    const single = Array.from(recording.bytes(), (byte) => Uint8Array.of(byte));
    expect(detect(...single), recording.path).toEqual(originOf(recording));
  }
});

test('one document is recognised on one line and on many', () => {
  const documents = all.filter(
    (recording) => recording.view === 'saved' && recordsOf(recording).length === 1,
  );
  expect(documents.length).toBeGreaterThan(0);
  for (const recording of documents) {
    const [document] = recordsOf(recording);
    for (const indent of [undefined, 2, '\t']) {
      const text = JSON.stringify(document, undefined, indent);
      expect(detect(text), recording.path).toEqual(originOf(recording));
      expect(detect(text.replaceAll('\n', '\r\n')), recording.path).toEqual(originOf(recording));
    }
  }
});

describe('what comes before the records', () => {
  const one = all.find(({ agent, view }) => agent === 'codex' && view === 'live');
  const bytes = one?.bytes() ?? new Uint8Array();

  test.each([
    ['notices', 'npm warn Unknown user config "nodedir"\n> start\n\n'],
    ['JSON that is no object', '[1, 2]\n"text"\nnull\n'],
    ['objects of another program', '{"level":30,"msg":"started"}\n{"type":"message"}\n'],
    ['a line that is cut off', '{"type":"assistant","sessi\n'],
    ['a brace alone', '{\n'],
  ])('does not matter: %s', (_, noise) => {
    expect(detect(noise, bytes)).toEqual({ agent: 'codex', view: 'live' });
  });

  test('a line that is too long is passed over', () => {
    const long = 'x'.repeat(17 * 1024 * 1024);
    expect(detect(long, '\n', bytes)).toEqual({ agent: 'codex', view: 'live' });
  });
});

test('records that are quoted in others are not taken for them', () => {
  for (const quoted of all.filter(({ scenario }) => scenario === 'hello')) {
    const content = textOf(quoted);
    const [record] = recordsOf(quoted);
    const prompt = { type: 'user', message: { role: 'user', content: [content, record] } };
    const line = { ...prompt, uuid: 'u', sessionId: 's', timestamp: 't', toolUseResult: record };
    expect(detect(`${JSON.stringify(line)}\n`)).toEqual({ agent: 'claude', view: 'saved' });
    const item = { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', record } };
    expect(detect(`${JSON.stringify(item)}\n`)).toEqual({ agent: 'codex', view: 'live' });
  }
});

describe('what no agent recognises', () => {
  const event = { type: 'init', session_id: 's', modelId: 'm', agent: 'codex' };
  const own = [
    event,
    { type: 'message', role: 'user', content: 'hi', ts: '2026-11-15T10:00:00Z', seq: 2 },
    { type: 'tool_use', tool_id: 't', tool_name: 'Bash', parameters: {} },
    { type: 'tool_result', tool_id: 't', status: 'success', output: '' },
    { type: 'error', message: 'no', fatal: true },
  ];

  test.each([
    ['nothing', ''],
    ['blank lines', '\n \n\r\n'],
    ['text', 'Hello, world.\n'],
    ['a document that is cut off', '{\n  "sessionId": "s",\n  "projectHash"'],
    ['a list', '[{"sessionId": "s", "projectHash": "p"}]\n'],
    ['the events of Dragoman', own.map((one) => JSON.stringify(one)).join('\n')],
  ])('is %s', (_, text) => {
    expect(detect(text)).toBeUndefined();
  });

  test('is any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (chunks) => {
        expect(detect(...chunks)).toBeUndefined();
      }),
    );
  });

  test('is given up on: by its records, by its noise, by its size', () => {
    for (const [piece, most] of [
      ['{"some":"thing"}\n', 1001],
      [`${'noise '.repeat(1000)}\n`, 200],
      ['{\n'.padEnd(1024 * 1024, 'x'), 81],
    ] as const) {
      const detector = createAgentDetector();
      let count = 0;
      for (; !detector.isHopeless(); count += 1) expect(detector.push(piece)).toBeUndefined();
      expect(count).toBeLessThanOrEqual(most);
    }
  });
});

test('any record is answered, and none is of two agents or two views by a single field', () => {
  const fields = [
    ...new Set(all.flatMap((recording) => recordsOf(recording).slice(0, 5).flatMap(Object.keys))),
  ];
  const record = fc.dictionary(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.json());
  const hostile = fc.oneof(
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
    record,
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
  fc.assert(
    fc.property(hostile, (any) => {
      const parsed = parseJson(JSON.stringify(any));
      if (!parsed.ok || !isJsonObject(parsed.value)) return;
      const found = detectAgent(parsed.value);
      expect(found === undefined || agentNames.includes(found.agent)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-detect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(agentNames)('a file of %s is detected by its first records', async (name) => {
  for (const view of ['live', 'saved'] as const) {
    const own = recordings().find(({ agent, view: seen }) => agent === name && seen === view);
    expect(await detectSession(own?.path ?? '')).toEqual({ agent: name, view });
  }
});

test('no more of a long file is read than it takes', async () => {
  const path = join(folder, 'long.jsonl');
  const noise = `${'noise '.repeat(1000)}\n`.repeat(1000);
  await writeFile(path, `${noise}{"type":"thread.started","thread_id":"t"}\n`);
  expect(await detectSession(path)).toBeUndefined();
});

test('a location in a database is detected by its form, whether it is there or not', async () => {
  expect(await detectSession('/data/opencode/opencode.db#ses_1')).toEqual({
    agent: 'opencode',
    view: 'saved',
  });
});

test('a folder, and a file that is not there, are refused in clear words', async () => {
  await expect(detectSession(folder)).rejects.toThrow('is a folder');
  await expect(detectSession(join(folder, 'none'))).rejects.toThrow('There is no file');
});

test('ends when the signal says so', async () => {
  const path = recordings()[0]?.path ?? '';
  const signal = AbortSignal.abort('interrupted');
  await expect(detectSession(path, { signal })).rejects.toBe('interrupted');
});
