import { cp, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { unifiedMessage } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jsonLines } from '../../../test-inputs/json-lines.js';
import {
  createMemoryTerminal,
  type MemoryTerminalOptions,
} from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';
import { textWidth } from '../../terminal/text/fit-text.js';

const SCENARIOS = ['multi', 'patch', 'unicode', 'shellfail'];

const saved = recordings().filter(
  ({ agent, view, version }) => agent === 'codex' && view === 'saved' && version === '0.166.0',
);
const chosen = SCENARIOS.flatMap((name) => saved.filter(({ scenario }) => scenario === name));
/** The id that the session itself has. */
const ids = chosen.map(({ bytes }) => {
  const [head = ''] = new TextDecoder().decode(bytes()).split('\n');
  return String(JSON.parse(head).payload.id);
});

let home: string;
let state: string;
beforeEach(() => {
  state = join(home, 'state');
  vi.stubEnv('DRAGOMAN_STATE', state);
});
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dragoman-sessions-'));
  for (const [index, { path }] of chosen.entries()) {
    const part = index === 3 ? 'archived_sessions' : 'sessions/2026/11/15';
    const target = join(
      home,
      '.codex',
      part,
      `rollout-2026-11-15T10-0${index}-00-${ids[index]}.jsonl`,
    );
    await mkdir(dirname(target), { recursive: true });
    await cp(path, target);
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

async function sessions(args: readonly string[], options: MemoryTerminalOptions = {}) {
  const terminal = createMemoryTerminal(options);
  const code = await runCli(['sessions', ...args], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

describe('sessions list', () => {
  test('shows the latest first, with all there is room for', async () => {
    const { code, stdout, stderr } = await sessions(['list', home]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^WHEN +ID +FOLDER +MODEL +TURNS +TOKENS +SIZE +PROMPT$/);
    expect(rows.map((row) => row.match(/do the (\w+)/)?.[1])).toEqual([...SCENARIOS].reverse());
    expect(rows[0]).toContain('(archived) do the shellfail scenario');
    expect(rows[3]).toMatch(/\/workspace +gpt-5 +1 +3\.1k +17\.6 kB +do the multi scenario$/);
  });

  test('fits into a terminal, and gives the prompt its room', async () => {
    for (const columns of [120, 80, 60]) {
      const { stdout } = await sessions(['list', home], { columns });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.every((line) => textWidth(line) <= columns)).toBe(true);
      expect(lines.at(-1)).toContain('do the multi');
    }
  });

  test('says how many more there are', async () => {
    const { stdout, stderr } = await sessions(['list', home, '--limit', '1']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toBe('… and 3 more (--limit 4)\n');
  });

  test('says when each was last used, whenever it began', async () => {
    const used = join(home, 'used');
    const path = join(used, 'sessions', `rollout-2020-01-01T00-00-00-${ids[0]}.jsonl`);
    await mkdir(dirname(path), { recursive: true });
    await cp(chosen[0]?.path ?? '', path);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(path, hourAgo, hourAgo);
    const { stdout } = await sessions(['list', used]);
    expect(stdout).toMatch(/\n1 h ago /);
  });

  test('has room for 300 sessions, of which it shows and opens the latest', async () => {
    const many = join(home, 'many');
    const id = (number: number) => `${String(number).padStart(8, '0')}-0000-7000-8000-000000000000`;
    await mkdir(join(many, 'sessions'), { recursive: true });
    for (let number = 0; number < 300; number += 1) {
      const path = join(many, 'sessions', `rollout-2026-01-01T00-00-00-${id(number)}.jsonl`);
      await cp(chosen[0]?.path ?? '', path);
      await utimes(path, number, number);
    }
    const { code, stdout, stderr } = await sessions(['list', many]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(21);
    expect(stderr).toBe('… and 280 more (--limit 300)\n');
    const all = await sessions(['list', many, '--json']);
    expect(jsonLines(all.stdout)).toHaveLength(300);

    const stop = new AbortController();
    const listing = sessions(['list', many, '--exact', '--limit', '300'], {
      signal: stop.signal,
    });
    setImmediate(() => stop.abort('interrupted'));
    expect(await listing).toEqual({ code: 130, stdout: '', stderr: '' });
  });

  test('lists what can be read, and says of a folder that cannot why', async () => {
    const closed = join(home, 'closed');
    await cp(join(home, '.codex', 'sessions'), join(closed, 'sessions'), { recursive: true });
    await symlink('archived_sessions', join(closed, 'archived_sessions'));
    const { code, stdout, stderr } = await sessions(['list', closed]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/do the \w+ scenario/g)).toHaveLength(3);
    expect(stdout).toContain("! The folder can't be read: its links go round in a circle.");
  });

  test('takes the folder of the agent itself as well, and is JSON for programs', async () => {
    const { stdout } = await sessions(['list', join(home, '.codex'), '--json']);
    const listed = jsonLines(stdout);
    expect(listed).toHaveLength(4);
    expect(listed[3]).toMatchObject({ agent: 'codex', id: ids[0], turns: 1, archived: false });
    const one = await sessions(['list', home, '--json', '--limit', '1', '--exact']);
    expect(jsonLines(one.stdout)).toHaveLength(1);
  });

  test('says where it looked when there are none', async () => {
    const empty = join(home, 'empty');
    await mkdir(empty);
    expect(await sessions(['list', empty])).toEqual({
      code: 0,
      stdout: '',
      stderr: `dragoman: No sessions in ${empty}.\n`,
    });
    expect(await sessions(['list', empty, '--json'])).toMatchObject({ code: 0, stdout: '' });
  });

  describe('of sessions too long for turns and tokens to be known by their ends', () => {
    const long = () => join(home, 'long');
    const id = '01a1e0ae-0000-7000-8000-000000000000';

    /** A real session, with so much in the middle of it that says nothing. */
    async function makeLong(bytes: number): Promise<void> {
      const [head = '', ...rest] = new TextDecoder().decode(chosen[0]?.bytes()).split('\n');
      const filling = JSON.stringify({ type: 'world_state', payload: 'x'.repeat(1024 * 1024) });
      const fillings = Array.from({ length: Math.ceil(bytes / filling.length) }, () => filling);
      const [end = '', ...before] = rest.reverse();
      const file = join(long(), 'sessions/2026/11/15', `rollout-2026-11-15T10-00-00-${id}.jsonl`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, [head, ...before.reverse(), ...fillings, end].join('\n'));
    }

    test('a person sees them all the same', async () => {
      await makeLong(1024 * 1024);
      const { stdout, stderr } = await sessions(['list', long()]);
      expect(stdout).toMatch(/ gpt-5 +1 +3\.1k +1\.1 MB +do the multi scenario\n$/);
      expect(stderr).toBe('');
      const { stdout: json } = await sessions(['list', long(), '--json']);
      expect(jsonLines(json)[0]).not.toHaveProperty('turns');
      const { stdout: exact } = await sessions(['list', long(), '--json', '--exact']);
      expect(jsonLines(exact)[0]).toMatchObject({ turns: 1 });
    });

    test('a person who would have to wait for them is asked to say --exact', async () => {
      await makeLong(65 * 1024 * 1024);
      const { stdout, stderr } = await sessions(['list', long()]);
      expect(stdout).toMatch(/ gpt-5 +\d+(\.\d)? MB +do the multi scenario\n$/);
      expect(stderr).toBe('Turns and tokens of long sessions take a while: --exact\n');
      const exact = await sessions(['list', long(), '--exact']);
      expect(exact.stdout).toMatch(/ gpt-5 +1 +3\.1k +\d/);
      expect(exact.stderr).toBe('');
    });
  });

  test('the files of sub-agents count in what is read without --exact', async () => {
    const claude = join(home, 'delegating', '.claude');
    const session = join(claude, 'projects/-w/11111111-2222-3333-4444-555555555555');
    await mkdir(join(session, 'subagents'), { recursive: true });
    const prompt = { type: 'user', agentId: 'a', message: { role: 'user', content: 'begin' } };
    await writeFile(`${session}.jsonl`, `${JSON.stringify(prompt)}\n`);
    const agent = join(session, 'subagents', 'agent-a.jsonl');
    await writeFile(agent, '');
    const note = async () => (await sessions(['list', claude])).stderr;
    expect(await note()).toBe('');
    await truncate(agent, 65 * 1024 * 1024);
    expect(await note()).toBe('Turns and tokens of long sessions take a while: --exact\n');
  });

  test('takes the folder of the sessions itself, too', async () => {
    const { stdout } = await sessions(['list', home]);
    for (const name of ['sessions', 'sessions/', 'archived_sessions']) {
      const given = await sessions(['list', join(home, '.codex', name)]);
      expect(given, name).toEqual({ code: 0, stdout, stderr: '' });
    }
  });

  test('a folder that was named and is not there is an error, by flag or by variable', async () => {
    const missing = join(home, 'missing');
    for (const [command, named] of [
      [['list'], [missing]],
      [
        ['show', 'x'],
        ['--home', missing],
      ],
    ] as const) {
      expect(await sessions([...command, ...named])).toEqual({
        code: 1,
        stdout: '',
        stderr: `dragoman: There is no folder ${missing}.\n`,
      });
      vi.stubEnv('CODEX_HOME', missing);
      vi.stubEnv('HOME', join(home, 'empty'));
      expect(await sessions(command)).toEqual({
        code: 1,
        stdout: '',
        stderr: `dragoman: There is no folder ${missing}, which CODEX_HOME names.\n`,
      });
      vi.unstubAllEnvs();
      vi.stubEnv('DRAGOMAN_STATE', state);
    }
  });

  test('an agent that was never used has no sessions, which is no error', async () => {
    vi.stubEnv('CODEX_HOME', '');
    vi.stubEnv('HOME', join(home, 'empty'));
    const { code, stderr } = await sessions(['list', '--agent', 'codex']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `dragoman: No sessions in ${state}, ${join(home, 'empty', '.codex')}.\n`,
    });
  });
});

describe('sessions show', () => {
  test('takes an id as the list gives it', async () => {
    const { stdout: list } = await sessions(['list', home]);
    for (const row of list.trimEnd().split('\n').slice(1)) {
      const [, id = ''] = row.split(/ {2,}/);
      const { code, stdout } = await sessions(['show', id, '--home', home]);
      expect(code).toBe(0);
      expect(stdout).toContain(id);
      expect(stdout).toContain(row.match(/do the \w+ scenario/)?.[0]);
    }
  });

  test('shows who, where and when, the conversation, and what it took', async () => {
    const { stdout } = await sessions(['show', ids[1] ?? '', '--home', home]);
    const text = stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'DAY').replace(/\d\d:\d\d/g, 'TIME');
    const [who, where, file, ...rest] = text.split('\n');
    expect(who).toBe(`codex 0.166.0 · gpt-5 · ${ids[1]}`);
    expect(where).toMatch(/^\/workspace · DAY/);
    expect(file).toMatch(/rollout-.*\.jsonl$/);
    expect(rest).toEqual([
      '',
      'you · TIME',
      '  do the patch scenario',
      '',
      'codex · TIME',
      '  Edit a.txt (+1 −1)',
      expect.stringMatching(/^ {4}@@/),
      '    -hi',
      '    +hi there',
      '  Add hello.txt (+1)',
      '    +hello world',
      '',
      '  Created hello.txt and changed a.txt.',
      '',
      '2k tokens in (1.2k cached), 100 out (20 thinking)',
      '',
    ]);
  });

  test('takes a file; --json gives its messages', async () => {
    const { stdout } = await sessions(['show', chosen[0]?.path ?? '', '--json']);
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => unifiedMessage.parse(JSON.parse(line)));
    expect(messages.some(({ synthetic }) => synthetic !== undefined)).toBe(true);
    expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: 'All done: a.txt says hi.' }]);
  });

  test('says what the session used, how much of it its sub-agents did, and the price of all', async () => {
    const { path = '' } =
      recordings().find(
        ({ agent, version, scenario, view }) =>
          agent === 'claude' &&
          version === '2.1.325' &&
          scenario === 'parallelagents' &&
          view === 'saved',
      ) ?? {};
    const { stdout } = await sessions(['show', path]);
    const whole = '8k tokens in (4.8k cached), 400 out';
    expect(stdout).toContain(`${whole} · of which sub-agents 4k tokens in (2.4k cached), 200 out`);
    expect(stdout).toMatch(/200 out · \$0\.017\n$/);
    const page = await sessions(['show', path, '--last', '1']);
    expect(page.stdout).toContain(`\n${whole} · $0.017\n`);
  });

  test('--last shows the end only, and still what the whole session took', async () => {
    const { stdout } = await sessions(['show', ids[0] ?? '', '--home', home, '--last', '1']);
    expect(stdout).toContain('… what came before is left out (--last)');
    expect(stdout).not.toContain('do the multi scenario');
    expect(stdout).toContain('All done: a.txt says hi.');
    expect(stdout).toContain('3k tokens in');
  });

  test('--all shows the context, too', async () => {
    const { stdout } = await sessions(['show', ids[0] ?? '', '--home', home, '--all']);
    expect(stdout).toMatch(/^context: /m);
  });

  test('reads what can be read of a file, and says what it left out', async () => {
    const torn = join(home, 'torn.jsonl');
    await writeFile(torn, `${new TextDecoder().decode(chosen[0]?.bytes())}{"timesta`);
    const { code, stdout } = await sessions(['show', torn]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n! The last line is cut off.*\n$/);
    const json = await sessions(['show', torn, '--json']);
    expect(json.stderr).toMatch(/^dragoman: The last line is cut off.*\n$/);
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).not.toEqual([]);
  });

  test.each(agentNames)('takes a file of %s without the name of its agent', async (name) => {
    const own = recordings().filter(({ agent, view }) => agent === name && view === 'saved');
    for (const { path } of own.slice(0, 5)) {
      const shown = await sessions(['show', path]);
      expect(shown, path).toMatchObject({ code: 0, stderr: '' });
      expect(shown.stdout, path).toMatch(new RegExp(`^${name}\\b`));
      expect(shown).toEqual(await sessions(['show', path, '--agent', name]));
    }
  });

  test('of a session in which nothing was said says so', async () => {
    const silent = join(home, 'silent.jsonl');
    await writeFile(silent, '{"type":"queue-operation","operation":"dequeue","sessionId":"s"}\n');
    const { code, stdout } = await sessions(['show', silent]);
    expect(code).toBe(0);
    expect(stdout).toBe(`claude\n${silent}\n(nothing was said)\n`);
  });

  test.each(agentNames)('shows what %s wrote to its stdout', async (name) => {
    const live = recordings().find(({ agent, view }) => agent === name && view === 'live');
    const path = live?.path ?? '';
    for (const options of [[], ['--last', '1'], ['--json'], ['--agent', name]]) {
      const { code, stdout } = await sessions(['show', path, ...options]);
      expect(code).toBe(0);
      expect(stdout).toContain(name);
    }
  });

  test('asks whose a file is that does not say so', async () => {
    const untold = join(home, 'untold.jsonl');
    for (const content of ['no JSON', '{"type":"error","message":"hm"}\n']) {
      await writeFile(untold, content);
      const { code, stderr } = await sessions(['show', untold]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^dragoman: No record at the beginning of .* Name the agent with --agent\.\n$/,
      );
    }
  });

  test('says whose a file is that is not of the agent that was named', async () => {
    const [{ path = '' } = {}] = chosen;
    const { code, stdout, stderr } = await sessions(['show', path, '--agent', 'gemini']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('is a session of codex, not of gemini');
  });

  test('says of an empty file and of a folder what they are', async () => {
    const file = join(home, 'empty.jsonl');
    await writeFile(file, '');
    expect((await sessions(['show', file])).stderr).toMatch(/empty\.jsonl is empty: there is no/);
    expect((await sessions(['show', home])).stderr).toContain('is a folder');
    // Without a slash it may be an id as well.
    expect((await sessions(['show', 'packages', '--home', home])).stderr).toContain('is a folder');
  });

  test('--last may be any number, however long', async () => {
    const args = ['show', ids[0] ?? '', '--home', home];
    const all = await sessions(args);
    expect(await sessions([...args, '--last', '99999999999999999999'])).toEqual(all);
  });

  test('stops where it is when it is interrupted', async () => {
    const signal = AbortSignal.abort('interrupted');
    for (const args of [
      ['list', home],
      ['show', ids[0] ?? '', '--home', home],
    ]) {
      expect(await sessions(args, { signal })).toEqual({
        code: 130,
        stdout: '',
        stderr: '',
      });
    }
  });

  test.each([
    [
      ['show', 'zzz'],
      1,
      /^dragoman: No session has an id that begins with "zzz".*\n {2}try: dragoman sessions list\n$/,
    ],
    [['show', '01'], 1, /^dragoman: 4 sessions have an id that begins with 01/],
    [['show', '/nowhere/at.all'], 1, /^dragoman: .*\/nowhere\/at\.all/],
    [['show', tmpdir()], 1, /folder/],
    [['show', 'x', '--last', '0'], 2, /whole number from 1/],
    [['show', 'x', '--agent', 'cursor'], 2, /names no agent/],
  ])('%j is refused in clear words', async (args, code, message) => {
    const refused = await sessions([...args, '--home', home]);
    expect(refused).toMatchObject({ code, stdout: '' });
    expect(refused.stderr).toMatch(message);
  });
});
