import type { TurnResource } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';

const LOOK = {
  mcp: { server: 'caller', tool: 'getFormSnapshot', arguments: { instruction: 'Look.' } },
};

const LONG_MS = 150_000;

let pages: RelayPages;
beforeAll(async () => {
  pages = await openRelayPages({
    scripts: {
      late: {
        steps: [{ mcp: { server: 'caller', tool: 'wait', arguments: {} } }, LOOK, { say: 'Done.' }],
      },
    },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => pages?.close());

test('a page stays connected while responses of the relay end and begin', async () => {
  const { id, relay } = await pages.begin('late', ['wait']);
  const page = await pages.open('<label>Name <input></label>');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await page.evaluate((relay) => {
    const statuses: string[] = [];
    const onStatus = (status: string): void => void statuses.push(status);
    dragoman.connectPage(relay, dragoman.createPageTools(), { onStatus });
    Object.assign(window, { statuses });
  }, relay);
  // The client answers what the page can't, after more than two responses.
  await new Promise((resolve) => setTimeout(resolve, LONG_MS));
  const { requests } = (await pages.served.ask(`/v1/turns/${id}`)) as TurnResource;
  const requestId = requests[0]?.requestId;
  await pages.served.ask(`/v1/turns/${id}/answers`, { requestId, output: 'Waited.' });
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  await expect.poll(() => page.evaluate('statuses')).toEqual(['connected', 'over']);
  expect(asked.filter((method) => method === 'GET').length).toBeGreaterThanOrEqual(3);
}, 240_000);
