import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { removeTree } from '@dragoman/sandbox';
import { requireProgram } from '@dragoman/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createGitFixture,
  filesIn,
  type GitFixture,
  untouched,
} from '../test-inputs/git-fixture.js';
import { breaks, plants, preamble, work } from '../test-inputs/hostile-agents.js';

const RUNS = inject('isDeep') ? 300 : 12;

let fixture: GitFixture;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  fixture = await createGitFixture();
}, 600_000);
afterAll(() => fixture.remove());

interface Agent {
  readonly works: readonly string[];
  readonly planted: readonly string[];
  readonly broken: string;
}

const agents = fc.record({
  works: fc.array(fc.constantFrom(...Object.keys(work)), { maxLength: 6 }),
  planted: fc.uniqueArray(fc.constantFrom(...Object.keys(plants)), { maxLength: 8 }),
  broken: fc.oneof(
    { weight: 2, arbitrary: fc.constant('not') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(breaks)) },
  ),
});

let count = 0;

/** Every way once, whatever is drawn. */
const each: [Agent][] = [
  ...Object.keys(work).map((name): [Agent] => [
    { works: ['commit', name], planted: ['edited'], broken: 'not' },
  ]),
  ...Object.keys(plants).map((name): [Agent] => [
    { works: ['commit'], planted: [name], broken: 'not' },
  ]),
  ...Object.keys(breaks).map((name): [Agent] => [
    { works: ['commit', 'branch'], planted: ['edited'], broken: name },
  ]),
];

test('whatever an agent does, its work arrives and nothing of it is run or trusted', async ({
  task,
}) => {
  const property = fc.asyncProperty(agents, checkAgent);
  // Some of them each time, all of them where there is time.
  const examples = inject('isDeep') ? each : sampled(each, 6);
  await fc.assert(property, { numRuns: RUNS + examples.length, examples, endOnFailure: true });
  task.meta.count = count;
}, 3_600_000);

function sampled<Item>(items: readonly Item[], many: number): Item[] {
  return (
    fc.sample(fc.shuffledSubarray([...items], { minLength: many, maxLength: many }), 1)[0] ?? []
  );
}

async function checkAgent(agent: Agent): Promise<void> {
  count += 1;
  const name = `task${count}`;
  const before = untouched(fixture);
  const made = await fixture.workspace(name);
  const { directory } = made.workspace;
  const commits = act(agent, directory);
  const expected = visibleFiles(directory);
  const collected = await fixture.collect(made.workspace);
  const branch = `dragoman/test/${name}`;
  try {
    const imported = await fixture.import(made, collected, { empty: 'branch' });
    expect(imported.branch).toBe(branch);
    expect(filesOf(branch)).toEqual(expected);
    if (collected.recovered?.onto !== made.workspace.base.commit) {
      const refs = ['main', branch, ...imported.others.map(({ ref }) => ref)];
      const arrived = new Set(fixture.user(fixture.host, 'rev-list', ...refs).split('\n'));
      expect(commits.filter((commit) => !arrived.has(commit))).toEqual([]);
    }
    const secret = fixture.user(fixture.host, 'rev-parse', 'secret');
    const holders = fixture.user(
      fixture.host,
      'for-each-ref',
      '--contains',
      secret,
      '--format=%(refname)',
    );
    expect(holders).toBe('refs/heads/secret');
  } finally {
    expect(existsSync(join(fixture.root, 'canary'))).toBe(false);
    expect(untouched(fixture)).toEqual(before);
  }
  await removeTree(directory);
}

/** What it has committed, before it turns hostile. */
function act({ works, planted, broken }: Agent, directory: string): readonly string[] {
  const list = join(fixture.root, `commits-${count}`);
  const secret = fixture.user(fixture.host, 'rev-parse', 'secret');
  const script = [
    preamble,
    `SECRET=${secret}`,
    ...works.map((name) => `(${work[name]}) || true`),
    `git rev-list --all HEAD >${list} 2>/dev/null || git rev-list --all >${list}`,
    ...planted.map((name) => `(${plants[name]}) || true`),
    breaks[broken],
  ];
  fixture.agent(directory, script.join('\n'));
  // Else it was the agent itself that ran something of its own.
  expect(existsSync(join(fixture.root, 'canary'))).toBe(false);
  return readFileSync(list, 'utf8').split('\n').filter(Boolean);
}

/** What git would take along: no file that is ignored, no special one, nothing that is called as `.git`. */
function visibleFiles(directory: string): Record<string, string> {
  const files = Object.entries(filesIn(directory)).filter(
    ([path]) => !/^ignored\/|\.log$|(^|\/)(\.GIT|git~1)\//.test(path),
  );
  return Object.fromEntries(files.map(([path, text]) => [path, plainMode(text)]));
}

function filesOf(branch: string): Record<string, string> {
  const folder = join(fixture.root, `files-${count}`);
  mkdirSync(folder);
  fixture.agent(folder, `git --git-dir="$HOST/.git" archive --format=tar ${branch} | tar -x`);
  const files = filesIn(folder);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, plainMode(text)]));
}

/** Git keeps whether a file can be run, and nothing else of its mode. */
function plainMode(text: string): string {
  return text.replace(/^100(\d+) /, (_, mode: string) =>
    Number.parseInt(mode, 8) & 0o100 ? 'x ' : 'f ',
  );
}

test('work that git refuses is not imported, and says what git said', async () => {
  const made = await fixture.workspace('refused');
  fixture.agent(
    made.workspace.directory,
    `printf '[submodule "x"]\\n\\tpath = x\\n\\turl = https://example.invalid\\n\\tupdate = !touch /x\\n' >.gitmodules`,
  );
  const before = untouched(fixture);
  const importing = fixture.import(made, await fixture.collect(made.workspace));
  await expect(importing).rejects.toMatchObject({
    code: 'import_refused',
    message: expect.stringContaining('gitmodulesUpdate'),
  });
  await expect(importing).rejects.toBeInstanceOf(DragomanError);
  expect(untouched(fixture)).toEqual(before);
  expect(
    fixture.user(
      fixture.host,
      'for-each-ref',
      'refs/heads/dragoman/test/refused',
      'refs/dragoman/*/refused',
    ),
  ).toBe('');
}, 180_000);

test('work that is larger than the cap is kept where it is', async () => {
  const made = await fixture.workspace('large');
  fixture.agent(
    made.workspace.directory,
    'head -c 3000000 /dev/urandom >large; git add large; git commit -qm large',
  );
  const collecting = fixture.collect(made.workspace, { maxBytes: 1_000_000 });
  await expect(collecting).rejects.toMatchObject({ code: 'bundle_too_large' });
  fixture.agent(made.workspace.directory, 'rm -rf .git');
  const recovering = fixture.collect(made.workspace, { maxBytes: 1_000_000 });
  await expect(recovering).rejects.toMatchObject({ code: 'bundle_too_large' });
  expect(existsSync(join(made.workspace.directory, 'large'))).toBe(true);
}, 180_000);
