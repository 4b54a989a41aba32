import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineScript } from '@dragoman/gateway';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createServerFixture,
  type ServerFixture,
  turnIn,
} from '../../test-inputs/server-fixture.js';
import { createDocument } from './openapi-document.js';

const REQUESTS = inject('isDeep') ? 10_000 : 300;
const MOST_GROWTH_BYTES = 64 * 1024 * 1024;
const SECRET = 'what only the other client may read';
const [OWN, OTHER] = [{ authorization: 'Bearer own' }, { authorization: 'Bearer other' }];
const openapi = createDocument({ hasKeys: true });

let fixture: ServerFixture;
/** What there is, of both clients. */
let ids: readonly string[];
let others: readonly string[];

beforeAll(async () => {
  const ask = { mcp: { server: 'caller', tool: 'ask', arguments: {} } };
  const asker = defineScript({ steps: [ask, { say: 'Thank you.' }] });
  fixture = await createServerFixture({
    keys: { find: async (token) => ({ id: token }) },
    policy: {
      agents: {
        codex: {
          access: ({ prompt }) => ({
            kind: 'script',
            script: defineScript({ steps: [{ say: prompt }] }),
          }),
        },
        asker: { agent: 'codex', access: { kind: 'script', script: asker } },
      },
      limits: { turnsPerKey: 1, requestsPerMinute: 1e9 },
    },
  });
  others = await idsOf({ prompt: SECRET, conversation: 'theirs' }, OTHER);
  ids = [...others, ...(await idsOf({ prompt: 'Hello.', conversation: 'chat-1' }, OWN))];
  // It takes the only turn that the client may have at once: what is fuzzed begins none.
  await fixture.ask({}, OWN);
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

/** A turn that is over, and its session. */
async function idsOf(body: object, headers: Record<string, string>): Promise<string[]> {
  const response = await fixture.post('/v1/turns', body, headers);
  await response.text();
  const id = response.headers.get('turn-id') ?? '';
  const { session_id } = await turnIn(await fixture.get(`/v1/turns/${id}`, headers));
  return [id, session_id ?? ''];
}

const junk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '..',
    '/etc/passwd',
    '__proto__',
    '\u0000',
    'codex',
    'chat-1',
    '9'.repeat(30),
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.object({ maxDepth: 2 }),
);

/** Mostly what a schema of the document allows, and sometimes something else. */
function valueFor(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (!isJsonObject(schema) || depth > 6) return junk;
  const known = { weight: 9, arbitrary: allowedBy(schema, depth) };
  return fc.oneof(known, { weight: 1, arbitrary: junk });
}

function allowedBy(schema: JsonObject, depth: number): fc.Arbitrary<unknown> {
  const deeper = (one: unknown) => valueFor(one, depth + 1);
  const { $ref, anyOf, oneOf, properties, required, items } = schema;
  if (typeof $ref === 'string') return deeper(resolved($ref));
  const choices = anyOf ?? oneOf ?? schema.allOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map(deeper));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === 'array') return fc.array(deeper(items), { maxLength: 3 });
  if (isJsonObject(properties)) {
    const requiredKeys = Array.isArray(required) ? required.map(String) : [];
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, one] of Object.entries(properties)) fields[name] = deeper(one);
    return fc.record(fields, { requiredKeys });
  }
  if (schema.type === 'string') return fc.oneof(fc.string(), fc.constantFrom(...ids, 'codex'));
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer();
  if (schema.type === 'boolean') return fc.boolean();
  return junk;
}

function resolved(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), openapi);
}

interface FuzzedRequest {
  readonly path: string;
  readonly init: RequestInit;
}

/** Requests of every operation of the document. */
function requests(): fc.Arbitrary<FuzzedRequest> {
  const made = Object.entries(openapi.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(isJsonObject(item) ? item : {}).map(([method, operation]) =>
      requestOf(path, method.toUpperCase(), isJsonObject(operation) ? operation : {}),
    ),
  );
  return fc.oneof(...made);
}

function requestOf(
  path: string,
  method: string,
  operation: JsonObject,
): fc.Arbitrary<FuzzedRequest> {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  const given = fc.tuple(
    ...parameters.filter(isJsonObject).map(({ name, in: where, schema }) =>
      fc.record({
        name: fc.constant(String(name)),
        where: fc.constant(where),
        value: where === 'path' ? fc.oneof(fc.constantFrom(...ids), junk) : valueFor(schema),
        isThere: where === 'path' ? fc.constant(true) : fc.boolean(),
      }),
    ),
  );
  const media = resolvedBody(operation);
  const body = media === undefined ? fc.constant(undefined) : valueFor(media.schema);
  const headers = fc.record(
    {
      accept: fc.constantFrom(
        'text/event-stream',
        'application/x-ndjson',
        'application/problem+json',
        '*/*',
        ';',
      ),
      prefer: fc.constant('respond-async'),
    },
    { requiredKeys: [] },
  );
  return fc.record({ given, body, headers }).map((asked) => {
    const url = new URL(`http://localhost${path}`);
    let filled = path;
    const sent = new Headers({ ...OWN, ...asked.headers, 'content-type': 'application/json' });
    for (const { name, where, value, isThere } of asked.given) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (where === 'path') filled = filled.replace(`{${name}}`, () => encoded(text));
      else if (isThere && where === 'query') url.searchParams.set(name, text);
      else if (isThere) sent.set(name, encoded(text));
    }
    const withBody = method === 'POST' && asked.body !== undefined;
    return {
      path: `${filled}${url.search}`,
      init: { method, headers: sent, ...(withBody && { body: JSON.stringify(asked.body) }) },
    };
  });
}

/** Half a pair of surrogates has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function resolvedBody({ requestBody }: JsonObject): JsonObject | undefined {
  const content = isJsonObject(requestBody) ? requestBody.content : undefined;
  const media = isJsonObject(content) ? content['application/json'] : undefined;
  return isJsonObject(media) ? media : undefined;
}

/** The statuses that a route may answer with. A path that none has may be asked for, too. */
function documented(method: string | undefined, route = 'none'): readonly string[] {
  const item = openapi.paths;
  const operations = isJsonObject(item) ? item[route] : undefined;
  const operation = isJsonObject(operations) ? operations[method?.toLowerCase() ?? ''] : undefined;
  const responses = isJsonObject(operation) ? operation.responses : undefined;
  return isJsonObject(responses) ? Object.keys(responses) : ['404', '405'];
}

/** Of this process, without what only waits to be collected. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().rss;
}

test('whatever is asked, nothing fails inside and nothing of another client is shown', async ({
  task,
}) => {
  const statuses = new Map<number, number>();
  const all = fc.sample(requests(), { numRuns: REQUESTS, seed: 17 });
  let halfway = 0;
  for (const [index, { path, init }] of all.entries()) {
    const response = await fixture.server.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    const words = `${init.method} ${path} ${init.body ?? ''}`;
    expect(response.status, `${words}\n${text}\n${fixture.log.at(-1)?.error}`).not.toBe(500);
    expect(documented(init.method, fixture.log.at(-1)?.route), words).toContain(
      String(response.status),
    );
    expect(text, words).not.toContain(SECRET);
    for (const id of others) if (!words.includes(id)) expect(text, words).not.toContain(id);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (index === REQUESTS / 2) halfway = memoryInUse();
  }
  task.meta.count = REQUESTS;
  expect(memoryInUse() - halfway).toBeLessThan(MOST_GROWTH_BYTES);
  // Both what is allowed and what is refused was asked for.
  for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(5);
  // The other client still has all of it.
  const kept = await fixture.get(`/v1/turns/${others[0]}/events`, OTHER);
  expect(await kept.text()).toContain(SECRET);
}, 300_000);
