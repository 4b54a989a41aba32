import { type Permission, permissions } from '@dragoman/agents';
import { type NetworkMode, networkModes, type SandboxKind, sandboxKinds } from '@dragoman/sandbox';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../program.js';
import { addLimitOptions, type LimitOptions } from './limit-options.js';
import { amount, repeatable } from './request-options.js';

const MORE = `
Each task works in a clone of its own, in a sandbox. What it did becomes a branch below dragoman/ in your
repository; nothing else there is changed, and nothing is merged.

Examples:
  $ dragoman run "fix the flaky test" --verify "npm test"
  $ dragoman run "fix the flaky test" --best-of 4 --verify "npm test"
  $ dragoman run - --candidates codex*2,claude=opus < task.md
  $ dragoman run "write the parser" --strategy iterative -S iterations=4
  $ dragoman runs resume run_20260711_093000_1f0c22aa

Strategies: simple (default), scoring, best-of-n, iterative, bug-finding.

Exit codes: 0 success, 1 the run could not go on, 2 wrong arguments or no key, 3 it ran to its end and
not all of it succeeded, 130 interrupted (it can be resumed).
`;

/** The options of `dragoman run`. */
export interface RunCommandOptions extends LimitOptions {
  readonly strategy?: string;
  readonly set?: readonly Parameter[];
  readonly bestOf?: number;
  readonly candidates?: string;
  readonly verify?: string;
  readonly runs?: number;
  readonly agent?: string;
  readonly model?: string;
  readonly repo?: string;
  readonly base?: string;
  readonly sandbox?: SandboxKind;
  readonly containerImage?: string;
  readonly network?: NetworkMode;
  readonly allowHost?: readonly string[];
  readonly permission?: Permission;
  readonly parallel?: number;
  readonly baseUrl?: string;
  readonly login?: boolean;
  readonly script?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `-S name=value`. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
}

export function addRun(program: Command, { terminal, onExit }: CommandContext): void {
  const command = program
    .command('run')
    .description('let agents work on branches of your repository, and keep the best')
    .argument('[prompt]', 'what is to be done (read from stdin if missing or -)')
    .optionsGroup('Strategy:')
    .option('--strategy <name>', 'how tasks become a result (default: simple)')
    .option(
      '-S, --set <name=value>',
      'a parameter of the strategy (repeatable)',
      (text: string, earlier: readonly Parameter[] = []) => [...earlier, parameter(text)],
    )
    .addOption(
      new Option('--best-of <number>', 'so many candidates, of which the best is kept')
        .argParser(amount)
        .conflicts(['strategy']),
    )
    .addOption(
      new Option(
        '--candidates <list>',
        'who they are: agent[@version][=model][*number], separated by commas',
      ).conflicts(['strategy']),
    )
    .option('--verify <command>', 'a command that must succeed on the work: it decides first')
    .option('--runs <number>', 'execute the strategy so often, at once (default: 1)', amount)
    .optionsGroup('Agent and model:')
    .option('--agent <agent>', 'for example codex or codex@0.58.0 (default: codex)')
    .option('--model <name>', 'the model, by the name that the agent uses')
    .optionsGroup('Repository:')
    .option('--repo <folder>', 'a folder in the repository (default: this folder)')
    .option(
      '--base <commit>',
      'a branch, tag or commit to begin from, or worktree for the files as they are (default: HEAD)',
    )
    .optionsGroup('Sandbox:')
    .addOption(
      new Option(
        '--sandbox <kind>',
        'what confines the agents (default: bubblewrap; if it does not work here, nothing runs)',
      ).choices(sandboxKinds),
    )
    .option('--container-image <name>', 'the image of the containers')
    .addOption(
      new Option('--network <mode>', 'what the agents can reach besides their models').choices(
        networkModes,
      ),
    )
    .option(
      '--allow-host <host>',
      'a host that the agents reach without any other network: host, host:port or *.host (repeatable)',
      repeatable,
    )
    .addOption(
      new Option(
        '--permission <posture>',
        'what the agents may do without asking (default: bypass if the sandbox confines them)',
      ).choices(permissions),
    )
    .option('--parallel <number>', 'how many tasks are at work at once', amount);
  addLimitOptions(command);
  command
    .optionsGroup('Where the answers come from:')
    .option('--base-url <url>', "an endpoint with the API of the agent's model")
    .addOption(
      new Option('--login', 'use the login of `dragoman login` instead of a key').conflicts([
        'script',
        'baseUrl',
      ]),
    )
    .addOption(
      new Option('--script <file>', 'use a scripted model: no key, no network').conflicts([
        'baseUrl',
      ]),
    )
    .optionsGroup('Output:')
    .addOption(
      new Option('--quiet', 'print only the branch of the winner, and errors').conflicts(['json']),
    )
    .option('--json', 'print the events of the run as NDJSON, and a last line with the result')
    .addHelpText('after', MORE)
    .action(async (prompt: string | undefined, options: RunCommandOptions) => {
      const { run } = await import('../commands/run/run.js');
      onExit(await run(prompt, options, terminal));
    });
}

function parameter(text: string): Parameter {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Give NAME=VALUE.');
  return { name, value };
}
