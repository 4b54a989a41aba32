import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listTurns } from '@dragoman/runtime';
import {
  INSTALL_TIMEOUT_MS,
  isWatchdog,
  processesOf,
  testCacheDirectory,
  waitUntil,
} from '@dragoman/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChatFixture, createChatFixture } from '../test-inputs/chat-fixture.js';

/** Claude Code shows the most, and Codex starts the fastest: its chat is there with both SDKs. */
const KINDS = {
  claude: { agent: 'claude', sdk: 6 },
  codex: { agent: 'codex', sdk: 6 },
  'codex, ai 7': { agent: 'codex', sdk: 7 },
} as const;
const BOTH_SDKS = ['codex', 'codex, ai 7'] as const;

type Kind = keyof typeof KINDS;

const PATIENT = { timeout: 120_000 };
const ACCENT = "getComputedStyle(document.documentElement).getPropertyValue('--accent-base')";

let fixture: ChatFixture<Kind>;

beforeAll(async () => {
  // What is installed for tests is no business of the user's state folder.
  vi.stubEnv('DRAGOMAN_STATE', join(testCacheDirectory(), 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  fixture = await createChatFixture(KINDS);
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  await fixture.remove();
  vi.unstubAllEnvs();
});

const stateOf = (kind: Kind) => join(fixture.server(kind).folder, 'state');
const turnsOf = (kind: Kind) => listTurns(stateOf(kind));

/** The command lines of all that runs for an agent. Its watchdog doesn't: it stays for the next turn. */
async function atWork(kind: Kind): Promise<readonly string[]> {
  const all = await processesOf([fixture.server(kind).folder]);
  return all.filter((one) => !isWatchdog(one)).map(({ args }) => args.join(' '));
}

async function nothingRuns(kind: Kind): Promise<void> {
  await waitUntil('no agent runs', async () => {
    const isOver = (await turnsOf(kind)).every(({ state }) => state !== 'running');
    return isOver && (await atWork(kind)).length === 0;
  });
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

function isIdle(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

test('shows what the agent thinks, plans, runs, changes and says', PATIENT, async () => {
  const page = await fixture.openPage('claude');
  await page.getByRole('button', { name: 'Fix the bill' }).click();
  await page.getByText('Fixed. The line added the price').waitFor();
  await isIdle(page);

  const thought = page.getByText('Somebody ordered two cups').last();
  expect(await thought.isVisible()).toBe(false);
  await page.getByText('Thought', { exact: true }).first().click();
  await thought.waitFor();
  await page.locator('summary', { hasText: 'exit 1' }).click();
  await page.getByText('FAILED 2 matcha = 4, expected 8').waitFor();
  expect(await page.locator('.diff .removed').textContent()).toBe('-  total=$((total + price))\n');
  expect(await page.locator('.diff .added').textContent()).toBe(
    '+  total=$((total + cups * price))\n',
  );
  expect(await page.getByLabel('Plan').textContent()).toContain('4 of 4');
  expect(await page.getByRole('row').allTextContents()).toContain('2 matcha48');
  expect(await page.getByTitle('Tokens of this turn').textContent()).toBe(
    '25.2k in (22.8k cached)720 out',
  );
});

test('a question is answered in the page, and the same turn goes on', PATIENT, async () => {
  const before = (await turnsOf('claude')).length;
  const page = await fixture.openPage('claude');
  await page.getByRole('button', { name: 'Choose a colour' }).click();
  await page.getByRole('button', { name: 'Hibiscus' }).click();
  await page.getByText('Done. The sign is Hibiscus now').waitFor();
  await isIdle(page);

  expect(await page.evaluate(ACCENT)).toBe('#b3325a');
  expect(await page.getByText('You chose Hibiscus.').count()).toBe(1);
  expect(await page.getByRole('article', { name: 'Agent' }).count()).toBe(1);
  expect(await turnsOf('claude')).toHaveLength(before + 1);
});

test('a question may be answered in other words, and not at all', PATIENT, async () => {
  const sessions = () => readdir(join(stateOf('codex'), 'sessions', 'codex')).catch(() => []);
  const before = (await sessions()).length;
  const page = await fixture.openPage('codex');
  await page.getByRole('button', { name: 'Choose a colour' }).click();
  await page.getByText('Codex waits for your answer').waitFor();
  await say(page, 'Rooibos');
  await page.getByText('“Rooibos” isn’t on my tray').waitFor();
  await isIdle(page);

  await say(page, 'Another colour, please.');
  await page.getByRole('button', { name: 'I’d rather not say' }).click();
  await page.getByText('As you like').waitFor();
  await isIdle(page);
  // The second message went on with the session of the first.
  expect(await sessions()).toHaveLength(before + 1);
});

test.each(BOTH_SDKS)(
  '%s: Escape stops the agent and all that it runs, and the chat goes on',
  PATIENT,
  async (kind) => {
    const page = await fixture.openPage(kind);
    await page.getByRole('button', { name: 'Watch the kettle' }).click();
    await waitUntil('the kettle is on', async () =>
      (await atWork(kind)).some((line) => line.includes('kettle.sh')),
    );
    await page.keyboard.press('Escape');
    // At once, in the same session. And a failure has the words of the model.
    await say(page, 'Fail.');
    await page.getByText('You stopped it here.').waitFor();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('The scripted model was asked to fail, and did.');
    await nothingRuns(kind);
    expect((await turnsOf(kind)).slice(-2).map(({ state }) => state)).toEqual([
      'canceled',
      'failed',
    ]);
    await page.reload();
    await alert.waitFor();
    expect(await alert.textContent()).toContain('The scripted model was asked to fail, and did.');
    expect(await page.getByText('You stopped it here.').count()).toBe(1);
  },
);

test('Escape stops an agent that waits for an answer', PATIENT, async () => {
  const page = await fixture.openPage('codex');
  await page.getByRole('button', { name: 'Choose a colour' }).click();
  await page.getByText('Codex waits for your answer').waitFor();
  await page.keyboard.press('Escape');
  await say(page, 'Another colour, please.');
  await page.getByText('The person stopped the turn.').waitFor();
  await page.getByText('Codex waits for your answer').waitFor();
  await page.keyboard.press('Escape');
  await nothingRuns('codex');
});

test.each(BOTH_SDKS)(
  '%s: a reload in mid-turn, and one before an answer, lose nothing',
  PATIENT,
  async (kind) => {
    const before = (await turnsOf(kind)).length;
    const page = await fixture.openPage(kind);
    await page.getByRole('button', { name: 'Choose a colour' }).click();
    await waitUntil('the turn begins', async () => (await turnsOf(kind)).length > before);
    await page.reload();
    await page.getByText('Codex waits for your answer').waitFor();
    await page.reload();
    await page.getByText('Codex waits for your answer').waitFor();
    await page.getByRole('button', { name: 'Hibiscus' }).click();
    await page.getByText('Done. The sign is Hibiscus now').waitFor();
    await isIdle(page);
    const said = await page.getByRole('log').textContent();
    // And one when it is over.
    await page.reload();
    await page.getByText('Done. The sign is Hibiscus now').waitFor();
    await isIdle(page);
    expect(await page.getByRole('log').textContent()).toBe(said);
    expect(await page.getByText('A look at the sign first.').count()).toBe(1);
    expect(await page.getByText('You chose Hibiscus.').count()).toBe(1);
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await turnsOf(kind)).toHaveLength(before + 1);
  },
);
