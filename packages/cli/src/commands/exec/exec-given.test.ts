import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { beforeAll, expect, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

const fixture = dragomanOfFile();
let home: string;
beforeAll(async () => {
  home = join(fixture.workspace, '..');
  await fixture.file('.gitconfig', '[user]\n\tname = Ada\n\temail = ada@example.com\n');
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: fixture.workspace });
  for (const folder of ['workspace/sub', 'more', 'tool/bin']) {
    await mkdir(join(home, folder), { recursive: true });
  }
}, INSTALL_TIMEOUT_MS);

async function exec(command: string, args: string[], env: Record<string, string> = {}) {
  const script = await fixture.file(
    'run.yaml',
    JSON.stringify({ steps: [{ run: command }, { say: 'Done.' }] }),
  );
  return fixture.run(['exec', 'Do it.', '--script', script, ...args], { env });
}

test(
  'an agent commits from a folder of a repository in the name of the user, with what it was given',
  async () => {
    const program = join(home, 'tool/bin/greet');
    await writeFile(program, '#!/bin/sh\necho "Hello, $WHO."\n');
    await chmod(program, 0o755);
    const { code, stderr } = await exec(
      `greet >greeting; cp greeting ${home}/more/; git add -A && git commit -qm greet`,
      ['--cwd', 'sub', '--mount', `${home}/more:rw`, '--env', 'WHO', '--path', `${home}/tool/bin`],
      { WHO: 'world' },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const log = ['log', '--format=%an <%ae>', '--name-only'];
    expect(execFileSync('git', log, { cwd: fixture.workspace, encoding: 'utf8' })).toBe(
      'Ada <ada@example.com>\n\nsub/greeting\n',
    );
    expect(await readFile(join(home, 'more/greeting'), 'utf8')).toBe('Hello, world.\n');
  },
  TIMEOUT_MS,
);

test(
  'a variable with a secret needs a second word, and is not shown',
  async () => {
    const give = ['--env', 'DEPLOY_TOKEN=a-very-secret-value'];
    const refused = await exec('true', give);
    expect(refused.code).toBe(125);
    expect(refused.stderr).toMatch(/DEPLOY_TOKEN looks like a secret.*--yes-secret-env/);
    const given = await exec('echo "$DEPLOY_TOKEN" | rev', [...give, '--yes-secret-env', '--json']);
    expect(given.code).toBe(0);
    expect(given.stdout).toContain('eulav-terces-yrev-a');
    const echoed = await exec('echo "is: $DEPLOY_TOKEN"', [...give, '--yes-secret-env', '--json']);
    expect(echoed.stdout).toContain('is: [redacted]');
    expect(echoed.stdout).not.toContain('a-very-secret-value');
  },
  TIMEOUT_MS,
);

test.each<[what: string, args: () => string[], code: number, words: string]>([
  ['a folder that is not there', () => ['--mount', '/none'], 125, "/none can't be given"],
  ['the state folder', () => ['--mount', fixture.state], 125, 'Dragoman keeps its own files'],
  ['the home folder', () => ['--mount', home], 125, 'it is your home folder'],
  ['a folder of keys', () => ['--mount', '~/.ssh'], 125, '--yes-secret-mount'],
  ['a variable that is not set', () => ['--env', 'NOT_SET'], 125, 'NOT_SET is not set here'],
  ['a variable that is none', () => ['--env', '=x'], 2, 'Give NAME or NAME=VALUE'],
  ['a PATH', () => ['--env', 'PATH=/x'], 2, 'Folders of programs are given by --path'],
])(
  '%s is refused with what to do',
  async (_what, args, code, words) => {
    const ended = await exec('true', args());
    expect(ended.stderr).toContain(words);
    expect({ code: ended.code }).toEqual({ code });
  },
  TIMEOUT_MS,
);

test(
  "a project's file is refused until the user agrees to it, and no agent can write one",
  async () => {
    const file = join(fixture.workspace, 'dragoman.config.yaml');
    const first = await exec(`echo 'sandbox: process' >${file}; cat ${file}`, []);
    expect(first.code).toBe(0);
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(file, `mount: [${home}/more]\nmodel: gpt-5\n`);
    const refused = await exec('true', ['--cwd', 'sub']);
    expect(refused.code).toBe(125);
    expect(refused.stderr).toContain(`dragoman config trust ${file}`);
    const trusted = await fixture.run(['config', 'trust'], { cwd: join(fixture.workspace, 'sub') });
    expect(trusted.stdout).toBe(`mount: ["${home}/more"]\n`);
    const allowed = await exec(`cat ${home}/more/greeting`, ['--json']);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain('Hello, world.');
    const printed = await fixture.run(['config', 'print']);
    expect(printed.stdout).toMatch(/^model +gpt-5 +project file \(.*dragoman\.config\.yaml\)$/m);
    expect(printed.stdout).toMatch(/^network +none +default$/m);
    expect(printed.stdout).toMatch(/^state folder .* environment \(DRAGOMAN_STATE\)$/m);
    await writeFile(file, `mount: [${home}/more:rw]\nmodel: gpt-5\n`);
    const changed = await exec('true', []);
    expect(changed.stderr).toContain('It has changed since you agreed to it.');
    const print = await fixture.run(['config', 'print']);
    expect(print.stderr).toContain('also sets mount');
  },
  TIMEOUT_MS,
);
