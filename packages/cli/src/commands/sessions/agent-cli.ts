import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AgentName, RunCli } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { createCliRunner, listInstalled } from '@dragoman/runtime';

type Program = Parameters<typeof createCliRunner>[0]['program'];

/**
 * A way to ask an agent's own CLI for its sessions, for agents whose store takes that. The user's own
 * program comes first, as it is the one that wrote them; it is looked for when it is needed. Sessions
 * in another HOME than the user's were written by a CLI that is installed here.
 */
export function agentCli(name: AgentName, home?: string): RunCli {
  return async (args, options) => {
    const program =
      home === undefined
        ? ((await programOnPath(name)) ?? (await latestInstalled(name)))
        : await latestInstalled(name);
    if (program === undefined) throw missing(name);
    const env =
      home === undefined ? ownEnvironment() : { PATH: process.env.PATH ?? '', HOME: home };
    return createCliRunner({ program, env, cwd: home ?? homedir() })(args, options);
  };
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];

async function programOnPath(name: string): Promise<Program | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const ending of folder === '' ? [] : ENDINGS) {
      const executable = join(folder, `${name}${ending}`);
      if (await isExecutable(executable)) return { executable, kind: 'native' };
    }
  }
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function latestInstalled(name: string): Promise<Program | undefined> {
  return (await listInstalled()).filter((installed) => installed.name === name).at(-1);
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function missing(name: string): DragomanError {
  return new DragomanError(
    'cli_missing',
    `The sessions of ${name} are in a database that only ${name} itself reads, and there is no ${name} to run. Install it: dragoman agents install ${name}`,
  );
}
