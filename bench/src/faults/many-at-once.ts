import { defineScript } from '@dragoman/gateway';
import { startTurn } from '@dragoman/runtime';
import type { SandboxKind } from '@dragoman/sandbox';
import { type TestContainers, testCacheDirectory } from '@dragoman/testkit';
import { createFaultFixture } from './fault-fixture.js';

const TURNS = 20;

/** Many turns in one process at the same time: each must hear its own words and nobody else's. */
export async function manyAtOnce(
  kind: SandboxKind,
  containers: TestContainers | undefined,
): Promise<readonly string[]> {
  const fixture = await createFaultFixture({ containers });
  const wordOf = (turn: number): string => `word-${turn}-${fixture.mark}.`;
  try {
    const complaints = await Promise.all(
      Array.from({ length: TURNS }, async (_, number) => {
        const own = wordOf(number);
        const steps = [{ run: `echo ${own}` }, { say: `Said ${own}` }];
        const turn = await startTurn({
          agent: 'codex',
          prompt: `Say ${own}`,
          access: { kind: 'script', script: defineScript({ steps }) },
          sandbox: kind,
          agentFrom: 'cache',
          ...(containers !== undefined && { image: containers.image }),
          permission: 'bypass',
          cwd: fixture.workspace,
          stateDirectory: fixture.stateDirectory,
          cacheDir: testCacheDirectory(),
        });
        let said = '';
        for await (const line of turn.lines()) said += line;
        const { status, reason } = await turn.outcome;
        const others = Array.from({ length: TURNS }, (_other, other) => other).filter(
          (other) => other !== number && said.includes(wordOf(other)),
        );
        return [
          ...(status === 'success' ? [] : [`turn ${number} ended ${status}: ${reason}`]),
          ...(said.split(own).length > 2 ? [] : [`turn ${number} did not hear its own words`]),
          ...others.map((other) => `turn ${number} heard turn ${other}`),
        ];
      }),
    );
    const left = (await fixture.remains()).filter((what) => !what.includes('watchdog-program'));
    return [...complaints.flat(), ...left.map((what) => `left: ${what}`)];
  } finally {
    await fixture.remove();
  }
}
