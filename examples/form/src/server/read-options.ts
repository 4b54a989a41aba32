import { parseArgs } from 'node:util';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { type SandboxKind, sandboxKinds } from '@dragoman/sandbox';

export interface FormOptions {
  /** Such as `codex` or `codex@0.58.0`. The page lets its user choose. */
  readonly agents: readonly string[];
  /** The agents' providers answer, with the keys of the environment. Otherwise a script does. */
  readonly live: boolean;
  readonly sandbox: SandboxKind | undefined;
  readonly port: number;
  /** The Redis through which several servers know each other's turns. */
  readonly redis: string | undefined;
}

export const usage = `A form that an agent fills in.

  npm start -- [options]

  --agent <name>    codex, claude, gemini, opencode, or one of them as codex@0.58.0; may come several
                    times, and the page asks which (default: codex)
  --live            real models, with the keys that your environment has for the agents; without it a
                    script plays the model, and neither key nor network is needed
  --sandbox <kind>  bubblewrap, container or process (default: what confines best here)
  --port <number>   default: 4500
  --redis <url>     shares the turns with other servers: a page may be at another than its agent
  --help`;

const DEFAULT_PORT = 4500;

/** Reads the command line. `undefined`: only help is wanted. */
export function readOptions(args: readonly string[]): FormOptions | undefined {
  const { values } = parse(args);
  if (values.help === true) return undefined;
  return {
    agents: values.agent ?? ['codex'],
    live: values.live ?? false,
    sandbox: readSandbox(values.sandbox),
    port: readPort(values.port),
    redis: values.redis,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        agent: { type: 'string', multiple: true },
        live: { type: 'boolean' },
        sandbox: { type: 'string' },
        port: { type: 'string' },
        redis: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new DragomanError('usage', `${errorMessage(cause)}\n\n${usage}`, { cause });
  }
}

function readSandbox(asked: string | undefined): SandboxKind | undefined {
  const known = sandboxKinds.find((kind) => kind === asked);
  if (asked === undefined || known !== undefined) return known;
  throw new DragomanError(
    'usage',
    `There is no sandbox called ${asked}, only ${sandboxKinds.join(', ')}.`,
  );
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new DragomanError('usage', `--port ${text}: a port is a number from 0 to 65535.`);
}
