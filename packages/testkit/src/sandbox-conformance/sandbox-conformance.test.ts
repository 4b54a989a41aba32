import { createProcessSandboxes, type Sandbox, type SandboxProvider } from '@dragoman/sandbox';
import { expect, test } from 'vitest';
import { sandboxConformance } from './sandbox-conformance.js';

/** A provider whose sandboxes differ in one thing from those of the plain process. */
function liar(change: (sandbox: Sandbox) => Partial<Sandbox>) {
  return (stateDirectory: string): SandboxProvider => {
    const honest = createProcessSandboxes({ stateDirectory });
    return {
      ...honest,
      async create(options) {
        const sandbox = await honest.create(options);
        return { ...sandbox, ...change(sandbox) };
      },
    };
  };
}

const LIARS: readonly [what: string, sentence: RegExp, provider: ReturnType<typeof liar>][] = [
  [
    'lets this environment in',
    /environment from nothing/,
    liar((sandbox) => ({
      start: (command) =>
        sandbox.start({ ...command, env: { ...command.env, LANG: 'C', OWN: 'seen' } }),
    })),
  ],
  [
    'takes every end for a good one',
    /exactly how a command ended/,
    liar((sandbox) => ({
      async start(command) {
        const running = await sandbox.start(command);
        const exit = running.exit.then((status) => ({ ...status, exitCode: 0, signal: null }));
        return { ...running, exit };
      },
    })),
  ],
  [
    'forgets stdin',
    /gives a command its stdin/,
    liar((sandbox) => ({ start: ({ stdin: _stdin, ...command }) => sandbox.start(command) })),
  ],
  [
    'does not say that it closes stdin',
    /keeps stdin open/,
    liar((sandbox) => ({
      async start(command) {
        const { input: _input, ...running } = await sandbox.start(command);
        return running;
      },
    })),
  ],
  [
    'passes over what it cannot do',
    /refuses what it says it cannot do/,
    (stateDirectory) => {
      const honest = createProcessSandboxes({ stateDirectory });
      return { ...honest, create: ({ workspace, home }) => honest.create({ workspace, home }) };
    },
  ],
  [
    'says that it keeps commands from files',
    /keeps commands from all other files/,
    (stateDirectory) => {
      const honest = createProcessSandboxes({ stateDirectory });
      return { ...honest, abilities: { ...honest.abilities, confinesFiles: true } };
    },
  ],
];

test.each(LIARS)('a sandbox that %s does not pass', async (_what, sentence, provider) => {
  const subject = { provider, elsewhere: { module: '@dragoman/sandbox', function: 'none' } };
  const cases = sandboxConformance.filter(({ name }) => sentence.test(name));
  expect(cases).toHaveLength(1);
  for (const { check } of cases) await expect(check(subject)).rejects.toThrow();
});
