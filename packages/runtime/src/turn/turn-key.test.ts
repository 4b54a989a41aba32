import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defineScript,
  loadCassette,
  startScriptGateway,
  type WrittenScript,
} from '@dragoman/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';

/** All that an agent can look at: its environment, that of every process it sees, and all files. */
const SEARCH = [
  'cat /proc/self/environ /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n" > seen.txt',
  'env >> seen.txt',
  'ps axww >> seen.txt 2>/dev/null',
  'grep -rIs "" "$HOME" >> seen.txt',
  'true',
].join('; ');

/** Asks a server of this machine, and notes whether it could be reached. */
const asking = (address: string): string =>
  `fetch("${address}").then(() => "reached", () => "out of reach").then((what) => require("fs").writeFileSync("network.txt", what))`;

const fixture = fixtureOfFile({ bubblewrap: true });

/** A provider on loopback, whose key is the real one of these tests. */
async function startProvider(stepsAt: (baseUrl: string) => WrittenScript['steps']) {
  const provider = await startScriptGateway();
  onTestFinished(() => provider.close());
  const baseUrl = provider.url ?? '';
  const { token: key } = provider.admit({ script: defineScript({ steps: stepsAt(baseUrl) }) });
  return { key, baseUrl };
}

describe.each(['process', 'bubblewrap'] as const)('in a sandbox of kind %s', (sandbox) => {
  test('the key of the model is nowhere where the agent can look', async () => {
    const { key, baseUrl } = await startProvider(() => [{ run: SEARCH }, { say: 'Looked.' }]);
    const { end, events, turn } = await fixture.run({
      sandbox,
      access: { kind: 'forward', key, baseUrl },
    });
    expect(end.status).toBe('success');
    const seen = await readFile(join(fixture.workspace, 'seen.txt'), 'utf8');
    expect(seen).toContain('DRAGOMAN_TURN_TOKEN=dgm_');
    expect(seen).not.toContain(key);
    expect(JSON.stringify(events)).not.toContain(key);
    for (const path of await fixture.written()) {
      expect((await readFile(path)).includes(key), path).toBe(false);
    }
    expect(turn.sessionId).toBeDefined();
  });
});

test('an agent without a network reaches its model and nothing else', async () => {
  const { key, baseUrl } = await startProvider((address) => [
    { run: `${JSON.stringify(process.execPath)} -e '${asking(address)}'` },
    { say: 'Tried.' },
  ]);
  const { end } = await fixture.run({
    sandbox: 'bubblewrap',
    network: 'none',
    access: { kind: 'forward', key, baseUrl },
  });
  expect(end.status).toBe('success');
  expect(await readFile(join(fixture.workspace, 'network.txt'), 'utf8')).toBe('out of reach');
});

test('what was said can be recorded, and said again without a provider', async () => {
  const { key, baseUrl } = await startProvider(() => [{ run: 'echo taped' }, { say: 'On tape.' }]);
  const record = join(fixture.workspace, 'turn.cassette.json');
  const first = await fixture.run({ access: { kind: 'forward', key, baseUrl, record } });
  expect(first.end.status).toBe('success');
  expect(await readFile(record, 'utf8')).not.toContain(key);
  const cassette = await loadCassette(record);
  const second = await fixture.run({ access: { kind: 'replay', cassette } });
  expect(second.end.status).toBe('success');
  expect(second.events).toContainEqual(expect.objectContaining({ content: 'On tape.' }));
});

test('a cassette that can’t be saved is reported, and the turn is what it was', async () => {
  const remove = [{ run: 'rmdir tapes' }, { say: 'Untaped.' }];
  const { key, baseUrl } = await startProvider(() => remove);
  await mkdir(join(fixture.workspace, 'tapes'));
  const record = join(fixture.workspace, 'tapes', 'turn.json');
  const { end, events } = await fixture.run({ access: { kind: 'forward', key, baseUrl, record } });
  expect(end.status).toBe('success');
  const message = expect.stringContaining(record);
  expect(events.at(-3)).toMatchObject({ type: 'error', fatal: false, message });
});

test('a cassette whose folder isn’t there is refused before anything exists', async () => {
  const before = await fixture.written();
  const record = '/nowhere/at/all/turn.json';
  const baseUrl = 'http://127.0.0.1:1';
  const access = { kind: 'forward', key: 'sk-not-a-real-key', baseUrl, record } as const;
  await expect(fixture.start({ access })).rejects.toMatchObject({
    code: 'cassette_not_saved',
  });
  expect(await fixture.written()).toEqual(before);
});

test('an address that is none is refused before anything exists', async () => {
  const before = await fixture.written();
  const access = { kind: 'forward', key: 'sk-not-a-real-key', baseUrl: 'nonsense' } as const;
  await expect(fixture.start({ access })).rejects.toMatchObject({
    code: 'gateway_upstream_invalid',
  });
  expect(await fixture.written()).toEqual(before);
});
