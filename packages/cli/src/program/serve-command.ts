import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../commands/exec/parse-duration.js';
import type { CommandContext } from '../program.js';

const MORE = `
Examples:
  $ dragoman serve                                  this folder, and the installed agents that have a key
  $ dragoman serve --config server.yaml --host 0.0.0.0
  $ dragoman serve --script hello.yaml              a scripted model: no key, no network
  $ dragoman keys add "the web app"                 needed where others can reach it

In a browser, http://127.0.0.1:7470/ shows its turns as they happen.
A line of JSON for each request goes to stdout, without bodies, keys or prompts.
SIGTERM and Ctrl-C: no new turns, those at work may go on for --drain, the rest is canceled; exit code 0.
`;

const MOST_PORT = 65_535;

/** The options of `dragoman serve`. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly config?: string;
  /** In milliseconds. */
  readonly drain: number;
  readonly script?: string;
  /** The address of a Redis that servers share. */
  readonly redis?: string;
  readonly log: boolean;
}

export function addServe(program: Command, { terminal, onExit, onStopped }: CommandContext): void {
  program
    .command('serve')
    .description('serve turns of agents over HTTP')
    .option('--host <address>', 'where to listen; other than loopback only with keys', '127.0.0.1')
    .addOption(
      new Option('--port <number>', 'the port; 0 takes any that is free')
        .argParser(port)
        .default(7470),
    )
    .option('--config <file>', 'what clients may ask for (default: this folder, agents with a key)')
    .addOption(
      new Option('--drain <duration>', 'how long turns at work may go on when it is stopped')
        .argParser(drain)
        .default(30_000, '30s'),
    )
    .option('--script <file>', 'answer with a scripted model: no key, no network')
    .addOption(
      new Option(
        '--redis <url>',
        'share turns with servers on other machines, through a Redis of 6.2 or newer',
      ).env('DRAGOMAN_REDIS'),
    )
    .option('--no-log', 'no line for each request')
    .addHelpText('after', MORE)
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../commands/serve/serve.js');
      const { code, wasStopped } = await serve(options, terminal);
      (wasStopped ? onStopped : onExit)(code);
    });
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT) return Number(text);
  throw new InvalidArgumentError('Give a number from 0 to 65535.');
}

/** Zero cancels what is at work at once. */
function drain(text: string): number {
  if (/^0+(ms|s|m|min|h)?$/.test(text)) return 0;
  const parsed = parseDuration(text);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}
