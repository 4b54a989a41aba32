import { expect, test } from 'vitest';
import { folderMentions } from '../testing/folder-mentions.js';
import { environment, openaiBody, user } from '../testing/request-bodies.js';
import { shapeOfRequest } from './request-shape.js';

function shapeOf(json: unknown, path = '/v1/responses') {
  const request = { dialect: 'openai', method: 'POST', path, request: { json } } as const;
  return shapeOfRequest(request, folderMentions);
}

/** A user's text as it is compared, of a run in a folder and under a home. */
function compared(text: string, folder = '/tmp/one', home = '/tmp/home-1') {
  const notes = { role: 'developer', content: `Skills are in ${home}/.codex/skills.` };
  return shapeOf(openaiBody(notes, environment(folder, '2026-01-01'), user(text))).steps;
}

test("a path into the run's folder or home is the same path in another run", () => {
  expect(compared('Fix /tmp/one/src/a.ts and /tmp/home-1/notes')).toEqual(
    compared('Fix /home/me/two/src/a.ts and /home/me/notes', '/home/me/two', '/home/me'),
  );
});

test.each([
  ['/srv/a/b', '/home/me/thesis'],
  ['/tmp/one/a.ts', '/tmp/one/b.ts'],
  ['/tmp/one-more/a', '/tmp/one/a'],
  ['/etc/passwd', '/etc/hosts'],
])('%s and %s are two paths', (left, right) => {
  expect(compared(`delete ${left}`)).not.toEqual(compared(`delete ${right}`));
});

test('two texts that begin with a tag are two texts', () => {
  expect(compared('<b>delete</b> it')).not.toEqual(compared('<i>keep</i> it'));
});

test('ids, dates and white space play no part', () => {
  const id = (digit: string) => `${digit.repeat(8)}-1111-1111-1111-${digit.repeat(12)}`;
  expect(compared(`run ${id('a')} of 2026-01-01T10:00:00Z\n now`)).toEqual(
    compared(`run ${id('b')} of 2027-02-02T11:11:11Z now`),
  );
});

test('streaming is asked for in the body or in the query, and tools must be some', () => {
  expect(shapeOf({ stream: true, tools: [] })).toMatchObject({
    streamed: true,
    offersTools: false,
  });
  expect(shapeOf({ tools: [{}] }, '/v1beta/models/m:x?a=1&alt=sse')).toMatchObject({
    endpoint: 'POST /v1beta/models/m:x',
    streamed: true,
    offersTools: true,
  });
  expect(shapeOf({}, '/v1/responses?alt=json').streamed).toBe(false);
});
