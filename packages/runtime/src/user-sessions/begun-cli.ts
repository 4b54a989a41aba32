import { rm } from 'node:fs/promises';
import type { RunCli } from '@dragoman/agents';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultSandboxKind, makeTemporaryFolder, systemPath } from '@dragoman/sandbox';
import { createCliRunner, createConfinedCliRunner } from '../cli-runner.js';
import type { SessionEntry, SessionRegistry } from '../sessions/session-registry.js';
import { latestInstalled, missingCli } from './agent-cli.js';

/**
 * A way to ask an agent's CLI for a session that `dragoman exec` began, in the HOME that its agent could
 * write: inside a sandbox. Without one only a HOME in which no agent was ever confined is read: sessions
 * that were forked share one.
 */
export function begunCli(
  { agent, home }: SessionEntry,
  registry: Pick<SessionRegistry, 'inHome'>,
): RunCli {
  return async (args, options) => {
    const program = await latestInstalled(agent);
    if (program === undefined) throw missingCli(agent);
    const kinds = (await registry.inHome(agent, home)).map(({ sandbox }) => sandbox);
    const wasFree = kinds.length > 0 && kinds.every((kind) => kind === 'process');
    return wasFree && !(await canConfine())
      ? runApart(program, args, options)
      : createConfinedCliRunner({ program, home })(args, options);
  };
}

async function canConfine(): Promise<boolean> {
  try {
    await defaultSandboxKind();
    return true;
  } catch (error) {
    if (errorCode(error) === 'sandbox_unavailable') return false;
    throw error;
  }
}

/**
 * In an empty HOME, for what the CLI would find in that of a session, its agent may have left there:
 * settings, plugins, path mappings. The store that asks says where the sessions are.
 */
async function runApart(
  program: Parameters<typeof createCliRunner>[0]['program'],
  args: Parameters<RunCli>[0],
  options: Parameters<RunCli>[1],
): Promise<string> {
  const home = await makeTemporaryFolder('dragoman-sessions-');
  try {
    const env = { PATH: systemPath(), HOME: home };
    return await createCliRunner({ program, env, cwd: home })(args, options);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}
