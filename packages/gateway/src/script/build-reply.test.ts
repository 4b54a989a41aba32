import { expect, test } from 'vitest';
import { buildAside, buildReply } from './build-reply.js';
import type { ModelRequest } from './reply.js';
import { defineScript } from './schema/define-script.js';
import type { WrittenScript } from './schema/script-schema.js';
import { openScriptTurn } from './script-turn.js';

const REQUEST: ModelRequest = {
  model: 'm',
  stream: false,
  history: [{}],
  tools: [{ name: 'WebSearch', form: 'function', properties: [], required: [] }],
  searches: false,
};
const SEARCHING = { ...REQUEST, searches: true };

function turnOf(script: WrittenScript) {
  const turn = openScriptTurn({ script: defineScript(script) }, 1);
  return {
    turn,
    /** Builds the next reply and takes it for delivered. */
    reply(request: ModelRequest) {
      const next = turn.position.next();
      if (next === undefined) throw new Error('the script is at its end');
      const built = buildReply(turn, next, request);
      turn.position.played({ faultMet: false, delivered: built.steps });
      return built;
    },
  };
}

const SEARCH_AND_SAY: WrittenScript = {
  name: 's',
  steps: [
    { actions: [{ search: 'x' }], usage: { input: 10, output: 1 }, delay: 5, pace: 2 },
    { actions: [{ say: 'y' }], usage: { input: 20, output: 2 }, delay: 7, times: 3 },
    { say: 'z' },
  ],
};
const kinds = ({ items }: { items: readonly { kind: string }[] }) => items.map(({ kind }) => kind);

test('a search of the provider joins steps into one reply, which reports usage once', () => {
  const { reply } = turnOf(SEARCH_AND_SAY);
  const joined = reply(SEARCHING);
  expect(kinds(joined)).toEqual(['search', 'text']);
  expect(joined.usage).toMatchObject({ input: 20, output: 2 });
  expect(joined).toMatchObject({ delay: 12, pace: 2, steps: 2 });
  // The second step is given three times, the first of them in the joined reply.
  const texts = [1, 2, 3].map(() => reply(SEARCHING).items[0]);
  expect(texts).toMatchObject([{ text: 'y' }, { text: 'y' }, { text: 'z' }]);
});

test('the same script takes a reply for each where the client searches', () => {
  const { reply } = turnOf(SEARCH_AND_SAY);
  const [search, say] = [reply(REQUEST), reply(REQUEST)];
  expect([...kinds(search), ...kinds(say)]).toEqual(['call', 'text']);
  expect([search.usage.input, say.usage.input]).toEqual([10, 20]);
});

test('a search that is given several times is searched as often', () => {
  const { reply } = turnOf({
    steps: [{ actions: [{ search: 'x' }], times: 2 }, { say: 'y' }],
  });
  expect(kinds(reply(SEARCHING))).toEqual(['search', 'search', 'text']);
});

test('a step with a fault is never joined to another', () => {
  const { reply } = turnOf({
    steps: [{ search: 'x' }, { fault: { status: 503, times: 1 }, actions: [{ say: 'y' }] }],
  });
  expect(kinds(reply(SEARCHING))).toEqual(['search']);
});

test('replies and asides of the same depth have different names', () => {
  const { turn, reply } = turnOf({ name: 's', steps: [{ actions: [], times: 2 }, { say: 'b' }] });
  const tags = [
    ...[1, 2, 3].map(() => reply(REQUEST).tag),
    ...[1, 2].map(() => buildAside(turn, REQUEST, 'x').tag),
  ];
  expect(tags).toEqual(['s_1_1_1', 's_1_1_1-2', 's_1_1_2', 's_1_1_aside', 's_1_1_aside-2']);
});

test('a reply that was lost has the same name when it is given again', () => {
  const { turn } = turnOf({ steps: [{ say: 'a' }] });
  const tags = [1, 2].map(() => {
    const next = turn.position.next();
    turn.position.played({ faultMet: false, delivered: 0 });
    return next && buildReply(turn, next, REQUEST).tag;
  });
  expect(tags[0]).toBe(tags[1]);
});
