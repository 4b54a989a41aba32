import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentName } from '@dragoman/agents';
import { defineScript, type SeenRequest, startScriptGateway } from '@dragoman/gateway';
import { isJsonObject, reduce } from '@dragoman/protocol';
import {
  createTurnFixture,
  type EndedTurn,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  type TurnFixture,
} from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Settings of each agent that are there, and can't be changed. */
const SETTINGS: readonly [agent: AgentName, path: string][] = [
  ['claude', '.claude/settings.json'],
  ['codex', '.codex/config.toml'],
  ['gemini', '.gemini/settings.json'],
  // Other tests run OpenCode without such a folder.
  ['opencode', '.opencode/opencode.json'],
];

/** Writes to what is protected, and to what is only reported. */
const WORK = [
  'git status --short; echo evil >.npmrc; echo evil >.vscode/x; echo evil >.git/hooks/pre-commit',
  'echo evil >.git/commondir; echo "{}" >package.json; ln -s /etc/passwd link',
].join('; ');

const RISKS = [
  { path: '.git/commondir', risk: 'repository', change: 'created', undone: true },
  { path: 'link', risk: 'link', change: 'created' },
  { path: 'package.json', risk: 'scripts', change: 'created' },
];

// Each turn of some CLIs takes many seconds of a processor, so one proves much.
describe.each(SETTINGS)('a turn of %s in bubblewrap, without a network,', (agent, settings) => {
  let fixture: TurnFixture;
  let ended: EndedTurn;
  const seen: SeenRequest[] = [];

  beforeAll(async () => {
    await requireProgram('bwrap', 'bubblewrap');
    fixture = await createTurnFixture();
    const { workspace } = fixture;
    execFileSync('git', ['init', '-q'], { cwd: workspace });
    await mkdir(join(workspace, dirname(settings)));
    await writeFile(join(workspace, settings), settings.endsWith('.json') ? '{}' : '');
    // What was made before is older than the turn, also for a kernel that counts in ticks.
    await delay(50);
    const provider = await startScriptGateway();
    const script = defineScript({
      steps: [
        { run: 'echo made > made.txt; cat made.txt' },
        { run: `${WORK}; echo evil >${settings}` },
        { say: 'It is made.' },
      ],
    });
    const { token: key } = provider.admit({ script, onRequest: (request) => seen.push(request) });
    const access = { kind: 'forward', key, baseUrl: provider.url ?? '' } as const;
    try {
      ended = await fixture.run({ agent, sandbox: 'bubblewrap', network: 'none', access });
    } finally {
      await provider.close();
    }
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => fixture.remove());

  test('runs a command and says what came of it', async () => {
    const { events, end, turn } = ended;
    expect(end).toMatchObject({ status: 'success', exit_code: 0, signal: null });
    expect(await readFile(join(fixture.workspace, 'made.txt'), 'utf8')).toBe('made\n');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'sandbox', kind: 'bubblewrap' },
      { type: 'init', agent, cwd: fixture.workspace },
    ]);
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('end');
    const read = JSON.stringify(reduce(events));
    expect(read).toContain('It is made.');
    expect(read).toMatch(/"content":"made(\\n)?"/);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'init', session_id: turn.sessionId }),
    );
  });

  test('changes nothing that is protected, and what it left is reported before the end', async () => {
    const { events } = ended;
    const risks = events.filter(({ type }) => type === 'workspace_risk');
    expect(risks).toMatchObject([{ items: RISKS }]);
    expect(events.at(-2)?.type).toBe('workspace_risk');
    const status = ['status', '--short', '--untracked-files=all'];
    const changed = execFileSync('git', status, { cwd: fixture.workspace, encoding: 'utf8' });
    expect(changed).toBe(`?? ${settings}\n?? link\n?? made.txt\n?? package.json\n`);
  });

  test('asks the provider for nothing that the default does not allow', () => {
    expect(JSON.stringify(ended.events)).not.toContain('not_allowed');
    expect(seen.length).toBeGreaterThan(1);
    const tools = JSON.stringify(seen.map(({ body }) => isJsonObject(body) && body.tools));
    expect(tools).not.toMatch(/"type":"(web_search|mcp)/);
  });

  test('leaves nothing behind', async () => {
    expect(await fixture.remains()).toEqual([]);
  });
});
