import { parseArgs } from 'node:util';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';

export interface ChatOptions {
  /** Such as `codex` or `codex@0.58.0`. */
  readonly agent: string;
  /** The agent's provider answers, with the key of the environment. Otherwise a script does. */
  readonly live: boolean;
  readonly baseUrl: string | undefined;
  /** The folder to work in. Otherwise each chat gets its own sample project. */
  readonly workspace: string | undefined;
  readonly sandbox: string | undefined;
  readonly port: number;
}

export const usage = `A chat with a coding agent.

  npm start -- [options]

  --agent <name>        codex, claude, gemini, opencode, or one of them as codex@0.58.0 (default: claude)
  --live                a real model, with the key that your environment has for the agent;
                        without it a script plays the model, and neither key nor network is needed
  --base-url <url>      where that model is, if it isn't at the provider's own address
  --workspace <folder>  a project of yours (default: a sample project that is thrown away)
  --sandbox <kind>      bubblewrap, container or process (default: what confines best here)
  --port <number>       default: 4400
  --help`;

const DEFAULT_PORT = 4400;

/** Reads the command line. `undefined`: only help is wanted. */
export function readOptions(args: readonly string[]): ChatOptions | undefined {
  const { values } = parse(args);
  if (values.help === true) return undefined;
  return {
    agent: values.agent ?? 'claude',
    live: values.live ?? false,
    baseUrl: values['base-url'],
    workspace: values.workspace,
    sandbox: values.sandbox,
    port: readPort(values.port),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        agent: { type: 'string' },
        live: { type: 'boolean' },
        'base-url': { type: 'string' },
        workspace: { type: 'string' },
        sandbox: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new DragomanError('usage', `${errorMessage(cause)}\n\n${usage}`, { cause });
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new DragomanError('usage', `--port ${text}: a port is a number from 0 to 65535.`);
}
