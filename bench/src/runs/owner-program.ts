/**
 * Conducts a run in a process of its own, so that it can be killed: starts it, or goes on with it, prints
 * its id at once and its outcome at the end.
 */
import { readFileSync } from 'node:fs';
import { defineScript } from '@dragoman/gateway';
import { resumeRun, startRun } from '@dragoman/orchestrator';

/** What the owner is told on stdin. */
export interface RunRequest {
  readonly repository: string;
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  readonly candidates: number;
  /** The run to go on with. */
  readonly resume?: string | undefined;
}

const AGENT = '-c user.name=agent -c user.email=agent@dragoman.invalid';

// A second agent in the same workspace would find the first one's work committed once more.
const script = defineScript({
  steps: [
    { run: 'sleep 0.3; echo work >> work.txt' },
    { run: `git add --all && git ${AGENT} commit --quiet --message=work` },
    { say: 'Done.' },
  ],
});

const request: RunRequest = JSON.parse(readFileSync(0, 'utf8'));
const { repository, stateDirectory, cacheDirectory, candidates, resume } = request;
const where = {
  stateDirectory,
  cacheDirectory,
  access: () => ({ kind: 'script', script }) as const,
};
const run =
  resume === undefined
    ? await startRun({
        ...where,
        repository,
        prompt: 'Do it.',
        agent: 'codex',
        sandbox: 'bubblewrap',
        parallel: 3,
        strategy: 'best-of-n',
        parameters: {
          n: candidates,
          scorers: 0,
          verify: 'test -s work.txt',
          tie_breaker: 'random',
        },
      })
    : await resumeRun({ ...where, id: resume });
console.log(run.id);
console.log(JSON.stringify(await run.outcome));
