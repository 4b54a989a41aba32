import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames, agents, type View } from '@dragoman/agents';
import { createEventDecoder, unifiedMessage } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createMemoryTerminal,
  type MemoryTerminalOptions,
} from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

const all = recordings();
const codex = all.filter(({ agent }) => agent === 'codex');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-translate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function translateAny(args: readonly string[], options: MemoryTerminalOptions = {}) {
  const terminal = createMemoryTerminal(options);
  const code = await runCli(['translate', ...args], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

function translate(args: readonly string[], options: MemoryTerminalOptions = {}) {
  return translateAny(['--agent', 'codex', ...args], options);
}

function pathOf(version: string, scenario: string, view: View): string {
  const found = codex.find(
    (one) => one.version === version && one.scenario === scenario && one.view === view,
  );
  return found?.path ?? '';
}

function bytesOf(...of: Parameters<typeof pathOf>): Uint8Array {
  return codex.find(({ path }) => path === pathOf(...of))?.bytes() ?? new Uint8Array();
}

const HELLO = ['0.58.0', 'hello', 'live'] as const;

test('every recording shows its view and becomes events, with nothing unknown', async () => {
  for (const { path, view, version } of codex) {
    const translated = await translate([path]);
    expect(translated, path).toMatchObject({ code: 0, stderr: '' });
    const decoder = createEventDecoder();
    const lines = [...decoder.push(translated.stdout), ...decoder.flush()];
    expect(lines.length, path).toBeGreaterThan(0);
    expect(
      lines.every(({ kind }) => kind === 'event'),
      path,
    ).toBe(true);
    const named = await translate(['--from', view, '--agent', `codex@${version}`, path]);
    expect(named.code, path).toBe(0);
    if (view === 'saved') expect(named.stdout, path).toBe(translated.stdout);
  }
});

describe('records of an agent that nobody names', () => {
  test('show whose they are, and of which view', async () => {
    for (const { path, agent, view } of all) {
      const translated = await translateAny([path]);
      const named = await translateAny(['--agent', agent, '--from', view, path]);
      expect(translated, path).toEqual(named);
      expect(translated.code, path).toBe(0);
    }
  });

  test('are translated as they come: no more is read than it takes to know whose they are', async () => {
    const [first = '', ...rest] = new TextDecoder().decode(bytesOf(...HELLO)).split('\n');
    let isEmitted = () => {};
    const translated = new Promise<void>((resolve) => {
      isEmitted = resolve;
    });
    async function* input() {
      yield `npm warn\n${first}\n`;
      await translated;
      yield rest.join('\n');
    }
    const terminal = createMemoryTerminal({ input: input() });
    const running = runCli(['translate'], terminal);
    await vi.waitFor(() => expect(terminal.stdout()).toContain('"init"'));
    isEmitted();
    expect(await running).toBe(0);
    expect(terminal.stdout()).toBe((await translate([pathOf(...HELLO)])).stdout);
  });

  test('are all translated, and in their order, whatever came before the first that shows it', async () => {
    const noise = 'npm warn\n{"some":"thing"}\n[1]\n{"type":"error","message":"hm"}\n';
    const input = [noise, bytesOf(...HELLO)];
    const translated = await translateAny(['--raw'], { input });
    expect(translated).toEqual(await translate(['--raw', '--from', 'live'], { input }));
    expect(translated.stdout.split('\n').map((line) => line.slice(0, 15))).toEqual([
      ...['{"type":"raw","', '{"type":"raw","', '{"type":"raw","', '{"type":"stderr'],
      ...[
        '{"type":"init",',
        '{"type":"turn",',
        '{"type":"messag',
        '{"type":"usage"',
        '{"type":"turn",',
      ],
      '',
    ]);
  });

  test('are refused, with what was tried and what to do, where nothing shows it', async () => {
    const message = `dragoman: No record at the beginning of stdin is one that a single agent writes; ${agentNames.join(', ')} were tried. If you know the agent, name it with --agent.\n`;
    const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 256);
    for (const input of [['{"type":"error","message":"hm"}\n'], [bytes], ['{\n"a": 1\n}\n']]) {
      expect(await translateAny([], { input })).toEqual({ code: 1, stdout: '', stderr: message });
    }
    expect(await translateAny([], { input: [] })).toMatchObject({ code: 0, stdout: '' });
  });

  test('are not looked at where somebody names the agent', async () => {
    const other = all.find(({ agent, view }) => agent === 'gemini' && view === 'saved');
    const { code, stderr } = await translate([other?.path ?? '']);
    expect(code).toBe(1);
    expect(stderr).toContain('of codex or a saved session');
  });

  test('may be of an agent that had but one format', async () => {
    const other = all.find(({ agent, view }) => agent === 'gemini' && view === 'live');
    const refused = await translateAny(['--legacy-only', other?.path ?? '']);
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('dragoman: --legacy-only is for codex.\n'),
    });
  });
});

test('stdin is read where no file is named, whatever the chunks', async () => {
  const whole = await translate([pathOf(...HELLO)]);
  const bytes = bytesOf(...HELLO);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  for (const args of [[], ['-']]) {
    expect(await translate(args, { input: single })).toEqual(whole);
  }
});

test('messages are of the message model, and say where they come from', async () => {
  for (const view of ['live', 'saved'] as const) {
    const { stdout } = await translate(['--to', 'messages', pathOf('0.166.0', 'multi', view)]);
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => unifiedMessage.parse(JSON.parse(line)));
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.every(({ source, tool }) => source === view && tool === 'codex')).toBe(true);
  }
});

describe('input that is not all records', () => {
  const input = [bytesOf(...HELLO), '{"type":"hologram\\u001b[2J"}\nnot JSON\n{"cut'];

  test('is translated as far as it goes, with a note', async () => {
    const { code, stdout, stderr } = await translate([], { input });
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 5 });
    expect(stderr).toBe(
      'dragoman: 3 lines left out: 1 of unknown types, 1 no JSON objects, 1 cut off at the end (--stats, --raw).\n',
    );
  });

  test('--stats counts it, by type', async () => {
    const { stderr } = await translate(['--stats'], { input });
    expect(stderr.split('\n')).toEqual([
      'lines      7',
      'mapped     4',
      'metadata   0',
      'unknown    1',
      'malformed  2  (the last line is cut off)',
      'too long   0',
      'events     5',
      'unknown by type',
      '  hologram: 1',
      '',
    ]);
  });

  test('--raw passes it on', async () => {
    const { stdout, stderr } = await translate(['--raw'], { input });
    const raw = stdout.split('\n').filter((line) => line.startsWith('{"type":"raw"'));
    expect(raw).toHaveLength(3);
    expect(stderr).toBe('');
  });
});

describe('a version that nobody recorded', () => {
  const newest = agents.codex.recorded?.newest;
  const last = ({ stderr }: { stderr: string }) => stderr.trimEnd().split('\n').at(-1);

  test('is said in --stats where --agent names it, and changes no event', async () => {
    const path = pathOf(...HELLO);
    const newer = await translate(['--stats', '--agent', 'codex@0.999.0', path]);
    expect(last(newer)).toBe(
      `codex 0.999.0 is newer than ${newest}, the newest that was recorded; read as ${newest}.`,
    );
    const known = await translate(['--stats', '--agent', `codex@${agents.codex.version}`, path]);
    expect(known.stderr).not.toContain('recorded');
    expect(newer.stdout).toBe(known.stdout);
  });

  test('is said where the session itself names it, a pre-release too', async () => {
    const session = Buffer.from(bytesOf(HELLO[0], HELLO[1], 'saved')).toString();
    const named = (version: string) => ({
      input: [session.replace(/"cli_version":"[^"]*"/, `"cli_version":"${version}"`)],
    });
    const newer = await translate(['--stats', '--to', 'messages'], named('0.999.0-alpha.3'));
    expect(last(newer)).toMatch(/^codex 0\.999\.0-alpha\.3 is newer than /);
    const older = await translate(['--stats'], named('0.1.0'));
    expect(last(older)).toMatch(/^codex 0\.1\.0 is older than 0\.20\.0, the oldest /);
    const odd = await translate(['--stats'], named('soon'));
    expect(odd.stderr).not.toContain('recorded');
  });
});

describe('input in which nothing is understood', () => {
  test('an empty one is no failure', async () => {
    for (const input of [[], ['\n\n']]) {
      expect(await translate([], { input })).toEqual({
        code: 0,
        stdout: '',
        stderr: 'dragoman: stdin is empty: there is nothing to translate.\n',
      });
    }
  });

  test('a binary one is refused, whether its view is given or not', async () => {
    const input = [Uint8Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 256)];
    const untold = await translate([], { input });
    expect(untold).toMatchObject({ code: 1, stdout: '' });
    expect(untold.stderr).toContain('say --from live or --from saved.');
    const translated = await translate(['--from', 'saved'], { input });
    expect(translated).toMatchObject({ code: 1, stdout: '' });
    expect(translated.stderr).toMatch(/^dragoman: Nothing in stdin is a saved record of codex/);
  });

  test('lines that are too long for records do not hide what comes after', async () => {
    const long = 'x'.repeat(20 * 1024 * 1024);
    const { code, stderr } = await translate([], { input: [long, '\n', bytesOf(...HELLO)] });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'dragoman: 1 line left out: 1 too long (--stats, --raw).\n',
    });
  });

  test('noise before the records does not hide them, up to 1 MiB of it', async () => {
    const noise = 'npm warn Unknown user config "nodedir"\n';
    const { code, stdout } = await translate([], {
      input: [noise.repeat(5000), bytesOf(...HELLO)],
    });
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 5 });
    let count = 0;
    function* forever() {
      for (;;) {
        count += 1;
        yield noise;
      }
    }
    expect(await translate([], { input: forever() })).toMatchObject({ code: 1 });
    expect(count * noise.length).toBeLessThan(1024 * 1024 + 100);
  });

  test.runIf(process.platform === 'linux')(
    'a file whose view is not given is closed again',
    async () => {
      const pretty = join(folder, 'pretty.json');
      await writeFile(pretty, '{\n  "type": "session_meta"\n}\n'.repeat(100_000));
      expect(await translate([pretty])).toMatchObject({ code: 1 });
      await vi.waitFor(async () => {
        const names = await readdir('/proc/self/fd');
        const paths = await Promise.all(
          names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
        );
        expect(paths).not.toContain(pretty);
      });
    },
  );

  test.each([
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
    ['gzip', [0x1f, 0x8b, 0x08]],
  ])('what is packed with %s is refused with the way to unpack it', async (name, magic) => {
    const file = join(folder, `packed.${name}`);
    await writeFile(file, Uint8Array.from([...magic, 1, 2, 3]));
    const message = `is packed with ${name}. Unpack it first: ${name} -dc FILE | dragoman translate …\n`;
    for (const args of [[file], ['--from', 'saved', file]]) {
      const refused = await translate(args);
      expect(refused).toEqual({ code: 1, stdout: '', stderr: `dragoman: ${file} ${message}` });
    }
    const input = magic.map((byte) => Uint8Array.of(byte));
    expect((await translate([], { input })).stderr).toBe(`dragoman: stdin ${message}`);
  });

  test('one line is a line', async () => {
    const { stderr } = await translate(['--from', 'saved'], { input: ['{"some":"thing"}\n'] });
    expect(stderr).toBe('dragoman: Nothing in stdin is a saved record of codex (1 line).\n');
  });

  test('endless lines of something else are given up on', async () => {
    let count = 0;
    function* forever() {
      for (;;) {
        count += 1;
        yield '{"some":"thing"}\n';
      }
    }
    expect(await translate([], { input: forever() })).toMatchObject({ code: 1 });
    expect(count).toBeLessThan(2000);
  });
});

test('a folder, and a file that is not there, are refused in clear words', async () => {
  expect(await translate([folder])).toEqual({
    code: 1,
    stdout: '',
    stderr: `dragoman: Cannot read ${folder}: it is a folder.\n`,
  });
  const missing = join(folder, 'missing');
  expect(await translate([missing])).toMatchObject({
    code: 1,
    stderr: `dragoman: Cannot read ${missing}: there is no such file or folder.\n`,
  });
  const empty = join(folder, 'empty');
  await writeFile(empty, '');
  expect(await translate([empty])).toEqual({
    code: 0,
    stdout: '',
    stderr: `dragoman: ${empty} is empty: there is nothing to translate.\n`,
  });
});

test('--legacy-only understands only what codex said before 0.44', async () => {
  const legacy = pathOf('0.42.0', 'shell', 'live');
  expect(await translate(['--legacy-only', legacy])).toEqual(await translate([legacy]));
  const thread = await translate(['--legacy-only', '--stats', pathOf(...HELLO)]);
  expect(thread).toMatchObject({ code: 0, stdout: '' });
  expect(thread.stderr).toContain('  thread.started: 1\n');
});

test.each([
  [['translate'], /^dragoman: Name a file, or pipe records in/],
  [['translate', '--agent', 'cursor'], /^dragoman: "cursor" names no agent/],
  [['translate', '--agent', 'codex', '--from', 'dead'], /Allowed choices are live, saved/],
  [['translate', '--agent', 'codex', '--to', 'xml'], /Allowed choices are events, messages/],
  [['translate', '--agent', 'codex', '--legacy-only', '--from', 'saved'], /for live output/],
  [['translate', '--agent', 'codex'], /^dragoman: Name a file, or pipe records in/],
])('wrong arguments: %j', async (args, message) => {
  const terminal = createMemoryTerminal({ isTyped: true });
  expect(await runCli(args, terminal)).toBe(2);
  expect(terminal.stdout()).toBe('');
  expect(terminal.stderr()).toMatch(message);
});
