import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createProcessSandboxes,
  type FoundSandbox,
  type ProcessOwner,
  runDirectoryOf,
  type SandboxProvider,
  thisOwner,
} from '@dragoman/sandbox';
import { createFakeAgent, createTurnFixture, type TurnFixture } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChat } from '../chat/run-chat.js';
import { openJournal } from '../journal/open-journal.js';
import { findLeftovers } from '../leftovers/find-leftovers.js';
import { endOf, listTurns } from '../turn/list-turns.js';
import { openTurn } from '../turn/open-turn.js';
import { type TurnRecord, writeTurnRecord } from '../turn/turn-record.js';
import { recoverTurn } from './recover-turn.js';

const DEAD: ProcessOwner = { ...thisOwner(), pid: 2 ** 22, startTime: '1' };

let fixture: TurnFixture;
beforeEach(async () => {
  fixture = await createTurnFixture();
});
afterEach(() => fixture.remove());

/** Nothing that others left in the machine's folders counts. */
function foldersOf({ stateDirectory }: TurnFixture) {
  return { stateDirectory, cacheDirectory: stateDirectory, temporaryDirectory: stateDirectory };
}

/** A provider of somebody's, with what it was asked to remove. */
function providerOf(kind: string) {
  const removed: string[] = [];
  const plain = createProcessSandboxes({ stateDirectory: fixture.stateDirectory });
  const lost: FoundSandbox = {
    ...{ id: 'lost-sandbox', kind, createdAt: '', labels: { turn: 'lost' }, owned: false },
    remains: ['something'],
    remove: async () => void removed.push('lost-sandbox'),
  };
  const provider: SandboxProvider = {
    ...plain,
    kind,
    create: async (options) => ({ ...(await plain.create(options)), kind }),
    list: async () => (removed.length === 0 ? [lost] : []),
  };
  return { provider, removed };
}

/** A turn whose owner died, in a sandbox of this kind. */
async function loseTurn(sandbox: string, more: Partial<TurnRecord> = {}): Promise<string> {
  const { stateDirectory, workspace } = fixture;
  const directory = join(stateDirectory, 'turns', 'lost');
  const home = join(stateDirectory, 'homes', 'lost');
  await Promise.all([directory, home].map((path) => mkdir(path, { recursive: true })));
  writeTurnRecord(directory, {
    id: 'lost',
    createdAt: new Date().toISOString(),
    owner: DEAD,
    workspace,
    stateDirectory,
    runDirectory: runDirectoryOf('lost'),
    home,
    homeIsNew: true,
    sandbox,
    ...more,
  });
  return directory;
}

test('a turn runs in a sandbox of any kind, whose provider recovers those that are lost', async () => {
  const { provider, removed } = providerOf('jail-that-is-used');
  const { workspace: cwd, stateDirectory } = fixture;
  const agent = createFakeAgent('torn');
  const input = { message: 'Do it.' };
  await (await runChat({ agent, input, cwd, stateDirectory, sandbox: provider })).text();
  expect(await listTurns(stateDirectory)).toMatchObject([{ sandbox: 'jail-that-is-used' }]);
  const directory = await loseTurn('jail-that-is-used');
  expect(await recoverTurn(directory)).toBe('recovered');
  expect(removed).toEqual(['lost-sandbox']);
});

test('without its provider nothing of a turn is touched, and the error says what is missing', async () => {
  const directory = await loseTurn('unheard-of');
  const journal = openJournal(directory);
  journal.append({ type: 'turn', status: 'started' });
  journal.close();
  const before = await fixture.written();
  const missing = { code: 'sandbox_unknown', message: expect.stringContaining('"unheard-of"') };
  await expect(recoverTurn(directory)).rejects.toMatchObject(missing);
  const { stateDirectory } = fixture;
  const opened = await openTurn('lost', { stateDirectory });
  const seen: string[] = [];
  const read = async () => {
    for await (const { type } of opened.events()) seen.push(type);
  };
  await expect(read()).rejects.toMatchObject(missing);
  expect(seen).toEqual(['turn']);
  await expect(opened.outcome).rejects.toMatchObject(missing);
  const [leftover] = await findLeftovers(foldersOf(fixture));
  await expect(leftover?.remove()).rejects.toMatchObject(missing);
  expect(await fixture.written()).toEqual(before);
  expect(await readdir(join(stateDirectory, 'homes'))).toEqual(['lost']);
});

test('of several providers of one kind, be it one of Dragoman’s, each one removes what it has made', async () => {
  const { workspace: cwd, stateDirectory } = fixture;
  const first = providerOf('process');
  const second = providerOf('process');
  for (const { provider } of [first, { provider: { ...second.provider, list: async () => [] } }]) {
    const input = { message: 'Do it.' };
    const agent = createFakeAgent('torn');
    await (await runChat({ agent, input, cwd, stateDirectory, sandbox: provider })).text();
  }
  expect(await recoverTurn(await loseTurn('process'))).toBe('recovered');
  expect(first.removed).toEqual(['lost-sandbox']);
});

test('a sandbox of a given provider that nobody here lists is named in the end', async () => {
  const { provider } = providerOf('forgetful');
  const more = { sandboxId: 'unlisted-sandbox', providerIsGiven: true };
  const directory = await loseTurn('forgetful', more);
  const providers = [{ ...provider, list: async () => [] }];
  expect(await recoverTurn(directory, { providers })).toBe('recovered');
  expect(endOf(directory)?.warning).toContain('unlisted-sandbox');
});

test('a provider that can’t list its sandboxes is reported, and hides nothing else', async () => {
  const { provider } = providerOf('broken');
  await loseTurn('process');
  const list = () => Promise.reject(new Error('The engine is down.'));
  const providers = [{ ...provider, list }];
  const found = await findLeftovers({ ...foldersOf(fixture), providers });
  expect(found).toMatchObject([
    { kind: 'turn', name: 'lost' },
    { kind: 'sandbox', name: 'broken', about: expect.stringContaining('The engine is down.') },
  ]);
  await expect(found[1]?.remove()).rejects.toThrow('The engine is down.');
});

test('a provider that is given recovers it, for readers and in a list of leftovers, too', async () => {
  const { stateDirectory } = fixture;
  const { provider, removed } = providerOf('given');
  await loseTurn('given');
  const providers = [provider];
  const found = await findLeftovers({ ...foldersOf(fixture), providers });
  expect(found).toMatchObject([{ kind: 'turn', name: 'lost', remains: ['something'] }]);
  const turn = await openTurn('lost', { stateDirectory, providers });
  expect(await turn.outcome).toMatchObject({ status: 'failed', code: 'owner_lost' });
  expect(removed).toEqual(['lost-sandbox']);
  expect(await readdir(join(stateDirectory, 'homes'))).toEqual([]);
});
