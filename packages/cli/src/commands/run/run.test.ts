import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 180_000;
const PATIENCE = { timeout: 60_000, interval: 50 };

const fixture = dragomanOfFile();
const WHO = '-c user.name=agent -c user.email=agent@dragoman.invalid';
const COMMIT = `echo two >> a.txt && git ${WHO} commit --quiet --all --message=work`;

let quick: string;
let slow: string;
beforeAll(async () => {
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(fixture.workspace, 'a.txt'), 'one\n');
  git('add', '--all');
  git('-c', 'user.name=User', '-c', 'user.email=u@dragoman.invalid', 'commit', '-qm', 'first');
  const say = { say: 'Done.' };
  quick = await fixture.file('quick.yaml', JSON.stringify({ steps: [{ run: COMMIT }, say] }));
  const wait = { run: 'touch begun; sleep 60' };
  slow = await fixture.file('slow.yaml', JSON.stringify({ steps: [{ run: COMMIT }, wait, say] }));
});

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: fixture.workspace, encoding: 'utf8' });
}

test(
  'the best of several is named with what to type next; the same in JSON; a check that fails is exit code 3',
  async () => {
    const asked = ['run', 'Add a line.', '--script', quick];
    const best = await fixture.run([
      ...asked,
      '--best-of',
      '2',
      '-S',
      'scorers=0',
      '--verify',
      'true',
    ]);
    expect(best).toMatchObject({ code: 0, stdout: '' });
    expect(best.stderr).toMatch(/cand2\/gen +✓ \+1 −0 in 1 file/);
    expect(best.stderr).toMatch(/cand1\/gen\/verify +✓ passed/);
    expect(best.stderr).toMatch(
      /★ cand1\/gen: dragoman\/best-of-n\/run_\w+\/k\w+\n {2}git diff HEAD\.\.\./,
    );

    const failed = await fixture.run([...asked, '--verify', 'grep three a.txt', '--json']);
    expect(failed).toMatchObject({ code: 3, stderr: '' });
    const lines = failed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ type: 'run.started', seq: 1, prompt: 'Add a line.' });
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      status: 'failed',
      exit_code: 3,
      winners: [],
    });
    const seqs = lines.slice(0, -1).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));

    const quiet = await fixture.run([...asked, '--quiet']);
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(git('show', `${quiet.stdout.trim()}:a.txt`)).toBe('one\ntwo\n');
    const listed = await fixture.run(['runs', 'list']);
    expect(listed.stdout.split('\n').filter((line) => line.includes('run_'))).toHaveLength(3);
  },
  TIMEOUT_MS,
);

test(
  'Ctrl-C interrupts a run, and it can be resumed; another terminal can stop it',
  async () => {
    const first = fixture.start(['run', 'Add a line.', '--script', slow]);
    await vi.waitFor(() => expect(first.stderr()).toMatch(/gen +begins/), PATIENCE);
    const [id = ''] = /run_\w+/.exec(first.stderr()) ?? [];
    await vi.waitFor(() => sessionOf(id), PATIENCE);
    first.child.kill('SIGINT');
    const interrupted = await first.ended;
    expect(interrupted).toMatchObject({ code: 130 });
    expect(interrupted.stderr).toContain(`To go on: dragoman runs resume ${id}`);
    expect(await fixture.remains()).toEqual([]);

    const second = fixture.start(['runs', 'resume', id.slice(-8), '--script', slow]);
    await vi.waitFor(() => expect(second.stderr()).toMatch(/./), PATIENCE).catch(() => {});
    await vi.waitFor(() => fixture.run(['runs', 'stop', id]).then(expectSuccess), PATIENCE);
    expect(await second.ended).toMatchObject({ code: 130 });

    const third = await fixture.run(['runs', 'resume', id, '--script', quick]);
    expect(third).toMatchObject({ code: 0 });
    expect(third.stderr).toMatch(/gen +✓ \+\d −0 in \d files?/);
    const over = await fixture.run(['runs', 'resume', id, '--script', quick]);
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('--retry-failed') });
    const shown = await fixture.run(['runs', 'show', id]);
    expect(shown.stderr).toMatch(/‖ interrupted[\s\S]*★ gen: dragoman\/simple/);
  },
  TIMEOUT_MS,
);

async function sessionOf(id: string): Promise<void> {
  const { stdout } = await fixture.run(['runs', 'show', id, '--json']);
  expect(stdout).toContain('"task.session"');
}

function expectSuccess({ code, stderr }: { code: number | null; stderr: string }): void {
  expect([code, stderr]).toEqual([0, expect.stringContaining('is stopped')]);
}

test(
  'what can’t be is refused before anything begins',
  async () => {
    const refusals: readonly [readonly string[], number, RegExp][] = [
      [['--strategy', 'best-off'], 2, /Did you mean best-of-n\?/],
      [['--best-of', '2', '-S', 'nn=3'], 2, /no parameter "nn"\. Did you mean n\?/],
      [['--base', 'nope'], 1, /There is no commit "nope"/],
      [['--sandbox', 'process'], 2, /Say what they may do: --permission/],
      [['--candidates', 'codex*0'], 2, /is no candidate/],
      [['-S', 'weights={'], 2, /looks like JSON, and is none/],
    ];
    for (const [args, code, words] of refusals) {
      const refused = await fixture.run(['run', 'Do it.', '--script', quick, ...args]);
      expect([args, refused.code, refused.stdout]).toEqual([args, code, '']);
      expect(refused.stderr).toMatch(words);
    }
    const keyless = await fixture.run(['run', 'Do it.']);
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('CODEX_API_KEY') });
  },
  TIMEOUT_MS,
);
