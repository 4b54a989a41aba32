import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { agents } from './agents.js';
import { createTranslator } from './interpret/translator.js';
import { translate } from './translate.js';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const hellos = recordings().filter(({ scenario }) => scenario === 'hello');

test('detects the agent and the view of every hello, and gives what its translator gives', async () => {
  expect(new Set(hellos.map(({ agent, view }) => `${agent} ${view}`)).size).toBeGreaterThan(6);
  for (const { agent, view, path, bytes } of hellos) {
    const { interpreter } = agents[agent];
    const translator = createTranslator(view === 'live' ? interpreter.live() : interpreter.saved());
    const expected = [...translator.push(bytes()), ...translator.flush()];
    expect(await collect(translate(bytes())), path).toEqual(expected);
  }
});

test('reads text, bytes and streams of either, cut anywhere', async () => {
  const [hello] = hellos.filter(({ agent, view }) => agent === 'codex' && view === 'live');
  const bytes = hello?.bytes() ?? new Uint8Array();
  const whole = await collect(translate(bytes));
  const text = new TextDecoder().decode(bytes);
  const characters = text.match(/.{1,7}/gs) ?? [];
  expect(whole.length).toBeGreaterThan(2);
  expect(await collect(translate(text))).toEqual(whole);
  expect(await collect(translate(characters))).toEqual(whole);
  expect(await collect(translate(characters, { agent: 'codex', view: 'live' }))).toEqual(whole);
});

test.each([
  ['whose reader stops', '{"type":"thread.started","thread_id":"t"}\n'],
  ['that nobody recognises', '{"a":1}\n'],
])('closes an input %s', async (_what, line) => {
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield line;
    } finally {
      isClosed = true;
    }
  }
  const read = async () => {
    for await (const _event of translate(endless())) break;
  };
  await read().catch(({ code }) => expect(code).toBe('agent_undetected'));
  expect(isClosed).toBe(true);
});

test('reads a record of a sort that is not known yet, where the agent is named and only one view has its marks', async () => {
  const lone = '{"type":"item.completed","item":{"id":"item_0","type":"brand_new","text":"Hi"}}\n';
  const [event] = await collect(translate(lone, { agent: 'codex', raw: true }));
  expect(event).toMatchObject({ type: 'raw', reason: 'no rule for item.completed/brand_new' });
});

test('says what it could not detect, and gives nothing for nothing', async () => {
  await expect(collect(translate('{"a":1}\n'))).rejects.toMatchObject({ code: 'agent_undetected' });
  await expect(collect(translate('{"a":1}\n', { agent: 'codex' }))).rejects.toMatchObject({
    code: 'view_undetected',
  });
  expect(await collect(translate(''))).toEqual([]);
  expect(await collect(translate('', { agent: 'codex' }))).toEqual([]);
});
