import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { beforeAll, expect, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;
const SCRIPT = `
steps:
  - patch:
      - { update: greeting.txt, old: hi, new: Good day. }
      - { add: hello.txt, content: "one\\ntwo\\n" }
  - run: rm old.txt
  - say: I have created hello.txt.
`;

const fixture = dragomanOfFile();
let script: string;
beforeAll(async () => {
  script = await fixture.file('edit.yaml', SCRIPT);
}, INSTALL_TIMEOUT_MS);

async function exec(...args: readonly string[]) {
  await writeFile(join(fixture.workspace, 'greeting.txt'), 'hi\n');
  await writeFile(join(fixture.workspace, 'old.txt'), 'old\n');
  return fixture.run(['exec', 'Do it.', '--script', script, ...args]);
}

async function newestTurn(): Promise<{ readonly id: string }> {
  const { stdout } = await fixture.run(['turns', 'list', '--json']);
  const turns = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return turns.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
}

test('a refused agent that says it has made a file is seen through: the calls failed, no files changed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { stdout, stderr, code } = await exec('--permission', 'default');
  expect(stdout).toMatch(/Edit\n {4}patch rejected: .*\n {4}✗ refused\n/);
  expect(stdout).toContain('I have created hello.txt.');
  expect(stderr).toContain('\n  no files changed\n');
  expect(code).toBe(0);
  const { stdout: lines } = await exec('--permission', 'default', '--json');
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const refused = { type: 'tool_result', status: 'error', error: { type: 'denied' } };
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool_use', kind: 'edit' }));
  expect(events.find(({ error }) => error?.type === 'denied')).toMatchObject(refused);
  expect(events.at(-2)).toMatchObject({ type: 'changes', files: [] });
});

test('a turn ends with what it changed, also what a command did, and --diff shows it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { stdout, stderr } = await exec('--diff');
  expect(stderr).toContain(
    '\n  changed 3 files: greeting.txt (+1 −1), new hello.txt (+2), deleted old.txt (−1)\n',
  );
  const diffs = stdout.slice(stdout.indexOf('I have created'));
  expect(diffs).toContain('\nEdit greeting.txt (+1 −1)\n  @@ -1 +1 @@\n  -hi\n  +Good day.\n');
  expect(diffs).toContain('\nDelete old.txt (−1)\n');
  const { id } = await newestTurn();
  expect((await fixture.run(['turns', 'show', id])).stderr).toContain('\n  changed 3 files: ');
  // The edit itself, which Codex only names, has its diff in the conversation.
  expect(stdout).toContain('  Edit greeting.txt (+1 −1)\n    @@ -1 +1 @@\n    -hi\n');
});

test('a turn that changes files in a folder that it was given names them with that folder', {
  timeout: TIMEOUT_MS,
}, async () => {
  const more = join(dirname(fixture.workspace), 'more');
  await mkdir(more);
  await writeFile(join(more, 'a.txt'), 'a\n');
  const run = `steps: [{ run: "echo b >> ${more}/a.txt; echo c > ${more}/c.txt" }, { say: Done. }]`;
  const args = ['--script', await fixture.file('more.yaml', run), '--mount', `${more}:rw`];
  const { stdout, stderr } = await fixture.run(['exec', 'Do it.', ...args, '--diff']);
  expect(stderr).toContain(`\n  changed 2 files: ${more}/a.txt (+1), new ${more}/c.txt (+1)\n`);
  expect(stdout).toContain(`\nEdit ${more}/a.txt (+1)\n  @@ -1 +1,2 @@\n   a\n  +b\n`);
});

test('names that an agent gave its files are shown, each as what it is', {
  timeout: TIMEOUT_MS,
}, async () => {
  const name = String.raw`$(printf 'a\nb\033[31m').txt`;
  const steps = [{ run: `printf x > "${name}"` }, { say: 'Done.' }];
  const file = await fixture.file('names.yaml', JSON.stringify({ steps }));
  const { stdout, stderr } = await fixture.run(['exec', 'Do it.', '--script', file, '--diff']);
  expect(stderr).toContain(String.raw`changed 1 file: new "a\nb\033[31m.txt" (+1)`);
  expect(stdout).toContain(String.raw`Add "a\nb\033[31m.txt" (+1)`);
});

test('a configuration that is a link is not read, and exec says so', {
  timeout: TIMEOUT_MS,
}, async () => {
  const project = join(dirname(fixture.workspace), 'linked');
  await mkdir(project);
  await symlink(
    await fixture.file('settings.yaml', 'model: x'),
    join(project, 'dragoman.config.yaml'),
  );
  const { stderr, code } = await fixture.run([
    'exec',
    'Do it.',
    '--script',
    script,
    '--cwd',
    project,
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain(`! ${project}/dragoman.config.yaml is a link, and is not read`);
  const trusted = await fixture.run(['config', 'trust'], { cwd: project });
  expect(trusted).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link') });
});

test("a last message that can't be written is an error after all that is to be said of the turn", {
  timeout: TIMEOUT_MS,
}, async () => {
  const taking = 'steps: [{ run: "mkdir taken; echo x > x.txt" }, { say: Done. }]';
  const args = ['--script', await fixture.file('taking.yaml', taking), '--diff'];
  const last = ['--output-last-message', 'taken'];
  const { stdout, stderr, code } = await fixture.run(['exec', 'Do it.', ...args, ...last]);
  expect(stdout).toContain('\nAdd x.txt (+1)\n');
  expect(stderr).toMatch(/\n {2}changed 1 file: .*The last message can't be written to taken/s);
  expect(code).toBe(1);
});

test('--json has the prompt and the changes, and what it printed is shown as a session', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { stdout } = await exec('--json');
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const prompts = events.filter(({ role }) => role === 'user');
  expect(prompts).toMatchObject([{ type: 'message', content: 'Do it.' }]);
  expect(events.at(-2)).toMatchObject({ type: 'changes' });
  expect(events.at(-2).files[0]).not.toHaveProperty('diff');
  const file = await fixture.file('turn.ndjson', stdout);
  const shown = await fixture.run(['sessions', 'show', file]);
  expect(shown.stdout).toMatch(/^codex 0\.166\.0/);
  expect(shown.stdout).toMatch(/you · \d\d:\d\d\n {2}Do it\.\n\ncodex/);
  expect((await fixture.run(['translate', file])).stdout).toBe(stdout);
});

test('--quiet prints only what the agent says last, and a file gets it, too', {
  timeout: TIMEOUT_MS,
}, async () => {
  const file = join(fixture.workspace, 'last.md');
  const { stdout, stderr, code } = await exec('--quiet', '--output-last-message', file);
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'I have created hello.txt.\n',
    stderr: '',
    code: 0,
  });
  expect(await readFile(file, 'utf8')).toBe('I have created hello.txt.');
  const missing = await exec('--output-last-message', join(fixture.workspace, 'none/last.md'));
  expect(missing).toMatchObject({ code: 125, stdout: '' });
});
