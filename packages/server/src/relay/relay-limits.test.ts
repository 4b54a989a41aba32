import { readFileSync } from 'node:fs';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LOOK, scripted } from '../../test-inputs/form-scripts.js';
import { offeredFormTools, openPage, openRelay } from '../../test-inputs/relay-page.js';
import {
  createServerFixture,
  refusalIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';

vi.setConfig({ testTimeout: 60_000 });

const PER_MINUTE = 20;

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({
    policy: { agents: { looker: scripted(LOOK) }, limits: { requestsPerMinute: PER_MINUTE } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(() => void process.off('unhandledRejection', unhandled));

/** A turn that waits for a page, and the page that was asked. */
async function beginWithPage() {
  const body = { agent: 'looker', prompt: 'Look.', tools: offeredFormTools };
  const began = await fixture.post('/v1/turns', body, { prefer: 'respond-async' });
  const id = began.headers.get('turn-id') ?? '';
  const relay = await openRelay(fixture.server, id);
  const page = await openPage(fixture.server, relay, { instance: 'instance-1' });
  await page.next();
  return { id, page, request: await page.next() };
}

/** Nearly all that a page may send at once, of things that are none. */
const JUNK = new Array<number>(1_900_000).fill(0);

test('an answer of a million wrong things is refused as quickly as one of a few', async () => {
  const { page, request } = await beginWithPage();
  const began = performance.now();
  const answers = [
    { type: 'snapshot_response', fields: JUNK },
    { type: 'snapshot_response', fields: [{ currentValue: JUNK }] },
    { type: 'execute_response', report: { applied: 0, skipped: 0, warnings: JUNK } },
  ];
  for (const answer of answers) {
    const refused = await page.answer({ ...answer, requestId: String(request?.requestId) });
    expect(await refusalIn(refused)).toEqual([422, 'INVALID_RESPONSE']);
  }
  // It took minutes, and gigabytes.
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('of the tools that a page says it has no more are kept than a turn may have', async () => {
  const { id } = await beginWithPage();
  const kept = async (tools: string) => {
    const relay = await openRelay(fixture.server, id);
    const page = await openPage(fixture.server, relay, { instance: 'instance-2', tools });
    expect(page.status).toBe(200);
    await page.cut();
    const [file = ''] = (await fixture.written()).filter(
      (path) => path.includes(`relays/${id}/pages`) && readFileSync(path, 'utf8').includes('-2"'),
    );
    return (JSON.parse(readFileSync(file, 'utf8')) as { tools: string[] }).tools;
  };
  expect(await kept('a,a,b,,a,-c,9')).toEqual(['a', 'b']);
  const many = Array.from({ length: 1000 }, (_, index) => `t${index}`);
  expect(await kept(many.join(','))).toEqual(many.slice(0, 128));
  expect(await kept('x'.repeat(8000))).toEqual([]);
});

test('a page that asks too often is told when to come back, and takes nothing from the client', async () => {
  const { page } = await beginWithPage();
  const answers: Response[] = [];
  for (let count = 0; count < PER_MINUTE; count += 1) {
    answers.push(await page.answer({ type: 'nothing', requestId: 'none' }));
  }
  const [refused] = answers.slice(-1);
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refusalIn(refused ?? new Response())).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await fixture.get('/v1/turns')).status).toBe(200);
  // A promise that nobody looks at would have ended the server.
  expect(unhandled).not.toHaveBeenCalled();
});
