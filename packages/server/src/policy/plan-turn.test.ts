import { existsSync } from 'node:fs';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { agents } from '@dragoman/agents';
import { type StartTurnBody, startTurnBody } from '@dragoman/protocol/http';
import type { ForwardAccess } from '@dragoman/runtime';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerPolicy } from '../contract.js';
import { planTurn, type TurnToPlan } from './plan-turn.js';

const ACCESS: ForwardAccess = { kind: 'forward', key: 'sk-none', baseUrl: 'http://127.0.0.1:1' };
const CODEX = `codex@${agents.codex.version}`;
/** The smallest PNG there is. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let root: string;
let stateDirectory: string;
let policy: ServerPolicy;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-policy-')));
  stateDirectory = join(root, 'state');
  for (const name of ['state', 'project', 'template']) await mkdir(join(root, name));
  policy = {
    agents: {
      codex: { access: ACCESS, models: ['gpt-5', 'gpt-5-mini'] },
      careful: { agent: 'claude', access: ACCESS },
    },
    workspaces: {
      project: { path: join(root, 'project') },
      fresh: { template: join(root, 'template') },
      empty: { template: '' },
    },
  };
});
afterEach(() => rm(root, { recursive: true, force: true }));

function plan(body: Partial<StartTurnBody>, more: Partial<TurnToPlan> = {}) {
  const parsed = startTurnBody.parse({ prompt: 'Go.', ...body });
  return planTurn({ policy, stateDirectory, ...more, body: parsed });
}

async function freshFolders(): Promise<string[]> {
  const folder = join(root, 'state-workspaces');
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  return names.filter((name) => name.includes('/'));
}

describe('a client chooses by name', () => {
  test('and gets the first of everything where it says nothing', async () => {
    const { options, agent, workspace, folder } = await plan({});
    expect({ agent, workspace, folder }).toEqual({ agent: 'codex', workspace: 'project' });
    expect(options).toMatchObject({
      agent: CODEX,
      model: 'gpt-5',
      cwd: join(root, 'project'),
      sandbox: 'bubblewrap',
      stateDirectory,
    });
    expect(options).not.toHaveProperty('tools');
    expect(options).not.toHaveProperty('images');
  });

  test('an agent by its name in the policy, or exactly the version that is behind it', async () => {
    expect(await plan({ agent: CODEX })).toMatchObject({ agent: 'codex' });
    expect(await plan({ agent: 'careful' })).toMatchObject({
      agent: 'careful',
      options: { agent: `claude@${agents.claude.version}` },
    });
    for (const agent of ['codex@0.58.0', 'gemini', 'constructor', '../codex', 'CODEX']) {
      await expect(plan({ agent })).rejects.toMatchObject({
        code: 'agent_not_allowed',
        message: expect.stringContaining(`codex (${CODEX}), careful (claude@`),
      });
    }
  });

  test('a model of the list, and none where there is no list', async () => {
    expect((await plan({ model: 'gpt-5-mini' })).options.model).toBe('gpt-5-mini');
    expect((await plan({ agent: 'careful' })).options).not.toHaveProperty('model');
    await expect(plan({ model: 'o9' })).rejects.toMatchObject({
      code: 'model_not_allowed',
      message: expect.stringContaining('gpt-5, gpt-5-mini'),
    });
    await expect(plan({ agent: 'careful', model: 'opus' })).rejects.toMatchObject({
      code: 'model_not_allowed',
      message: expect.stringContaining('leave `model` out'),
    });
  });

  test('a workspace, never a path', async () => {
    for (const workspace of ['other', '/etc', '..', join(root, 'project'), 'toString']) {
      await expect(plan({ workspace })).rejects.toMatchObject({
        code: 'workspace_unknown',
        message: expect.stringContaining('project, fresh, empty'),
      });
    }
  });

  test('an effort that there is, of what the agent can do', async () => {
    expect((await plan({ reasoning_effort: 'high' })).options.reasoningEffort).toBe('high');
    await expect(plan({ reasoning_effort: 'most' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('low, medium, high'),
    });
    policy = { ...policy, agents: { gemini: { access: ACCESS } } };
    await expect(plan({ output_schema: { type: 'object' } })).rejects.toMatchObject({
      code: 'unsupported_option',
    });
    expect(await freshFolders()).toEqual([]);
  });
});

describe('limits', () => {
  test('are those of the policy, lowered by the client and never raised', async () => {
    policy = {
      ...policy,
      limits: { turn: { wallMs: 60_000 }, tokens: 1000, costUsd: 1, answerMs: 5000 },
    };
    const limits = { wall_ms: 10_000, idle_ms: 7_200_000, tokens: 5000, cost_usd: 0.5 };
    const { options } = await plan({ limits }, { left: { tokens: 700 } });
    expect(options.limits).toMatchObject({ wallMs: 10_000, idleMs: 600_000, totalMs: 3_660_000 });
    expect(options.access).toMatchObject({ budget: { totalTokens: 700, costUsd: 0.5 } });
    const more = { wall_ms: 1e9, total_ms: 1e9 };
    expect((await plan({ limits: more })).options.limits).toMatchObject({
      wallMs: 60_000,
      totalMs: 3_660_000,
    });
  });

  test('in dollars need a model with a price', async () => {
    policy = { ...policy, agents: { codex: { access: ACCESS, models: ['mine'] } } };
    await expect(plan({ limits: { cost_usd: 1 } })).rejects.toMatchObject({
      code: 'price_unknown',
    });
  });
});

describe('tools of a client', () => {
  const tool = { name: 'look', input_schema: { type: 'object' } };

  test('wait no longer than the server allows', async () => {
    policy = { ...policy, limits: { answerMs: 5000 } };
    const tools = [
      { ...tool, timeout_ms: 100 },
      { ...tool, name: 'wait', timeout_ms: 60_000 },
      { ...tool, name: 'ask' },
    ];
    const { options } = await plan({ tools, limits: { answer_ms: 2000 } });
    expect(options.tools?.map(({ timeoutMs }) => timeoutMs)).toEqual([100, 2000, 2000]);
  });

  test('that stand for a form have their answers checked', async () => {
    const tools = [
      { ...tool, event: 'snapshot_request' as const },
      { ...tool, name: 'other' },
    ];
    const [form, other] = (await plan({ tools })).options.tools ?? [];
    expect(form?.checkOutput?.({ fields: 'none' })).toContain('fields');
    expect(form?.checkOutput?.({ fields: [] })).toBeUndefined();
    expect(other?.checkOutput).toBeUndefined();
  });

  test('are refused where the operator says so', async () => {
    policy = { ...policy, tools: false };
    await expect(plan({ tools: [tool] })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(plan({ tools: [] })).resolves.toBeDefined();
  });
});

describe('a workspace for each session', () => {
  test('is a copy of the template: modes kept, links as links, nothing outside followed', async () => {
    const template = join(root, 'template');
    await mkdir(join(template, 'deep/er'), { recursive: true });
    await writeFile(join(template, 'deep/er/run.sh'), 'echo', { mode: 0o755 });
    await writeFile(join(template, 'deep/note'), 'hi', { mode: 0o640 });
    await mkdir(join(template, 'locked'), { mode: 0o500 });
    await writeFile(join(root, 'secret'), 'never');
    await symlink(join(root, 'secret'), join(template, 'outside'));
    await symlink('deep/note', join(template, 'inside'));
    await symlink(join(template, 'deep'), join(template, 'whole'));
    const planned = await plan({ workspace: 'fresh' });
    const folder = planned.folder ?? '';
    expect(planned.options).toMatchObject({ cwd: folder, repository: 'hide' });
    expect(dirname(folder)).toBe(join(root, 'state-workspaces/fresh'));
    expect((await stat(dirname(dirname(folder)))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'deep/er/run.sh'))).mode & 0o777).toBe(0o755);
    expect((await stat(join(folder, 'deep/note'))).mode & 0o777).toBe(0o640);
    expect((await stat(join(folder, 'locked'))).mode & 0o777).toBe(0o500);
    expect((await lstat(join(folder, 'outside'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'inside'), 'utf8')).toBe('hi');
    expect(await readlink(join(folder, 'whole'))).toBe(join(folder, 'deep'));
  });

  test('is another for each, and the same for the next turn of the conversation', async () => {
    await writeFile(join(root, 'template/a'), 'a');
    const first = await plan({ workspace: 'fresh' });
    const second = await plan({ workspace: 'fresh' });
    expect(second.folder).not.toBe(first.folder);
    const before = { agent: 'codex', workspace: 'fresh', folder: first.folder };
    const next = await plan({}, { conversation: before });
    expect(next).toMatchObject({ folder: first.folder, workspace: 'fresh' });
    await next.undo();
    expect(existsSync(first.folder ?? '')).toBe(true);
    await rm(first.folder ?? '', { recursive: true });
    // Something is there, so it isn't gone.
    await writeFile(first.folder ?? '', 'in the way');
    await expect(plan({}, { conversation: before })).rejects.toMatchObject({
      code: 'workspace_missing',
    });
    await rm(first.folder ?? '');
    await expect(plan({}, { conversation: before })).rejects.toMatchObject({
      code: 'session_unknown',
    });
  });

  test('is empty where the template is, and gone where the turn could not begin', async () => {
    const planned = await plan({ workspace: 'empty' });
    expect(await readdir(planned.folder ?? '.')).toEqual([]);
    await planned.undo();
    expect(await freshFolders()).toEqual([]);
  });

  test('is never half of a template', async () => {
    policy = { ...policy, workspaces: { fresh: { template: join(root, 'nowhere') } } };
    await expect(plan({})).rejects.toMatchObject({ code: 'workspace_missing' });
    expect(await freshFolders()).toEqual([]);
  });
});

describe('a session', () => {
  const SESSION = '0199a213-81c0-7800-8aa1-bbab2a035a53';
  const note = (workspace: string) =>
    createSessionRegistry(stateDirectory).note({
      agent: 'claude',
      sessionId: SESSION,
      home: join(root, 'home'),
      workspace,
      sandbox: 'bubblewrap',
      turns: 1,
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    });

  test('goes on with its agent and in its workspace, though nobody names them', async () => {
    const began = await plan({ workspace: 'fresh' });
    note(began.folder ?? '');
    const { options, agent, workspace, folder } = await plan({ session_id: SESSION });
    expect({ agent, workspace, folder }).toEqual({
      agent: 'careful',
      workspace: 'fresh',
      folder: began.folder,
    });
    expect(options.resume).toBe(SESSION);
    const forked = await plan({ session_id: SESSION, fork: true });
    expect(forked.options).toMatchObject({ fork: SESSION });
    expect(forked.options).not.toHaveProperty('resume');
  });

  test('of a conversation is resumed by the next turn', async () => {
    note(join(root, 'project'));
    const conversation = { agent: 'careful', workspace: 'project', sessionId: SESSION };
    expect((await plan({}, { conversation })).options.resume).toBe(SESSION);
    await expect(plan({ agent: 'codex' }, { conversation })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(plan({ workspace: 'fresh' }, { conversation })).rejects.toMatchObject({
      code: 'session_elsewhere',
    });
  });

  test('that is gone, elsewhere or missing is refused without a path', async () => {
    const refused = async (body: Partial<StartTurnBody>, code: string) => {
      const error = await plan(body).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain(root);
    };
    await refused({ session_id: SESSION }, 'session_unknown');
    await refused({ fork: true }, 'invalid_request');
    note(join(root, 'project'));
    await refused({ session_id: SESSION, agent: 'codex' }, 'session_unknown');
    await refused({ session_id: SESSION, workspace: 'fresh' }, 'session_elsewhere');
    note(join(root, 'elsewhere'));
    await refused({ session_id: SESSION, workspace: 'project' }, 'session_elsewhere');
  });
});

test('images are files until the turn has ended', async () => {
  const { options, finish } = await plan({ images: [{ media_type: 'image/png', data: PNG }] });
  const [path = ''] = options.images ?? [];
  expect(basename(path)).toBe('image-1.png');
  expect(await readFile(path, 'base64')).toBe(PNG);
  await finish();
  expect(existsSync(dirname(path))).toBe(false);
});
