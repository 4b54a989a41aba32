import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectText, readProcesses, runProcess, spawnProcess } from '@dragoman/sandbox';
import {
  INSTALL_TIMEOUT_MS,
  type RegistryOptions,
  startPackageRegistry,
  testCacheDirectory,
} from '@dragoman/testkit';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { prepareDragoman } from '../test-inputs/dragoman-process.js';

const main = fileURLToPath(new URL('../bin/dragoman.cjs', import.meta.url));

let root: string;
let temporary: string;
beforeAll(async () => {
  await prepareDragoman();
}, INSTALL_TIMEOUT_MS);
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-main-'));
  temporary = join(root, 'tmp');
  await mkdir(temporary);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function dragoman(args: string[], env: Record<string, string> = {}) {
  return {
    executable: process.execPath,
    args: [main, ...args],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: root,
      TMPDIR: temporary,
      DRAGOMAN_CACHE: testCacheDirectory(),
      ...env,
    },
    cwd: root,
    timeoutMs: 60_000,
    graceMs: 10_000,
  };
}

describe('the dragoman command', () => {
  test('is a file that is there before anything is built, so that npm links it', async () => {
    const manifest = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const bin = fileURLToPath(new URL(`../${manifest.bin.dragoman}`, import.meta.url));
    expect(bin).toBe(main);
    expect(manifest.files).toEqual(expect.arrayContaining(['bin', 'bundle']));
    await access(bin, constants.X_OK);
    const unbuilt = join(root, 'unbuilt', 'bin', 'dragoman.cjs');
    await cp(dirname(bin), dirname(unbuilt), { recursive: true });
    const result = await runProcess({ ...dragoman([]), args: [unbuilt, 'agents', 'list'] });
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toBe('dragoman: It is not built yet. Build it: npm run build\n');
  });

  test.each(['agents list', '--help'])(
    'fails and says so when the output of %s cannot be written',
    async (line) => {
      const result = await runProcess({
        ...dragoman([]),
        executable: '/bin/sh',
        args: ['-c', `"$0" "$1" ${line} >/dev/full`, process.execPath, main],
      });
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toMatch(/^dragoman: Cannot write the output: the disk is full\.\n$/);
    },
  );
});

test('a second signal ends it at once, even where Node would wait for the file system', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const dieOf = new URL('../dist/terminal/process-terminal.js', import.meta.url);
  // To open a named pipe like this takes until somebody writes to it.
  const script = `
    import { open } from 'node:fs';
    import { dieOf } from '${dieOf}';
    process.on('SIGTERM', () => dieOf('SIGTERM'));
    process.on('exit', (code) => console.log('exit', code));
    open('pipe', () => {});
    setImmediate(() => process.kill(process.pid, 'SIGTERM'));
    setInterval(() => {}, 1000);
  `;
  const command = { ...dragoman([]), args: ['--input-type=module', '-e', script] };
  const result = await runProcess({ ...command, timeoutMs: 10_000 });
  expect(result).toMatchObject({ signal: 'SIGTERM', reason: 'exited', stdout: 'exit 130\n' });
});

describe('dragoman demo', () => {
  test('shows a real codex at work, and how it ended', async () => {
    const result = await runProcess(dragoman(['demo']));
    expect(result).toMatchObject({ exitCode: 0, reason: 'exited' });
    expect(result.stdout).toMatch(/^\ncodex · .*\n {2}✻ First see what is there\.\n/);
    expect(result.stdout).toContain('  $ cat greeting.txt NOTES.md\n    Good day, and welcome!\n');
    expect(result.stderr).toMatch(/✓ codex is done after .* · 4\.8k tokens in \(3\.2k cached\)/);
    expect(result.stderr).toContain('changed 2 files: new NOTES.md (+3), greeting.txt (+1 −1)');
    expect(await readdir(temporary)).toEqual([]);
    // What was installed is recorded, and nothing else is kept.
    expect(await readdir(root)).toEqual(['.local', 'tmp']);
    expect(await readdir(join(root, '.local/state/dragoman'))).toEqual(['installs']);
  });

  test('gives events to programs', async () => {
    const result = await runProcess(dragoman(['demo', '--json']));
    expect(result).toMatchObject({ exitCode: 0, reason: 'exited' });
    const types = result.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types[0]).toBe('sandbox');
    expect(types.at(-1)).toBe('end');
    expect(types).toContain('tool_result');
  });

  test('needs no sandbox, and says where there is none', async () => {
    const result = await runProcess(dragoman(['demo'], { DRAGOMAN_BWRAP: '/none/bwrap' }));
    expect(result).toMatchObject({ exitCode: 0, reason: 'exited' });
    expect(result.stderr).toContain('No sandbox works here, so the demo runs without one');
    expect(result.stderr).toContain('changed 2 files: new NOTES.md (+3), greeting.txt (+1 −1)');
  });

  test('is quiet and cleans up when its reader leaves (| head -1)', async () => {
    const running = await spawnProcess({
      ...dragoman([]),
      executable: '/bin/sh',
      args: ['-c', '"$0" "$1" demo | head -1; wait', process.execPath, main],
    });
    const [stdout, stderr] = await Promise.all([
      collectText(running.stdout),
      collectText(running.stderr),
    ]);
    expect(await running.exit).toMatchObject({ exitCode: 0, reason: 'exited' });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).not.toMatch(/EPIPE|Error/);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('cleans up after Ctrl-C and says 130', async () => {
    const running = await spawnProcess(dragoman(['demo']));
    const stderr = collectText(running.stderr);
    for await (const _chunk of running.stdout) {
      process.kill(running.pid, 'SIGINT');
      break;
    }
    expect(await running.exit).toMatchObject({ exitCode: 130, reason: 'exited' });
    expect(await stderr).toContain('✗ codex was canceled');
    expect(await readdir(temporary)).toEqual([]);
  });

  test('fails clearly when there is no codex and no way to get one', async () => {
    const result = await runProcess(
      dragoman(['demo'], {
        DRAGOMAN_CACHE: join(root, 'cache'),
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_fetch_retries: '0',
      }),
    );
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('dragoman: Cannot install codex@0.166.0:');
    expect(result.stderr).toContain("The package registry can't be reached.");
  });
});

describe('dragoman translate', () => {
  const record = JSON.stringify({ type: 'thread.started', thread_id: 't' });
  const event = '{"type":"init","session_id":"t"}\n';

  /** A shell line in which $0 $1 is dragoman. */
  const shell = (line: string) => ({
    ...dragoman([]),
    executable: '/bin/sh',
    args: ['-c', line, process.execPath, main, record],
  });

  test('prints each event at once, and ends at Ctrl-C while it waits for input', async () => {
    // The pipe stays open: what reads it waits.
    const pipe = 'mkfifo pipe && exec 3<>pipe && echo "$2" >&3';
    const running = await spawnProcess(
      shell(`${pipe} && exec "$0" "$1" translate --agent codex <&3`),
    );
    const stderr = collectText(running.stderr);
    let stdout = '';
    for await (const chunk of running.stdout) {
      stdout += Buffer.from(chunk).toString();
      if (stdout === event) process.kill(running.pid, 'SIGINT');
    }
    expect(stdout).toBe(event);
    expect(await running.exit).toMatchObject({ exitCode: 130, reason: 'exited' });
    expect(await stderr).toMatch(/^dragoman: stopping…/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends at %s although nobody writes to the named pipe it reads',
    async (signal) => {
      execFileSync('mkfifo', [join(root, 'pipe')]);
      const running = await spawnProcess(dragoman(['translate', '--agent', 'codex', 'pipe']));
      const stderr = collectText(running.stderr);
      await vi.waitFor(async () => {
        const folder = `/proc/${running.pid}/fd`;
        const opened = (await readdir(folder)).map((name) => readlink(join(folder, name)));
        expect(await Promise.all(opened)).toContain(join(root, 'pipe'));
      }, 20_000);
      process.kill(running.pid, signal);
      expect(await running.exit).toMatchObject({ exitCode: 130, reason: 'exited' });
      expect(await stderr).toMatch(/^dragoman: stopping…/);
    },
  );

  test('waits for who writes to a named pipe, and reads until they leave', async () => {
    const line = 'mkfifo pipe; echo "$2" >pipe & "$0" "$1" translate --agent codex pipe';
    const result = await runProcess(shell(line));
    expect(result).toMatchObject({ exitCode: 0, stdout: event, stderr: '' });
  });

  test('is quiet when its reader leaves, and lets the agent go', async () => {
    const line =
      'while echo "$2"; do :; done 2>/dev/null | "$0" "$1" translate --agent codex | head -1';
    const result = await runProcess(shell(line));
    expect(result).toMatchObject({ exitCode: 0, reason: 'exited', stdout: event, stderr: '' });
  });
});

describe('dragoman agents install', () => {
  const program = "if (process.argv[2] === '--version') console.log('1.0.0');\n";
  const gemini = {
    name: '@google/gemini-cli',
    version: '1.0.0',
    files: { 'bundle/gemini.js': program },
  };

  async function installing(options: Partial<RegistryOptions> = {}) {
    const registry = await startPackageRegistry({ packages: [gemini], ...options });
    onTestFinished(() => registry.close());
    const command = dragoman(['agents', 'install', 'gemini@1.0.0'], {
      DRAGOMAN_CACHE: join(root, 'cache'),
      npm_config_cache: join(root, 'npm'),
      npm_config_registry: registry.url,
    });
    return { registry, command };
  }

  test('goes on after it was killed in the middle', async () => {
    let killFirst: (() => void) | undefined;
    const { command } = await installing({
      async beforeDownload() {
        if (killFirst === undefined) return;
        killFirst();
        await new Promise(() => {});
      },
    });
    const first = await spawnProcess(command);
    killFirst = () => process.kill(first.pid, 'SIGKILL');
    expect(await first.exit).toMatchObject({ signal: 'SIGKILL' });
    await vi.waitFor(async () => {
      const npm = await readProcesses(`npm_config_cache=${join(root, 'npm')}`);
      expect([...(npm?.marked ?? [])]).toEqual([]);
    });
    const versions = join(root, 'cache/agents/gemini');
    expect(await readdir(versions)).toContain('1.0.0.lock');
    expect(await readdir(versions)).not.toContain('1.0.0');

    killFirst = undefined;
    const second = await runProcess(command);
    expect(second.stderr).toMatch(/✓ gemini 1\.0\.0 installed in/);
    expect(second.exitCode).toBe(0);
    expect(await readdir(versions)).toEqual(['1.0.0']);
  });

  test('says at once that it stops after Ctrl-C, and leaves nothing half-done', async () => {
    let interrupt = () => {};
    const { command } = await installing({
      async beforeDownload() {
        interrupt();
        await new Promise(() => {});
      },
    });
    const running = await spawnProcess(command);
    interrupt = () => process.kill(running.pid, 'SIGINT');
    const [stderr, exit] = await Promise.all([collectText(running.stderr), running.exit]);
    expect(exit).toMatchObject({ exitCode: 130, reason: 'exited' });
    expect(stderr).toContain('dragoman: stopping…');
    expect(await readdir(join(root, 'cache/agents/gemini'))).toEqual([]);
  });

  test('in two processes at once downloads once, and both succeed', async () => {
    const { registry, command } = await installing();
    const both = await Promise.all([runProcess(command), runProcess(command)]);
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(registry.downloads).toEqual(['@google/gemini-cli@1.0.0']);
  });
});
