import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

const SCRIPT = fileURLToPath(new URL('../../../../gateway/examples/hello.yaml', import.meta.url));

/** What this process has open. A descriptor may be closed while they are read. */
function openPaths(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
}

test(
  'a turn that is refused leaves nothing open and nothing behind',
  async () => {
    await testAgent('codex');
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-refused-')));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(root, { recursive: true });
    });
    vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    vi.stubEnv('XDG_CONFIG_HOME', root);
    const terminal = createMemoryTerminal();
    const last = ['--output-last-message', join(root, 'last.md')];
    const args = ['exec', 'go', '--script', SCRIPT, '--cwd', join(root, 'none'), ...last];
    expect(await runCli(args, terminal), terminal.stderr()).toBe(125);
    expect(terminal.stderr()).toContain('The workspace');
    expect(openPaths()).not.toContain(root);
    expect(readdirSync(root)).toEqual([]);
  },
  INSTALL_TIMEOUT_MS,
);

test.each([
  [['--cwd', 'none'], 'The workspace'],
  [['--cwd', '.', '--mount', 'none'], "can't be given to the agent"],
])(
  'a place that can not be had, %j, is refused before the agent is installed',
  async (given, why) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-refused-')));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(root, { recursive: true });
    });
    for (const name of ['STATE', 'CACHE']) vi.stubEnv(`DRAGOMAN_${name}`, join(root, name));
    vi.stubEnv('XDG_CONFIG_HOME', root);
    const folders = given.map((one) => (one.startsWith('-') ? one : join(root, 'work', one)));
    mkdirSync(join(root, 'work'));
    const terminal = createMemoryTerminal();
    expect(await runCli(['exec', 'go', '--script', SCRIPT, ...folders], terminal)).toBe(125);
    expect(terminal.stderr()).toContain(why);
    expect(terminal.stderr()).not.toContain('downloading');
    expect(readdirSync(root)).toEqual(['work']);
  },
);
