import { newTurnId } from '@dragoman/runtime';
import { createTurnFixture, INSTALL_TIMEOUT_MS, type TurnFixture } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AskRoutes, createRoutes } from '../../test-inputs/routes-fixture.js';
import { createParts } from '../server-parts.js';
import { labelsOf } from '../store/turn-labels.js';
import { artifactRoutes } from './artifact-routes.js';

let fixture: TurnFixture;
let ask: AskRoutes;
const id = newTurnId();
const HTML = '<script>alert(1)</script>\n';
const NAME = "out/it's a “page” 100%.html";

beforeAll(async () => {
  fixture = await createTurnFixture();
  const entry = { id, client: 'ada', agent: 'codex', workspace: 'app', createdAt: '' };
  const run = `mkdir out; printf '%s' '${HTML.trim()}' > page; echo >> page; mv page "${NAME}"; ln -s /etc/passwd out/passwd`;
  await fixture.run({
    id,
    labels: labelsOf(entry),
    artifacts: 'out',
    script: { steps: [{ run }, { say: 'Done.' }] },
  });
  const { stateDirectory, workspace } = fixture;
  const policy = { agents: {}, workspaces: { app: { path: workspace } } };
  ask = createRoutes(createParts({ policy, stateDirectory }).context, artifactRoutes);
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const path = `/v1/turns/${id}/artifacts/${NAME.split('/').map(encodeURIComponent).join('/')}`;

test('a file that a turn announced is saved, and neither shown nor run', async () => {
  const response = await ask(path, { client: 'ada' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(HTML);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/html',
    'content-length': String(HTML.length),
    'content-disposition': `attachment; filename*=UTF-8''it%27s%20a%20%E2%80%9Cpage%E2%80%9D%20100%25.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  });
});

test('nothing else is, whatever a path leads to, and nothing of another client', async () => {
  const of = (rest: string) => `/v1/turns/${id}/artifacts/${rest}`;
  for (const [asked, client, code] of [
    [path, 'bob', 'turn_unknown'],
    [of('out/passwd'), 'ada', 'artifact_unknown'],
    [of('out'), 'ada', 'artifact_unknown'],
    [of('%2Fetc%2Fpasswd'), 'ada', 'artifact_unknown'],
    [of('..%2F..%2Fturn.json'), 'ada', 'artifact_unknown'],
    [of('out%2F..%2F..%2Fturn.json'), 'ada', 'artifact_unknown'],
    [of('index.json'), 'ada', 'artifact_unknown'],
    [of('%00'), 'ada', 'artifact_unknown'],
    // It was the path of no route.
    [of('a%0Ab'), 'ada', 'artifact_unknown'],
    [of('%zz'), 'ada', 'artifact_unknown'],
    [`/v1/turns/..%2F${id}/artifacts/x`, 'ada', 'turn_unknown'],
    [`/v1/turns/${newTurnId()}/artifacts/x`, 'ada', 'turn_unknown'],
  ] as const) {
    const response = await ask(asked, { client });
    expect([response.status, await response.json()]).toMatchObject([404, { errorCode: code }]);
  }
});
