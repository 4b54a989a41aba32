import { type Command, InvalidArgumentError } from 'commander';
import { repeatable } from './request-options.js';

/** What the agent is given beside the workspace. */
export interface GivenExecOptions {
  /** Paths, with `:rw` at the end where the agent may write. */
  readonly mount?: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly env?: readonly string[];
  readonly path?: readonly string[];
  readonly yesSecretEnv?: boolean;
  readonly yesSecretMount?: boolean;
  readonly hideRepository?: boolean;
}

/** Options for what the agent is given beside the workspace. Those with a value are repeatable. */
export function addGivenOptions(command: Command): void {
  command
    .option(
      '--mount <path>',
      'give the agent another file or folder to read, or with :rw at its end also to write (repeatable)',
      repeatable,
    )
    .option(
      '--env <name>',
      'give the agent a variable: NAME with its value here, or NAME=VALUE (repeatable)',
      (text: string, earlier?: readonly string[]) => repeatable(variable(text), earlier),
    )
    .option(
      '--path <folder>',
      'give the agent a folder of programs, to be found first (repeatable)',
      repeatable,
    )
    .option('--yes-secret-env', 'do not ask before the agent is given a variable with a secret')
    .option('--yes-secret-mount', 'do not ask before the agent is given a folder of keys or logins')
    .option(
      '--hide-repository',
      'do not show the agent the git repository that the workspace is a part of',
    );
}

function variable(text: string): string {
  if (/^[A-Za-z_]\w*(=|$)/.test(text)) return text;
  throw new InvalidArgumentError('Give NAME or NAME=VALUE.');
}
