import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import { agents } from '@dragoman/agents';
import { recordings, withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { findLeftovers } from '../leftovers/find-leftovers.js';
import { type AdoptOptions, prepareAdoption } from './adopt-session.js';
import { holdHome } from './home-lock.js';
import { createSessionRegistry } from './session-registry.js';

const { codex } = agents;
const SECRET = `sk-proj-${'a1B2'.repeat(12)}`;

interface Folders {
  readonly stateDirectory: string;
  readonly options: AdoptOptions;
  readonly homes: () => Promise<string[]>;
}

/** A session that Codex began, in a workspace that is there. */
async function withSession(check: (folders: Folders) => Promise<void>): Promise<void> {
  await withThrowawayHome(async ({ home: root }) => {
    const [stateDirectory, home] = [join(root, 'state'), join(root, '.codex')];
    const path = join(home, `sessions/2026/11/15/rollout-2026-11-15T10-00-00-${ID}.jsonl`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, TEXT.replaceAll(CWD, root).replaceAll('do the multi', SECRET));
    const run = async () => expect.fail('Codex keeps its sessions in files');
    const options = { agent: codex, path, home, stateDirectory, run, runIn: () => run };
    const homes = () => readdir(join(stateDirectory, 'homes'));
    await check({ stateDirectory, options, homes });
  });
}

const [recorded] = recordings().filter(
  ({ agent, view, version, scenario }) =>
    agent === 'codex' && view === 'saved' && version === codex.version && scenario === 'multi',
);
const TEXT = new TextDecoder().decode(recorded?.bytes());
const { id: ID, cwd: CWD } = JSON.parse(TEXT.split('\n')[0] ?? '').payload;

test('a copy is under the provider of the turns that go on with it; the original stays', () =>
  withSession(async ({ stateDirectory, options }) => {
    const before = await readFile(options.path, 'utf8');
    await writeFile(
      options.path,
      before.replace(/"model_provider":"\w+"/, '"model_provider":"openai"'),
    );
    await (await prepareAdoption(options)).adopt();
    const { home } = await createSessionRegistry(stateDirectory).require('codex', ID);
    const copy = await codex.interpreter.sessions.find(ID, { home: join(home, '.codex') });
    const provided = async (path: string) =>
      /"model_provider":"(\w+)"/.exec(await readFile(path, 'utf8'))?.[1];
    expect([await provided(options.path), await provided(copy ?? '')]).toEqual([
      'openai',
      'dragoman',
    ]);
  }));

// Node has it since 22.15.
const pack: ((text: string) => Uint8Array) | undefined = Reflect.get(zlib, 'zstdCompressSync');

test('a packed session is unpacked for its copy, or refused where Node can not do that', () =>
  withSession(async ({ stateDirectory, options, homes }) => {
    const path = `${options.path}.zst`;
    const text = await readFile(options.path, 'utf8');
    await writeFile(path, pack?.(text) ?? text);
    await rm(options.path);
    const adopted = prepareAdoption({ ...options, path }).then(({ adopt }) => adopt());
    if (pack === undefined) {
      await expect(adopted).rejects.toMatchObject({ code: 'session_compressed' });
      expect(await homes().catch(() => [])).toEqual([]);
      return;
    }
    await adopted;
    const { home } = await createSessionRegistry(stateDirectory).require('codex', ID);
    const copy = await codex.interpreter.sessions.find(ID, { home: join(home, '.codex') });
    expect(copy).toMatch(/\.jsonl$/);
    expect(await readFile(copy ?? '', 'utf8')).toContain('"model_provider":"dragoman"');
  }));

test('a second copy of a session is refused, and the first keeps what turns have said in it', () =>
  withSession(async ({ stateDirectory, options, homes }) => {
    const [first, second] = [await prepareAdoption(options), await prepareAdoption(options)];
    await first.adopt();
    const registry = createSessionRegistry(stateDirectory);
    const entry = await registry.require('codex', ID);
    const refusal = {
      code: 'session_copied',
      message: expect.stringContaining(`dragoman exec --resume ${ID}`),
    };
    await expect(prepareAdoption(options)).rejects.toMatchObject(refusal);
    await expect(second.adopt()).rejects.toMatchObject(refusal);
    expect(await registry.all()).toEqual([entry]);
    expect(await homes()).toHaveLength(1);
  }));

test('a copy is undone, unless a turn has gone on with it or is about to', () =>
  withSession(async ({ stateDirectory, options, homes }) => {
    const registry = createSessionRegistry(stateDirectory);
    const undone = await (await prepareAdoption(options)).adopt();
    await undone.undo();
    expect([await registry.all(), await homes()]).toEqual([[], []]);

    const kept = await (await prepareAdoption(options)).adopt();
    const entry = await registry.require('codex', ID);
    const turn = { home: entry.home, turnDirectory: '/turns/1' };
    await holdHome({ ...turn, settle: async () => 'alive' });
    await kept.undo();
    expect(await registry.all()).toEqual([entry]);
    registry.note({ ...entry, turns: entry.turns + 1 });
    await kept.undo();
    expect(await registry.all()).toHaveLength(1);
  }));

test('a HOME into which a session is being copied is no leftover', () =>
  withSession(async ({ stateDirectory, options, homes }) => {
    const { sessions } = codex.interpreter;
    const cacheDirectory = join(stateDirectory, 'cache');
    let seen: readonly unknown[] | undefined;
    const copies: typeof sessions.copies = async (...args) => {
      expect(await homes()).toContainEqual(expect.stringMatching(/^adopted[0-9a-f]+$/));
      seen = await findLeftovers({
        stateDirectory,
        cacheDirectory,
        temporaryDirectory: cacheDirectory,
      });
      return sessions.copies(...args);
    };
    const interpreter = { ...codex.interpreter, sessions: { ...sessions, copies } };
    await (await prepareAdoption({ ...options, agent: { ...codex, interpreter } })).adopt();
    expect(seen).toEqual([]);
    expect(await homes()).toHaveLength(1);
  }));

test('no secret of the first prompt is noted', () =>
  withSession(async ({ stateDirectory, options }) => {
    await (await prepareAdoption(options)).adopt();
    const { firstPrompt } = await createSessionRegistry(stateDirectory).require('codex', ID);
    expect(firstPrompt).toMatch(/^\[redacted.*\] scenario/);
  }));
