import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  type TurnFixture,
  testAgent,
} from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: TurnFixture;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  place = await createTurnFixture();
  execFileSync('git', ['init', '-q'], { cwd: place.workspace });
}, INSTALL_TIMEOUT_MS);
afterEach(() => place?.remove());

function put(path: string, content: string): void {
  mkdirSync(join(place.workspace, path, '..'), { recursive: true });
  writeFileSync(join(place.workspace, path), content);
}

/** What was made before is older than the turn, also for a kernel that counts in ticks. */
const later = () => delay(50);

/** Tries what is walled, and does what is only reported. */
const WORK = [
  'git status --short; echo evil >.npmrc; echo evil >.vscode/x; echo evil >.git/hooks/pre-commit',
  'echo evil >.git/commondir; echo "{}" >package.json; ln -s /etc/passwd link',
].join('; ');

const RISKS = [
  { path: '.git/commondir', risk: 'repository', change: 'created', undone: true },
  { path: 'link', risk: 'link', change: 'created' },
  { path: 'package.json', risk: 'scripts', change: 'created' },
];

/** Settings of each agent that are there, and can't be changed. */
const SETTINGS: readonly [agent: string, path: string][] = [
  ['claude', '.claude/settings.json'],
  ['codex', '.codex/config.toml'],
  ['gemini', '.gemini/settings.json'],
  ['opencode', '.opencode/opencode.json'],
];

test.each(SETTINGS)(
  '%s works behind the walls, and what it left is told before the end',
  async (agent, settings) => {
    await testAgent(agent);
    const content = settings.endsWith('.json') ? '{}' : '';
    // OpenCode is tried without such a folder by its own tests.
    put(settings, content);
    await later();
    const work = `${WORK}; echo evil >${settings}`;
    const { end, events } = await place.run({
      agent,
      sandbox: 'bubblewrap',
      script: { steps: [{ run: work }, { say: 'Done.' }] },
    });
    expect(end.status).toBe('success');
    const told = events.filter(({ type }) => type === 'workspace_risk');
    expect(told).toMatchObject([{ items: RISKS }]);
    expect(events.at(-2)?.type).toBe('workspace_risk');
    const status = ['status', '--short', '--untracked-files=all'];
    const changed = execFileSync('git', status, { cwd: place.workspace, encoding: 'utf8' });
    expect(changed).toBe(`?? ${settings}\n?? link\n?? package.json\n`);
    expect(await place.remains()).toEqual([]);
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'where nothing confines an agent, what it changed of all that is told',
  async () => {
    put('.vscode/settings.json', '{}');
    await later();
    const work =
      'echo evil >.vscode/settings.json; echo evil >.git/hooks/pre-commit; echo evil >.npmrc';
    const { events } = await place.run({ script: { steps: [{ run: work }, { say: 'Done.' }] } });
    const [told] = events.filter(({ type }) => type === 'workspace_risk');
    expect(told).toMatchObject({
      items: expect.arrayContaining([
        { path: '.git/hooks/pre-commit', risk: 'repository', change: 'created' },
        { path: '.vscode/settings.json', risk: 'settings', change: 'changed' },
        { path: '.npmrc', risk: 'settings', change: 'created' },
      ]),
    });
  },
  INSTALL_TIMEOUT_MS,
);
