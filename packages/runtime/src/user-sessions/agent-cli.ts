import { homedir } from 'node:os';
import type { RunCli } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { findProgram, loadsCode, programVariable, systemPath } from '@dragoman/sandbox';
import { createCliRunner } from '../cli-runner.js';
import { type InstalledAgent, listInstalled } from '../install/find-installed.js';

type Program = Parameters<typeof createCliRunner>[0]['program'];

/**
 * A way to ask an agent's own CLI for its sessions, for agents whose store takes that. The user's own
 * program comes first, as it is the one that wrote them: where `DRAGOMAN_<NAME>` says, or in the system's
 * folders. Else it is the latest that is installed here.
 */
export function agentCli(name: string): RunCli {
  return async (args, options) => {
    const program = (await ownProgram(name)) ?? (await latestInstalled(name));
    if (program === undefined)
      throw missingCli(name, `, or set ${programVariable(name)} to its path.`);
    return createCliRunner({ program, env: ownEnvironment(), cwd: homedir() })(args, options);
  };
}

/** Never one that merely stands on PATH: an agent can put a program where it is looked for first. */
async function ownProgram(name: string): Promise<Program | undefined> {
  const executable = await findProgram(name);
  return executable === undefined ? undefined : { executable, kind: 'native' };
}

export async function latestInstalled(name: string): Promise<InstalledAgent | undefined> {
  return (await listInstalled()).filter((installed) => installed.name === name).at(-1);
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !loadsCode(name));
  const set = entries.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { ...Object.fromEntries(set), PATH: systemPath() };
}

/** @param otherwise what else can be done about it */
export function missingCli(name: string, otherwise = ''): DragomanError {
  return new DragomanError(
    'cli_missing',
    `The sessions of ${name} are in a database that only ${name} itself reads, and there is no ${name} to run. Install it: dragoman agents install ${name}${otherwise}`,
  );
}
