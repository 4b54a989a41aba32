import assert from 'node:assert/strict';
import { errorCode } from '@dragoman/protocol/internal';
import type { Sandbox, SandboxLimits } from '@dragoman/sandbox';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, script, shell, type TestFixture, withFixture } from './with-fixture.js';

const MEBIBYTE = 1024 * 1024;

/** What a kind says it keeps commands to. */
export const limitCases: readonly ConformanceCase[] = [
  {
    name: 'keeps a command to the processes that it may start, where it says so',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const sandbox = await limited(fixture, { processes: 64 });
        if (sandbox === undefined) return;
        const many = 'n=0; while [ $n -lt 200 ]; do sleep 60 & n=$((n+1)); done; echo all started';
        const { stdout } = await run(sandbox, shell(sandbox, many));
        assert.equal(stdout, '');
        assert.equal((await run(sandbox, shell(sandbox, 'echo after'))).stdout, 'after\n');
      }),
  },
  {
    name: 'keeps a command to its memory, where it says so',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const sandbox = await limited(fixture, { memoryBytes: 512 * MEBIBYTE });
        if (sandbox === undefined) return;
        const greedy = `const all = [];
          for (let at = 0; at < 200; at += 1) all.push(Buffer.alloc(1e7, 1));
          console.log('has all');`;
        const { stdout, exitCode } = await run(sandbox, script(fixture, sandbox, greedy));
        assert.equal(stdout, '');
        assert.notEqual(exitCode, 0);
        assert.equal((await run(sandbox, shell(sandbox, 'echo after'))).stdout, 'after\n');
      }),
  },
];

/** A sandbox with a limit, or none where the kind, or this machine, can't keep it and says so. */
async function limited(fixture: TestFixture, limits: SandboxLimits): Promise<Sandbox | undefined> {
  const known: readonly string[] = fixture.provider.abilities.limits;
  if (!Object.keys(limits).every((name) => known.includes(name))) return undefined;
  try {
    return await fixture.create({ limits });
  } catch (error) {
    if (errorCode(error) === 'sandbox_unsupported') return undefined;
    throw error;
  }
}
